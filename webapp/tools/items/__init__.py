"""Pages, posts and items of other types: reading, changing onto copies, making, publishing and binning them."""
