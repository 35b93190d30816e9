"""How kernels are compiled, seeded and cut into blocks; knows nothing of Risk.

``jit`` compiles, ``random`` draws, ``blocks`` runs a simulation over threads with the same bits for any number of
them. Import the modules themselves: the package stays empty so that nothing is compiled before it is needed.
"""
