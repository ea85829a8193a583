"""Release builder: ``python3 packaging/start.py release``; see docs/releasing.md.

release                       make everything that is released, from the last commit release
--prepare VERSION     write a version into the program and the changelog, for a commit release
--check               make it twice in different folders and compare the bytes release --draft
make it although no version is prepared, into dist/draft release --without-bundle      only sdist
and wheel release --sums FOLDER         write SHA256SUMS of a folder anew, once the bundles of all
systems
                              and their signatures are in it
"""

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from environment import ROOT
from release.changelog import cut, notes
from release.checkout import Checkout
from release.products import make_archives, make_bundle
from release.sums import NOTES, differing, sums, write_sums
from release.version import Version, said, say_version
from system import SetupError, say

CHANGELOG = "CHANGELOG.md"


class Words(argparse.ArgumentParser):
    """Command line parser that reports an error as one line."""

    def error(self, message: str) -> NoReturn:
        """Raise ``SetupError`` for a wrong command line."""
        raise SetupError(f"{message}; `release --help` tells what may be asked for")


def parser() -> Words:
    """Return the parser of the command line."""
    words = Words(
        prog="python3 packaging/start.py release",
        description="Makes everything that is handed out for a version.",
        allow_abbrev=False,
    )
    instead = words.add_mutually_exclusive_group()
    instead.add_argument("--prepare", metavar="VERSION", help="write a version for a commit")
    instead.add_argument("--sums", metavar="FOLDER", type=Path, help="write SHA256SUMS anew")
    instead.add_argument("--draft", action="store_true", help="without a prepared version")
    words.add_argument("--check", action="store_true", help="make it twice and compare")
    words.add_argument("--without-bundle", action="store_true", help="only sdist and wheel")
    return words


def prepare(root: Path, version: Version, day: date) -> None:
    """Write a version into the program and the changelog of a checkout.

    Raises:
        SetupError: there are uncommitted changes, or the version does not follow the last one.
    """
    checkout = Checkout(root)
    checkout.check_root()
    checkout.check_clean()
    changelog = root / CHANGELOG
    text = cut(changelog.read_text(encoding="utf-8"), version, day)
    changelog.write_text(text, encoding="utf-8", newline="\n")
    say_version(root, version)
    print(f"The program and {CHANGELOG} say {version} now. When all checks pass:")
    print(f'    git commit -am "Version {version}"')
    print(f'    git tag -s v{version} -m "Green Baize {version}"')
    print("    python3 packaging/start.py release")


def release(root: Path, *, draft: bool, check: bool, bundle: bool) -> None:
    """Make everything from the last commit, into dist/VERSION.

    Args:
        root: the checkout.
        draft: make a preview into dist/draft.
        check: make it twice and compare.
        bundle: make a bundle too.

    Raises:
        SetupError: the checkout is not ready for a release, or something could not be made.
    """
    checkout = Checkout(root)
    checkout.check_root()
    version = said(root)
    tagged, said_of_it = False, ""
    if not draft:
        checkout.check_clean()
        said_of_it = notes((root / CHANGELOG).read_text(encoding="utf-8"), version)
        tagged = checkout.check_tag(f"v{version}")
    with TemporaryDirectory() as place:
        made = make(checkout, Path(place) / "a", version, bundle=bundle)
        if check:
            # As another person would: in another folder and with other file permissions.
            before = os.umask(0o077)
            try:
                again = make(checkout, Path(place) / "another" / "b", version, bundle=bundle)
            finally:
                os.umask(before)
            if names := differing(made, again):
                raise SetupError(f"made twice, these are not the same: {', '.join(names)}")
            say("Made twice, and the same bytes each time.")
        write_sums(made)
        if said_of_it:
            (made / NOTES).write_text(f"{said_of_it}\n", encoding="utf-8", newline="\n")
        target = root / "dist" / ("draft" if draft else str(version))
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(made, target, copy_function=shutil.copyfile)
    tell(target)
    if not draft and not tagged:
        print(f'Not tagged yet: git tag -s v{version} -m "Green Baize {version}"')


def make(checkout: Checkout, place: Path, version: Version, *, bundle: bool) -> Path:
    """Make everything once in a folder of its own; return the folder with the products."""
    source, out = place / f"greenbaize-{version}", place / "out"
    source.mkdir(parents=True)
    out.mkdir()
    checkout.export(source)
    moment = checkout.moment()
    make_archives(source, out, moment)
    if bundle:
        make_bundle(source, out, moment, version)
    return out


def tell(folder: Path) -> None:
    """Print the files of a folder with their sums."""
    for name, digest in sums(folder).items():
        size = (folder / name).stat().st_size
        print(f"{digest}  {size / 1e6:7.1f} MB  {name}")
    print(f"All of it is in {folder}, with SHA256SUMS.")


def main(arguments: Sequence[str]) -> int:
    """Run the command line; print an error as one line."""
    try:
        asked = parser().parse_args(arguments)
        if asked.prepare:
            prepare(ROOT, Version.read(asked.prepare), date.today())
        elif asked.sums:
            print(f"{write_sums(asked.sums)} is written.")
        else:
            release(ROOT, draft=asked.draft, check=asked.check, bundle=not asked.without_bundle)
    except KeyboardInterrupt:
        say("\nStopped; nothing was changed in dist.")
        return 130
    except SetupError as error:
        say(f"Green Baize: {error}")
        return 1
    except (OSError, UnicodeError) as error:
        say(f"The release could not be made: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
