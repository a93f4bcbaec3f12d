"""meeplezoo."""
