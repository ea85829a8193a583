"""Release builder: ``python3 packaging/start.py release``; see docs/releasing.md.

- ``release`` makes everything that is released, from the last commit;
- ``--prepare VERSION`` writes a version into the program and the changelog, for a commit;
- ``--check`` makes it twice in different folders and compares the bytes;
- ``--draft`` makes it although no version is prepared, into dist/draft;
- ``--without-bundle`` makes only the sdist and the wheels;
- ``--sign-macos FOLDER`` signs and notarises the applications of macOS in a folder, where the
  secrets for it are set;
- ``--sums FOLDER`` writes SHA256SUMS of a folder anew, once the bundles of all systems and their
  signatures are in it, and the files for the shops.
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
from macos.signing import sign_archives
from release.changelog import cut_release, draft_notes, release_notes
from release.checkout import GitCheckout
from release.products import make_archives, make_bundle
from release.shops import write_shop_files
from release.sums import NOTES_FILE, compute_sums, find_differences, write_sums
from release.version import ReleaseVersion, read_version, write_version
from system import SetupError, print_progress

CHANGELOG = "CHANGELOG.md"


class ReleaseArgumentParser(argparse.ArgumentParser):
    """Command line parser that reports an error as one line."""

    def error(self, message: str) -> NoReturn:
        """Raise ``SetupError`` for a wrong command line."""
        raise SetupError(f"{message}; see `release --help`")


def build_parser() -> ReleaseArgumentParser:
    """Return the parser of the command line."""
    result = ReleaseArgumentParser(
        prog="python3 packaging/start.py release",
        description="Makes everything that is handed out for a version.",
        allow_abbrev=False,
    )
    exclusive_group = result.add_mutually_exclusive_group()
    exclusive_group.add_argument(
        "--prepare", metavar="VERSION", help="write a version for a commit"
    )
    exclusive_group.add_argument(
        "--sums", metavar="FOLDER", type=Path, help="write SHA256SUMS anew"
    )
    exclusive_group.add_argument(
        "--sign-macos", metavar="FOLDER", type=Path, help="sign the applications of macOS there"
    )
    exclusive_group.add_argument("--draft", action="store_true", help="without a prepared version")
    result.add_argument("--check", action="store_true", help="make it twice and compare")
    result.add_argument("--without-bundle", action="store_true", help="only sdist and wheel")
    return result


def prepare_version(root: Path, version: ReleaseVersion, day: date) -> None:
    """Write a version into the program and the changelog of a checkout.

    Raises:
        SetupError: there are uncommitted changes, or the version does not follow the last one.
    """
    checkout = GitCheckout(root)
    checkout.check_root()
    checkout.check_clean()
    changelog = root / CHANGELOG
    text = cut_release(changelog.read_text(encoding="utf-8"), version, day)
    changelog.write_text(text, encoding="utf-8", newline="\n")
    write_version(root, version)
    print(f"The program and {CHANGELOG} now have version {version}. When all checks pass:")
    print(f'    git commit -am "Version {version}"')
    print(f'    git tag -s v{version} -m "Green Baize {version}"')
    print("    python3 packaging/start.py release")


def make_release(root: Path, *, draft: bool, check: bool, bundle: bool) -> None:
    """Make everything from the last commit, into dist/VERSION.

    Args:
        root: the checkout.
        draft: make a preview into dist/draft.
        check: make it twice and compare.
        bundle: make a bundle too.

    Raises:
        SetupError: the checkout is not ready for a release, or something could not be made.
    """
    checkout = GitCheckout(root)
    checkout.check_root()
    version = read_version(root)
    changelog = checkout.run_git("show", f"HEAD:{CHANGELOG}")
    if draft:
        tagged, version_notes = False, draft_notes(changelog)
    else:
        checkout.check_clean()
        version_notes = release_notes(changelog, version)
        tagged = checkout.check_tag(f"v{version}")
    with TemporaryDirectory() as folder:
        products = build_products(checkout, Path(folder) / "a", version, bundle=bundle)
        if check:
            # As another person would: in another folder and with other file permissions.
            before = os.umask(0o077)
            try:
                second_products = build_products(
                    checkout, Path(folder) / "another" / "b", version, bundle=bundle
                )
            finally:
                os.umask(before)
            if names := find_differences(products, second_products):
                raise SetupError(f"these files differ between two builds: {', '.join(names)}")
            print_progress("Made twice, with the same bytes each time.")
        write_sums(products)
        (products / NOTES_FILE).write_text(f"{version_notes}\n", encoding="utf-8", newline="\n")
        target = root / "dist" / ("draft" if draft else str(version))
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(products, target, copy_function=shutil.copyfile)
    print_products(target)
    if not draft and not tagged:
        print(f'Not tagged yet: git tag -s v{version} -m "Green Baize {version}"')


def build_products(
    checkout: GitCheckout, folder: Path, version: ReleaseVersion, *, bundle: bool
) -> Path:
    """Make everything once in a folder of its own; return the folder with the products."""
    source, output_folder = folder / f"greenbaize-{version}", folder / "out"
    source.mkdir(parents=True)
    output_folder.mkdir()
    checkout.export_source(source)
    moment = checkout.commit_time()
    make_archives(source, output_folder, moment)
    if bundle:
        make_bundle(source, output_folder, moment, version)
    return output_folder


def print_products(folder: Path) -> None:
    """Print the files of a folder with their sums."""
    for name, digest in compute_sums(folder).items():
        size = (folder / name).stat().st_size
        print(f"{digest}  {size / 1e6:7.1f} MB  {name}")
    print(f"All files are in {folder}, with SHA256SUMS.")


def main(arguments: Sequence[str]) -> int:
    """Run the command line; print an error as one line."""
    try:
        options = build_parser().parse_args(arguments)
        if options.prepare:
            prepare_version(ROOT, ReleaseVersion.parse(options.prepare), date.today())
        elif options.sign_macos:
            sign_archives(options.sign_macos)
        elif options.sums:
            print(f"{write_sums(options.sums)} is written.")
            write_shop_files(options.sums, str(read_version(ROOT)))
        else:
            make_release(
                ROOT, draft=options.draft, check=options.check, bundle=not options.without_bundle
            )
    except KeyboardInterrupt:
        print_progress("\nStopped; nothing was changed in dist.")
        return 130
    except SetupError as error:
        print_progress(f"Green Baize: {error}")
        return 1
    except (OSError, UnicodeError) as error:
        print_progress(f"The release could not be made: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
