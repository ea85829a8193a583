"""Release build: version, products, and bill of materials."""
