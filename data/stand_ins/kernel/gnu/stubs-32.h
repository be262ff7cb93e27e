// Stand-in: the C library of this machine looks for it where the compiler makes 32-bit code.
