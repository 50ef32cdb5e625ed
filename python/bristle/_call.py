"""The one entry into libbristle-call: a command line and tables in, text and columns out (bristle/call.h)."""
from __future__ import annotations

import ctypes as c
import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .table import Array, Column, Table, checked

NAME = "libbristle-call.so"


class BristleError(Exception):
    """An error, with the message that the tool would print. `exit_code` is the tool's."""

    exit_code = 0


class NegativeError(BristleError):
    """There is no result: the run diverged, or a jumping force held it. Negative results are no errors."""

    exit_code = 1


class UsageError(BristleError, ValueError):
    """Wrong arguments."""

    exit_code = 2


class DataError(BristleError, ValueError):
    """A table that cannot be used."""

    exit_code = 3


class LawError(BristleError, ValueError):
    """A law, a mechanism or parameters that cannot be used."""

    exit_code = 4


class NumericalError(BristleError, ArithmeticError):
    """A result is not finite."""

    exit_code = 5


class ResourceError(BristleError, OSError):
    """No memory, or a file that cannot be read or written."""

    exit_code = 6


ERRORS = {e.exit_code: e for e in (NegativeError, UsageError, DataError, LawError, NumericalError, ResourceError)}
for error in (BristleError, *ERRORS.values()):
    error.__module__ = "bristle"  # as users know them
OK, NEGATIVE = 0, 1  # of br_status
PATIENCE = 0.5  # s: so long an interrupted call may take to end


class CDiag(c.Structure):
    _fields_ = [("line", c.c_int), ("column", c.c_int), ("text", c.c_char * 480)]


class CColumn(c.Structure):
    _fields_ = [("heading", c.c_char_p), ("v", c.c_void_p)]


class CTable(c.Structure):
    _fields_ = [("name", c.c_char_p), ("column", c.POINTER(CColumn)), ("columns", c.c_int), ("rows", c.c_size_t)]


class CAnswerColumn(c.Structure):
    _fields_ = [("name", c.c_char_p), ("unit", c.c_char_p), ("role", c.c_char_p), ("v", c.c_void_p)]


class CAnswer(c.Structure):
    _fields_ = [("text", c.c_void_p), ("size", c.c_size_t), ("column", c.POINTER(CAnswerColumn)),
                ("columns", c.c_int), ("rows", c.c_size_t)]


def find_library() -> str:
    """$BRISTLE_LIBRARY, else the one in this package, else below the prefix it is installed to, else the system's."""
    given = os.environ.get("BRISTLE_LIBRARY")
    if given:
        return given
    here = Path(__file__).resolve()
    places = [here.with_name(NAME)] + [folder / NAME for folder in here.parents]
    return next((str(p) for p in places if p.exists()), NAME + ".0")


def load() -> c.CDLL:
    try:
        lib = c.CDLL(find_library())
    except OSError as e:
        raise ImportError(f"libbristle-call is not found: {e}; $BRISTLE_LIBRARY may say where it is") from None
    lib.br_call_until.argtypes = [c.POINTER(c.POINTER(CAnswer)), c.POINTER(c.c_char_p), c.c_int, c.POINTER(CTable),
                                  c.c_int, c.POINTER(c.c_int), c.POINTER(CDiag)]
    lib.br_answer_free.argtypes = [c.POINTER(CAnswer)]
    lib.br_answer_free.restype = None
    return lib


lib = load()


def fail(status: int, why: CDiag) -> None:
    """Raises what a status other than BR_OK means."""
    raise ERRORS[lib.br_status_exit_code(status)](why.text.decode("utf-8", "replace"))


class Owner:
    """Frees the memory of an answer when its last array is gone."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def __del__(self) -> None:
        lib.br_answer_free(self.answer)


def view(owner: Owner, address: int, count: int) -> Array:
    """Memory of an answer as an array, without a copy."""
    if count == 0:
        return np.empty(0)
    memory = (c.c_double * count).from_address(address)
    memory.owner = owner  # type: ignore[attr-defined]
    return np.frombuffer(memory)


@dataclass(frozen=True)
class Answer:
    """The result of a command: its text, its table, and why it is negative ("": it is not)."""

    text: str
    table: Table
    negative: str


def encoded(what: str, text: object) -> bytes:
    """A text as C reads it, or an exception that names it."""
    if not isinstance(text, str):
        raise TypeError(f"{what}: a text is wanted here, not {type(text).__name__}")
    try:
        found = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise UsageError(f"{what}: a text with half a character in it") from None
    if b"\0" in found:
        raise UsageError(f"{what}: a text with a zero in it")
    return found


def lend(name: str, columns: Mapping[str, Array]) -> CTable:
    """A table as C sees it; its arrays are borrowed, not copied."""
    word = encoded("the name of a table", name)
    if not isinstance(columns, Mapping):
        raise TypeError(f"{name}: a mapping of headings to arrays is wanted here, not {type(columns).__name__}")
    arrays = {heading: checked(f"{name}: {heading}", v) for heading, v in columns.items()}
    lengths = {len(v) for v in arrays.values()}
    if len(lengths) != 1:
        raise DataError(f"{name}: columns of one table have equal lengths, and at least one column is needed")
    fields = (CColumn * len(arrays))(*((encoded(f"{name}: a heading", h), v.ctypes.data) for h, v in arrays.items()))
    table = CTable(word, fields, len(arrays), lengths.pop())
    table.keep = (fields, arrays)  # type: ignore[attr-defined]
    return table


class Work:
    """One call of the library. It owns all that C reads."""

    def __init__(self, words: list[bytes], tables: list[CTable]) -> None:
        self.words = (c.c_char_p * (len(words) + 1))(*words)
        self.tables = (CTable * (len(tables) + 1))(*tables)
        self.counts = len(words), len(tables)
        self.keep = tables
        self.answer, self.why, self.stop, self.status = c.POINTER(CAnswer)(), CDiag(), c.c_int(0), OK

    def run(self) -> None:
        words, tables = self.counts
        self.status = lib.br_call_until(c.byref(self.answer), self.words, words, self.tables, tables, c.byref(self.stop),
                                        c.byref(self.why))
        self.owner = Owner(self.answer)  # frees it with the last reference to this or to a view of it

    def run_until_interrupted(self) -> None:
        """Python sees Ctrl-C in its main thread only, which must not sit in C: the work is done in another one."""
        done = threading.Event()  # a join that a signal ends takes the thread for done (Python 3.11)

        def run() -> None:
            try:
                self.run()
            finally:
                done.set()

        try:
            threading.Thread(target=run, daemon=True).start()
            done.wait()
        except BaseException:  # KeyboardInterrupt, or what another handler of signals raises
            self.stop.value = 1
            done.wait(PATIENCE)  # work that goes on for longer ends by itself, and its result is dropped
            raise


def call(*words: str, tables: Mapping[str, Mapping[str, Array]] | None = None) -> Answer:
    """Runs a command of the tool, given as on the command line; `tables` are used by their names, in place of files.

    >>> call("eval", "viscous", "--at", "v = 2 m/s, sigma2 = 3 N*s/m").text.split()[-3:]
    ['=', '6', 'N']
    >>> call("simulate", "lugree", "--until", "1")
    Traceback (most recent call last):
    bristle.LawError: bristle: there is no law 'lugree'; did you mean lugre? 'bristle laws' lists them, and a file of your own ends in .law
    """
    given = [encoded("bristle", w) for w in words]
    if not isinstance(tables or {}, Mapping):
        raise TypeError(f"tables: a mapping of names to tables is wanted here, not {type(tables).__name__}")
    lent = [lend(name, columns) for name, columns in (tables or {}).items()]
    work = Work(given, lent)
    if threading.current_thread() is threading.main_thread():
        work.run_until_interrupted()
    else:
        work.run()
    status, owner, why = work.status, work.owner, work.why
    if status not in (OK, NEGATIVE):
        fail(status, why)
    a = work.answer.contents
    if status == NEGATIVE and a.size == 0:
        fail(status, why)
    columns = tuple(
        Column(a.column[i].name.decode(), a.column[i].unit.decode(), a.column[i].role.decode(),
               view(owner, a.column[i].v, a.rows)) for i in range(a.columns))
    text = c.string_at(a.text, a.size).decode("utf-8", "replace")
    return Answer(text, Table(columns), why.text.decode("utf-8", "replace") if status == NEGATIVE else "")


def text_of(name: str, value: object) -> str:
    """The value of an option as the tool reads it; a mapping is a list of assignments."""
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    if isinstance(value, (int, float, np.integer, np.floating)):
        return str(int(value)) if float(value).is_integer() else repr(float(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{k} = {text_of(name, v)}" for k, v in value.items())
    if isinstance(value, Sequence):
        return ", ".join(text_of(name, v) for v in value)
    raise TypeError(f"{name}: {type(value).__name__} is neither text, number, mapping, sequence nor True")


def words_of(options: Mapping[str, object]) -> list[str]:
    """Keyword arguments as words of the tool; None and False: not given.

    >>> words_of({"mass": "20 kg", "at": {"FC": "2 N", "m": "3 kg"}, "robust": True, "from_": 0.5, "seed": None})
    ['--mass=20 kg', '--at=FC = 2 N, m = 3 kg', '--robust', '--from=0.5']
    """
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if isinstance(value, (bool, np.bool_)):
            words += [option] if value else []
        elif value is not None:
            if isinstance(value, str) and value == "-":
                raise UsageError(f"bristle: {name}: the name of a file is wanted here, not '-'")
            words.append(f"{option}={text_of(name, value)}")
    return words
