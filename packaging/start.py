#!/usr/bin/env python3
"""Set everything up on a fresh machine, then open the card table or run the checks.

Needs Python 3.11 and nothing else. What is missing is fetched once; after that a start only reads a
stamp.

    python3 packaging/start.py                    open the table
    python3 packaging/start.py simulate ...       or any other command of greenbaize
    python3 packaging/start.py dev                set up what developers need
    python3 packaging/start.py test [pytest ...]  run the checks
    python3 packaging/start.py test --fast [...]  run those that find most, in two minutes
    python3 packaging/start.py test --long [...]  run all of them, before a release
    python3 packaging/start.py test --bare [root] run them on a fresh Debian (needs root)
    python3 packaging/start.py test --lowest      run the fast ones with the lowest versions
    python3 packaging/start.py test --python 3.13 run the fast ones with another Python
    python3 packaging/start.py bench ...          run the benchmarks
    python3 packaging/start.py bundle             make the bundle for this system
    python3 packaging/start.py release            make everything that is released
    python3 packaging/start.py site               build the website of the documentation
    python3 packaging/start.py lock [--upgrade]   write packaging/*.lock anew (needs uv)

The commands are in steps.py. This file is written so that any Python, even Python 2, can parse it
and say what is missing.
"""

import os
import sys

OLDEST_PYTHON = (3, 11)
if sys.version_info[:2] < OLDEST_PYTHON:
    version = ".".join(map(str, sys.version_info[:2]))
    sys.exit("Green Baize needs Python 3.11 or newer, and this is Python " + version + ".")

# Folders of PYTHONPATH would come before Python's own modules; they are for other programs.
foreign_paths = [os.path.abspath(one) for one in os.environ.get("PYTHONPATH", "").split(os.pathsep)]  # noqa: PTH100
sys.path[1:] = [one for one in sys.path[1:] if one not in foreign_paths]

from steps import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
