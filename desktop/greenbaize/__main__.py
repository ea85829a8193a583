"""``python -m greenbaize`` is the command ``greenbaize``."""

import sys

from greenbaize.cli.main import main

sys.exit(main())
