"""The media library and the files that go into it."""
