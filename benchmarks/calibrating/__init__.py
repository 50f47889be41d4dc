"""How far a hint's chances can be trusted: games with what was predicted in them, a fit, scores."""
