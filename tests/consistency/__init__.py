"""The parts of `make check-consistency`: a laptop's life, a program that is killed in it, and the comparison of its stores."""
