"""macOS packaging: Info.plist, its translations, entitlements and the icon."""
