"""What `tilewright bench --part calls` measures."""
