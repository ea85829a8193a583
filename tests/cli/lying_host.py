"""Host that reveals a wrong seed after the match."""

import re
import sys

from greenbaize.cli.main import main
from greenbaize.lan import wire

original_whole_line = wire.encode_full_record_line


def replace_seed(line):
    return original_whole_line(re.sub(rb'"seed": ?"[0-9a-f]{32}"', b'"seed": "%032d"' % 7, line))


wire.encode_full_record_line = replace_seed
sys.exit(main(sys.argv[1:]))
