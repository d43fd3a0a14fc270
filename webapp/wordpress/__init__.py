"""The one room that speaks HTTP to a WordPress site.

    client.py     read from and write to one site, with the care each of the two needs
    root.py       find the REST root behind the address a person typed
    login.py      prove that the site takes our login, and say in words why not
    answers.py    find the JSON in an answer, with junk around it or not
    verdicts.py   what an error answer means, and whether something may have been saved all the same
    urls.py       build every URL, for both forms of REST root
    wire.py       one request, one reply, within limits of time and size
    addresses.py  where we may connect to
    fetching.py   fetch a file from an address that a call names
    visiting.py   public pages, as a visitor sees them
    signs.py      what a public page tells of itself, and whether it is broken

It does not know plans, steps or tools: which fields to send is the business of the floor above.
"""
