"""Several writes in one call: a page of sections, or many changes at once."""
