"""Writes what PyTorch prints for each program here beside it: python expect.py [NAME...]

The files that programs read are those inside Glassformer. It needs `pip install torch safetensors`.
"""

import contextlib
import io
import os
import pathlib
import runpy
import sys

here = pathlib.Path(__file__).resolve().parent
names = sys.argv[1:] or sorted(path.stem for path in here.glob("*.py") if path.stem != "expect")
os.chdir(here.parents[2] / "assets")
for name in names:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        runpy.run_path(str(here / f"{name}.py"), run_name="__main__")
    (here / f"{name}.txt").write_text(out.getvalue())
    print(name)
