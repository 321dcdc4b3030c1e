"""The batch player of the training runs here as plain Python: to compile it takes half a minute."""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"
