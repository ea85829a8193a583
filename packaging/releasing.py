"""Makes a release: ``python3 packaging/start.py release``; docs/releasing.md tells all of it.

release                       make everything that is handed out, from what is committed
release --prepare VERSION     write a version into the program and the changelog, for a commit
release --check               make it twice, elsewhere each time, and hold the bytes together
release --draft               make it although no version is prepared, into dist/draft
release --without-bundle      only sdist and wheel
release --sums FOLDER         write SHA256SUMS of a folder anew, once the bundles of all systems
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
    """The command line; what is wrong with it is said in one line."""

    def error(self, message: str) -> NoReturn:
        """Refuse the command line."""
        raise SetupError(f"{message}; `release --help` tells what may be asked for")


def parser() -> Words:
    """What may be asked for."""
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
        SetupError: the checkout is not as committed, or the version does not follow.
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
    """Make everything from what is committed, into dist/VERSION.

    Args:
        root: the checkout.
        draft: whether it is only for a look, into dist/draft.
        check: whether to make it twice and compare.
        bundle: whether a bundle is wanted too.

    Raises:
        SetupError: the checkout is not fit for it, or something could not be made.
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
            # As another person would: elsewhere, and with other rights for new files.
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
    """Make everything once in a place of its own; returns the folder that it is in."""
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
    """Print what is in a folder, as its sums have it."""
    for name, digest in sums(folder).items():
        size = (folder / name).stat().st_size
        print(f"{digest}  {size / 1e6:7.1f} MB  {name}")
    print(f"All of it is in {folder}, with SHA256SUMS.")


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; troubles end in one line."""
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
