"""Commands with --isolate: host files of an op folder reach what they need and nothing else; the same without it reach
everything, so that the test shows a difference.

    isolate_test.py BINARY
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY = pathlib.Path(sys.argv[1]).resolve()

# Host code that tries to read, write, and talk, and says what came of it.
HOST_CODE = r"""
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
namespace {
struct Curious {
    Curious() {
        const char* secret = std::getenv("SECRET_FILE");
        const char* planted = std::getenv("PLANTED_FILE");
        std::fprintf(stderr, "read:%d write:%d talk:%d kill:%d\n", ::open(secret, O_RDONLY) >= 0,
                     ::open(planted, O_WRONLY | O_CREAT, 0600) >= 0, ::socket(AF_INET, SOCK_STREAM, 0) >= 0,
                     ::kill(std::atoi(std::getenv("SOMEBODY")), 0) == 0);
    }
} curious;
}  // namespace
"""


class Isolate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)
        self.work = self.home / "work"
        self.work.mkdir()
        self.secret = self.home / "secret.txt"
        self.secret.write_text("mine\n")
        self.planted = self.home / "planted.txt"
        # A process that is not its child.
        self.somebody = subprocess.Popen(["sleep", "600"])
        self.addCleanup(self.somebody.wait)
        self.addCleanup(self.somebody.kill)

    def run_command(self, *arguments, **settings):
        settings = {**os.environ, "SECRET_FILE": str(self.secret), "PLANTED_FILE": str(self.planted),
                    "SOMEBODY": str(self.somebody.pid), **settings}
        return subprocess.run([str(BINARY), *arguments], capture_output=True, text=True, timeout=300, cwd=self.work,
                              env=settings)

    def test_an_op_folder_reaches_its_own_only(self):
        made = self.run_command("new", "curious", "--expr", "x * 2", "--out", "curious")
        self.assertEqual(made.returncode, 0, made.stderr)
        entry = self.work / "curious" / "curious.cpp"
        entry.write_text(entry.read_text() + HOST_CODE)
        call = ("run", "./curious", "--shape", "64,64")
        kept = self.run_command(*call, "--isolate", TILEWRIGHT_CACHE=str(self.home / "cache"))
        self.assertEqual(kept.returncode, 0, kept.stderr)
        self.assertIn("right:", kept.stdout)
        self.assertFalse(self.planted.exists())
        free = self.run_command(*call)
        self.assertEqual(free.returncode, 0, free.stderr)
        self.assertIn("read:1 write:1 talk:1 kill:1", free.stderr)
        self.assertTrue(self.planted.exists())
        if "no Landlock" in kept.stderr:
            self.assertIn("talk:0", kept.stderr)
        elif "they are not filtered" in kept.stderr:  # a build with sanitizers
            self.assertIn("read:0 write:0", kept.stderr)
        else:
            self.assertIn("read:0 write:0 talk:0", kept.stderr)

    def test_an_end_without_a_word_is_no_success(self):
        made = self.run_command("new", "quick", "--expr", "x * 2", "--out", "quick")
        self.assertEqual(made.returncode, 0, made.stderr)
        entry = self.work / "quick" / "quick.cpp"
        entry.write_text(entry.read_text() + "#include <cstdlib>\nnamespace { struct Quick { Quick() { std::_Exit(0); } } quick_end; }\n")
        ran = self.run_command("run", "./quick", "--shape", "64,64", "--isolate")
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertIn("TW2616", ran.stderr)

    def test_what_looks_inside_works_in_a_confined_command(self):
        ran = self.run_command("check", "centralize_w_rm", "--shape", "64,64", "--isolate")
        self.assertEqual(ran.returncode, 0, ran.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
