"""Finding what an owner wants to keep from agents, by what a person types."""
