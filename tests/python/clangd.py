"""A small editor: speaks with clangd over its standard input and output."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any


class Clangd:
    """A running clangd for one folder; a context manager."""

    def __init__(self, folder: Path, jobs: int = 2) -> None:
        self.folder = folder
        self.number = 0
        self.process = subprocess.Popen(
            ["clangd-19", f"-j={jobs}", "--background-index=0", "--log=error", f"--compile-commands-dir={folder}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def __enter__(self) -> Clangd:
        self.ask("initialize", processId=None, rootUri=self.folder.as_uri(), capabilities={})
        self.tell("initialized")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        length = 0
        assert self.process.stdout is not None
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b": ")
            if name == b"Content-Length":
                length = int(value)
        assert length, "clangd has ended"
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message

    def tell(self, method: str, **parameters: Any) -> None:
        """Something that wants no answer."""
        self._send({"method": method, "params": parameters})

    def ask(self, method: str, **parameters: Any) -> Any:
        """The answer."""
        self.number += 1
        self._send({"id": self.number, "method": method, "params": parameters})
        while True:
            message = self._receive()
            if message.get("id") == self.number and "method" not in message:
                return message.get("result")

    def open(self, file: Path) -> None:
        """Shows the file."""
        document = {"uri": file.as_uri(), "languageId": "cpp", "version": 1, "text": file.read_text(encoding="utf-8")}
        self.tell("textDocument/didOpen", textDocument=document)

    def diagnostics(self, files: Iterable[Path], at_once: int = 3) -> dict[Path, list[str]]:
        """What it says of each, "LINE: text"; each file is opened and closed."""
        waiting = list(files)
        shown: dict[str, Path] = {}
        said: dict[Path, list[str]] = {}
        while waiting or shown:
            while waiting and len(shown) < at_once:
                file = waiting.pop(0)
                shown[file.as_uri()] = file
                self.open(file)
            message = self._receive()
            if message.get("method") != "textDocument/publishDiagnostics":
                continue
            uri = message["params"]["uri"]
            if uri not in shown:  # closed: told once more, with nothing
                continue
            said[shown.pop(uri)] = [
                f"{entry['range']['start']['line'] + 1}: {entry['message']}"
                for entry in message["params"]["diagnostics"]
            ]
            self.tell("textDocument/didClose", textDocument={"uri": uri})
        return said

    def definition(self, file: Path, line: int, column: int) -> Path:
        """Where the word at that place (counted from 0) is defined."""
        found = self.ask(
            "textDocument/definition",
            textDocument={"uri": file.as_uri()},
            position={"line": line, "character": column},
        )
        return Path(found[0]["uri"].removeprefix("file://"))
