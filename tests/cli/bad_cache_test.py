"""Op folders and the cache: whatever an op was compiled from is noticed when it changes, and damaged files heal.

    bad_cache_test.py BINARY
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BINARY = pathlib.Path(sys.argv[1]).resolve()


class OpFolder(unittest.TestCase):
    """A generated op in a cache of its own, with the precompiled header that the second op is compiled on."""

    @classmethod
    def setUpClass(cls):
        cls.place = pathlib.Path(tempfile.mkdtemp())
        cls.cache = cls.place / "cache"
        cls.op = cls.place / "op"
        assert cls.command("new", "made", "--expr", "exp(x) + 1", "--out", str(cls.op)).returncode == 0
        # A header of the user's, beside the folder: its text is part of the op's documentation.
        cls.outside = cls.place / "outside.hpp"
        cls.outside.write_text('#define GREETING "one"\n')
        source = cls.op / "made.cpp"
        source.write_text(f'#include "{cls.outside}"\nconst char* made_greeting() {{ return GREETING; }}\n'
                          + source.read_text())
        cls.assert_runs(cls)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.place)

    @classmethod
    def command(cls, *arguments):
        return subprocess.run([str(BINARY), *arguments], capture_output=True, text=True, timeout=600,
                              env={**os.environ, "TILEWRIGHT_CACHE": str(cls.cache)})

    def assert_runs(self):
        ran = self.command("run", str(self.op), "--shape", "32,64")
        assert ran.returncode == 0, ran.stdout + ran.stderr

    def objects(self):
        return {file.name: file.read_bytes() for file in self.cache.glob("op_made_*.so")}

    def test_a_header_anywhere_is_noticed(self):
        before = self.objects()
        self.assert_runs()
        self.assertEqual(self.objects(), before)
        self.outside.touch()  # newer, but the same
        self.assert_runs()
        self.assertEqual(self.objects(), before)
        self.outside.write_text('#define GREETING "two"\n')  # of the same length
        self.assert_runs()
        after = self.objects()
        self.assertEqual(len(after), len(before) + 1)
        new = next(bytes for name, bytes in after.items() if name not in before)
        self.assertIn(b"two", new)
        self.assertFalse(any(b"two\0" in bytes for bytes in before.values()))
        self.outside.write_text("#error no more\n")
        self.assertIn("TW3301", self.command("run", str(self.op), "--shape", "32,64").stderr)
        self.outside.write_text('#define GREETING "one"\n')
        self.assert_runs()

    def damage(self, file, how):
        bytes = file.read_bytes()
        if how == "flipped":
            middle = len(bytes) // 2
            bytes = bytes[:middle] + b"flipped bytes" * 8 + bytes[middle + 104:]
        file.write_bytes({"cut": bytes[:len(bytes) // 3], "empty": b"", "flipped": bytes}[how])

    def test_a_damaged_object_heals(self):
        for how in ("cut", "flipped", "empty"):
            with self.subTest(how=how):
                self.assert_runs()
                for file in self.cache.glob("op_made_*.so"):
                    self.damage(file, how)
                damaged = self.objects()
                self.assert_runs()
                self.assertNotEqual(self.objects(), damaged)

    def test_a_damaged_precompiled_header_heals(self):
        for how in ("cut", "flipped", "empty", "header"):
            with self.subTest(how=how):
                headers = list(self.cache.glob("host_prefix_*.pch"))
                self.assertEqual(len(headers), 1)
                if how == "header":  # that it was made from
                    for file in (self.cache / "prefix").iterdir():
                        file.write_text("#error damaged\n")
                else:
                    self.damage(headers[0], how)
                for file in self.cache.glob("op_made_*"):
                    file.unlink()
                self.assert_runs()  # compiled without it; it is made anew beside that
                for file in self.cache.glob("op_made_*"):
                    file.unlink()
                self.assert_runs()
                for file in headers:  # what is there now is whole
                    self.assertGreater(file.stat().st_size, 1 << 20)

    def test_a_cache_of_somebody_else_is_refused(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give folders away")
        os.chown(self.cache, 54321, 54321)
        ran = self.command("run", str(self.op), "--shape", "32,64")
        os.chown(self.cache, 0, 0)
        self.assertEqual(ran.returncode, 3, ran.stderr)
        self.assertIn("TW3104", ran.stderr)
        self.assertIn("set TILEWRIGHT_CACHE to a folder of your own", ran.stderr)
        self.assert_runs()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
