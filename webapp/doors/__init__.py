"""Where agents come in. A door turns what arrives into a call, and the engine's answer into what the agent reads.

It decides nothing about sites, plans or keys: that is the engine's.
"""
