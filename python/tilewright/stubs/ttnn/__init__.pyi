# `import ttnn` for type checkers: the names of tilewright.ttnn.
from tilewright.ttnn import *
