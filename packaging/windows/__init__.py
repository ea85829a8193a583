"""Windows packaging: version resource, icon and installer."""
