"""The site as a whole: its settings, plugins, templates, and what it tells of itself."""
