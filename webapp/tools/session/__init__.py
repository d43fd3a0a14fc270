"""What agents are told of the tools for the plan, the session and snapshots."""
