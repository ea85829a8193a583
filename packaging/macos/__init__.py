"""What belongs to macOS: Info.plist, its words in other languages, entitlements and the icon."""
