"""Taking everything out of one database and into another, whichever of the two kinds each is."""
