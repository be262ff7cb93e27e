"""Programs whose duration on a real card is known, run on the virtual one. tools/silicon_score.py is the command."""
