"""What a site keeps beside its pages, without draft copies: terms, comments, users."""
