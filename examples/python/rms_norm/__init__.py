"""Row-major RMS norm: x / sqrt(mean(x^2) + eps) * gamma along the last dimension."""

from .rms_norm import rms_norm

__all__ = ["rms_norm"]
