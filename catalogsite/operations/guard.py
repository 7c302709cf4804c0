"""Runs a module as a program that ends when its supervisor does: `python -m catalogsite.operations.guard MODULE ARG…`.

The supervisor holds the other end of standard input open. When it goes, however it goes, reading gives end of file
and the process leaves at once; whatever was under way is done again, because the log and the checkpoints say so.
"""

import os
import runpy
import sys
import threading


def _leave_with_supervisor() -> None:
    while os.read(0, 1024):
        pass
    os._exit(0)


def main() -> None:
    module, *arguments = sys.argv[1:]
    threading.Thread(target=_leave_with_supervisor, name="guard", daemon=True).start()
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
