"""Info.plist: what macOS reads before the program runs, and shows in its permission questions.

PyInstaller's ``BUNDLE(info_plist=…)`` takes the dictionary; ``write_localized_strings`` adds the
translations to the finished ``.app``.
"""

from pathlib import Path
from typing import Any, Final

import identity

CATEGORY: Final = "public.app-category.card-games"


def info_plist() -> dict[str, Any]:
    """Return the whole dictionary."""
    english = identity.LANGUAGES[0]
    return {
        "CFBundleIdentifier": identity.IDENTIFIER,
        "CFBundleName": identity.NAME,
        "CFBundleDisplayName": identity.NAME,
        "CFBundleExecutable": identity.COMMAND,
        "CFBundlePackageType": "APPL",
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleShortVersionString": ".".join(map(str, identity.version_numbers()[:3])),
        "CFBundleVersion": ".".join(map(str, identity.version_numbers()[:3])),
        "CFBundleIconFile": f"{identity.COMMAND}.icns",
        "CFBundleDevelopmentRegion": english,
        "CFBundleLocalizations": list(identity.LANGUAGES),
        "LSMinimumSystemVersion": identity.OLDEST_MACOS,
        "LSApplicationCategoryType": CATEGORY,
        "NSHumanReadableCopyright": identity.COPYRIGHT,
        "NSPrincipalClass": "NSApplication",
        # PyInstaller would take it from the last program, the one for terminals: there would be no
        # window.
        "LSBackgroundOnly": False,
        "NSHighResolutionCapable": True,
        "NSSupportsAutomaticGraphicsSwitching": True,
        # Without these two, tables on the network are neither found nor reached, and macOS does not
        # ask for permission.
        "NSLocalNetworkUsageDescription": identity.LOCAL_NETWORK[english],
        "NSBonjourServices": [identity.SERVICE],
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": identity.RECORD_NAME[english],
                "CFBundleTypeRole": "Viewer",
                "LSItemContentTypes": [identity.RECORD_UTI, identity.RECORD_PARENT_UTI],
                # Offered for such files, but never their default program.
                "LSHandlerRank": "Alternate",
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": identity.RECORD_UTI,
                "UTTypeDescription": identity.RECORD_NAME[english],
                "UTTypeConformsTo": [identity.RECORD_PARENT_UTI],
                # No suffix: every .jsonl file would count as a record.
                "UTTypeTagSpecification": {"public.mime-type": [identity.RECORD_MIME]},
            }
        ],
        "UTImportedTypeDeclarations": [
            {
                "UTTypeIdentifier": identity.RECORD_PARENT_UTI,
                "UTTypeDescription": "JSON Lines",
                "UTTypeConformsTo": ["public.text"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": [identity.RECORD_SUFFIX],
                    "public.mime-type": [identity.RECORD_PARENT_MIME],
                },
            }
        ],
    }


def localized_strings(language: str) -> dict[str, str]:
    """Return the translations by the keys of Info.plist and the English names of types."""
    english = identity.LANGUAGES[0]
    return {
        "CFBundleName": identity.NAME,
        "CFBundleDisplayName": identity.NAME,
        "NSLocalNetworkUsageDescription": identity.LOCAL_NETWORK[language],
        identity.RECORD_NAME[english]: identity.RECORD_NAME[language],
    }


def write_localized_strings(app: Path) -> None:
    """Write the translations into an ``.app``, before it is signed."""
    for language in identity.LANGUAGES:
        folder = app / "Contents" / "Resources" / f"{language}.lproj"
        folder.mkdir(parents=True, exist_ok=True)
        lines = [
            f"{_quote(key)} = {_quote(word)};" for key, word in localized_strings(language).items()
        ]
        (folder / "InfoPlist.strings").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
