"""Host that reveals a wrong seed after the match."""

import re
import sys

from greenbaize.cli.main import main
from greenbaize.lan import wire

whole_line = wire.whole_line


def another(line):
    return whole_line(re.sub(rb'"seed": ?"[0-9a-f]{32}"', b'"seed": "%032d"' % 7, line))


wire.whole_line = another
sys.exit(main(sys.argv[1:]))
