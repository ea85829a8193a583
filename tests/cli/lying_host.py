"""A host that tells everybody another seed after the match than the cards were dealt from."""

import re
import sys

from greenbaize.app.network import hosted_match
from greenbaize.cli.main import main
from greenbaize.lan.wire import whole_line


def another(line: bytes) -> bytes:
    return whole_line(re.sub(rb'"seed": ?"[0-9a-f]{32}"', b'"seed": "%032d"' % 7, line))


hosted_match.whole_line = another
sys.exit(main(sys.argv[1:]))
