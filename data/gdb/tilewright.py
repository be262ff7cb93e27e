"""Kernels in gdb: where one has stopped, its circular buffers, tiles and DST. `tilewright debug` reads this file.

    tw break FILE:LINE [THREAD]   stop there, on the chosen core only; THREAD: BRISC, NCRISC, UNPACK, MATH or PACK
    tw core X,Y | tw core all     which core is stopped on
    tw where                      core and thread
    tw cbs                        all circular buffers of the core
    tw tile CB [PAGE]             a page as a tile: 0 is the one that is read next, -1 the one that is written next
    tw dst [SLOT]                 DST of the compute unit: which slots are in use, or one of them

The functions that answer are the library's (src/doctor/debugger.cpp).
"""

import gdb

core = (0, 0)  # None: all


def ask(name, *numbers):
    """The text that a function of the library returns."""
    if gdb.selected_thread() is None:
        return "no program is running\n"
    kinds = ", ".join(["int"] * len(numbers))
    try:
        gdb.execute("set scheduler-locking on")  # nobody else runs meanwhile
        call = f"((const char* (*)({kinds})) {name})({', '.join(str(number) for number in numbers)})"
        return gdb.parse_and_eval(call).string()
    except gdb.error as error:
        return f"nothing to ask: {error}\n"
    finally:
        gdb.execute("set scheduler-locking replay")


THREADS = {"BRISC": 0, "NCRISC": 1, "UNPACK": 2, "MATH": 3, "PACK": 4, "COMPUTE": 5}


kernel_breakpoints = []  # (number, place, processor)


def stop_at(place, processor):
    """A breakpoint with a condition. By a command of gdb's: only these wait for a file together with theirs."""

    def is_member(name, value):  # of the running thread; the library says where it lies, so its types are not needed
        return f"*(unsigned char*) (*(char**) &tw_self + *(int*) &tw_debug_offset_{name}) == {value}"

    parts = [] if processor < 0 else [is_member("processor", processor)]
    if core is not None:
        parts += [is_member("x", core[0]), is_member("y", core[1])]
    gdb.execute(f"break {place}" + (" if " + " && ".join(parts) if parts else ""))
    kernel_breakpoints.append((gdb.breakpoints()[-1].number, place, processor))


class Tilewright(gdb.Command):
    """Kernels on the virtual card: tw break, core, where, cbs, tile, dst."""

    def __init__(self):
        super().__init__("tw", gdb.COMMAND_USER, gdb.COMPLETE_NONE)

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument) or [""]
        action = getattr(self, "do_" + words[0], None)
        if action is None:
            raise gdb.GdbError(__doc__)
        try:
            action(*words[1:])
        except (TypeError, ValueError) as error:
            raise gdb.GdbError(f"{error}\n{__doc__}") from None

    def do_break(self, place, thread=""):
        if thread and thread.upper() not in THREADS:
            raise ValueError(f"there is no thread {thread}; there are {', '.join(THREADS)}")
        stop_at(place, THREADS[thread.upper()] if thread else -1)

    def do_core(self, text):
        global core
        core = None if text == "all" else tuple(int(number) for number in text.split(","))
        if core is not None and len(core) != 2:
            raise ValueError("a core is X,Y")
        there = {breakpoint.number: breakpoint for breakpoint in gdb.breakpoints()}
        known = [entry for entry in kernel_breakpoints if entry[0] in there]
        kernel_breakpoints.clear()
        for number, place, processor in known:
            there[number].delete()
            stop_at(place, processor)

    def do_where(self):
        gdb.write(ask("tw_debug_where"))

    def do_cbs(self):
        gdb.write(ask("tw_debug_cbs"))

    def do_tile(self, cb, page="0"):
        gdb.write(ask("tw_debug_tile", int(gdb.parse_and_eval(cb)), int(gdb.parse_and_eval(page))))

    def do_dst(self, slot="-1"):
        gdb.write(ask("tw_debug_dst", int(gdb.parse_and_eval(slot))))


def stopped(event):
    """Says where, above what gdb says of the line."""
    if isinstance(event, gdb.BreakpointEvent):
        gdb.write(ask("tw_debug_where"))


Tilewright()
gdb.events.stop.connect(stopped)
for setting in ("breakpoint pending on", "confirm off", "pagination off", "print thread-events off"):
    gdb.execute("set " + setting)
# The engine's own: a kernel that reads what is no memory is told of as a finding.
gdb.execute("handle SIGSEGV nostop noprint pass", to_string=True)
