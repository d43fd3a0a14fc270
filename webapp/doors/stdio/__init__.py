"""The stdio command: for clients that start a program of their own and speak with it over its input and output.

    command     lines in, lines out, several at once
    messages    what a line is, and which headers go with it
    access      where Sayso is, and the key: options, environment, configuration file
    alone       what is answered while there is no key
    redeem      how it gets one with a one-time code
    carrier     one body to Sayso and its answer back

It passes every message on to the address `/mcp/stdio`, so that tools, rights and plans are defined once. It starts
with each conversation, so it loads nothing but the standard library.
"""
