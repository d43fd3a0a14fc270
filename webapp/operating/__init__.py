"""What whoever runs an installation does from a terminal: check it, keep copies of it, move it, renew its keys, erase
what is old. One command a file; `webapp.cli` names them and loads only the one that is wanted.

Nothing here serves a page or an agent.
"""
