"""How others get Tilewright, with the real tools: a prefix, a Debian package, a wheel, a link to the tree.

    package_test.py BUILD COMPILER SANITIZE CLASS

BUILD is the build folder, COMPILER the C++ compiler, SANITIZE what the library was built with or "". docs/use.md
says what is tried, word by word; this says in which order and where.
"""

import os
import pathlib
import re
import shutil
import sys
import unittest
import zipfile

import page

BUILD, COMPILER, SANITIZE = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], sys.argv[3]
SOURCE = pathlib.Path(__file__).resolve().parents[2]
DEEP = os.environ.get("TILEWRIGHT_DEEP") == "1"
MAX_MEGABYTES = 15  # of a wheel
PAGE = page.sections(SOURCE / "docs" / "use.md")

# A call of every command, quick ones. What is new in --help has to be here.
COMMANDS = {
    "ops": "ops",
    "run": "run my_norm --shape 32,64",
    "stage": "stage centralize_w_rm --to 3",
    "sweep": "sweep centralize_w_rm --cases 1",
    "accuracy": "accuracy centralize_w_rm --shape 32,64",
    "analyse": "analyse centralize_w_rm",
    "new": "new my_norm --expr 'x - mean(x)' --out my_norm",
    "plan": "plan my_norm/spec.toml",
    "tune": "tune centralize_w_rm --shape 32,64",
    "diff": "diff my_norm my_norm@depth=1 --shape 32,64",
    "export": "export my_norm --to tree --form python",
    "fuzz-specs": "fuzz-specs --count 1",
    "examples": "examples",
    "check": "check add_integers",
    "time": "time add_integers",
    "mutate": "mutate add_integers --most 1",
    "card": "card",
    "explain": "explain TW1001",
    "bench": "bench --quick --part engine --filter tile/add",
    "py": "py my_norm/python/use.py",
    "cache": "cache",
    "env": "env",
    "editor": "editor my_norm",
    "mcp": "mcp < /dev/null",
    "debug": "debug add_integers --break add.cpp:20 --ex 'tw cbs' --batch | grep 'core (0,0)'",
}


class Installation(unittest.TestCase):
    """A folder of its own that is HOME, with what "Get it" of the page puts there."""

    @classmethod
    def setUpClass(cls):
        cls.home = BUILD / "package_test" / cls.__name__.lower()
        cache = cls.home / "cache"  # kernels of an earlier run serve this one
        cls.home.mkdir(parents=True, exist_ok=True)
        for entry in cls.home.iterdir():
            if entry != cache:
                shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
        cls.bin = cls.home / "bin"
        cls.bin.mkdir()
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("TILEWRIGHT_", "TT_METAL", "PYTHON", "CMAKE_", "PKG_CONFIG"))
        }
        cls.environment = {
            **kept,
            "HOME": str(cls.home),
            "TILEWRIGHT_CACHE": str(cache),
            "CXX": COMPILER,
            "PATH": f"{cls.bin}:{os.environ['PATH']}",
        }
        if SANITIZE:
            cls.environment["CXXFLAGS"] = f"-fsanitize={SANITIZE}"

    @classmethod
    def run_in(cls, command, folder=None, status=0):
        return page.run(command, folder or cls.home, cls.environment, status)

    @classmethod
    def get(cls, word):
        """The line of "Get it" with that word, as it stands but for the name of the build folder."""
        line = next(line for line in PAGE["Get it"][0].text.splitlines() if word in line)
        line = line.replace("--install build", f"--install {BUILD}").replace("cd build", f"cd {BUILD}")
        return cls.run_in(line, SOURCE)

    def try_section(self, name):
        folder = self.home / f"project_{name.lower()}"
        page.write_files(PAGE["CMake"], folder)  # the program, which other sections have, too
        return page.try_section(PAGE[name], folder, self.environment)

    def a_program_builds_and_runs(self):
        self.assertIn("100% tests passed", self.try_section("CMake"))


class Prefix(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.get("--install build")
        # Moved before use: nothing may remember where it was installed.
        cls.prefix = cls.home / "moved to"
        (cls.home / "tilewright").rename(cls.prefix)
        (cls.bin / "tilewright").symlink_to(cls.prefix / "bin" / "tilewright")

    def test_the_command_through_a_link(self):
        self.assertEqual(self.run_in("tilewright env --prefix").strip(), str(self.prefix))
        shutil.copytree(self.prefix / "share/tilewright/ops/centralize_w_rm", self.home / "ops/centralize_w_rm")
        self.run_in("tilewright run ops/centralize_w_rm --shape 33,65")

    def test_cmake(self):
        self.a_program_builds_and_runs()

    @unittest.skipIf(SANITIZE, "the Makefile has flags of its own")
    def test_make(self):
        self.assertIn("passed", self.try_section("Make"))

    # Every header of each target by itself, as far as it is meant to be included so.
    @unittest.skipIf(SANITIZE, "says nothing about sanitizers")
    def test_every_include_folder(self):
        include = self.prefix / "include" / "tilewright"
        layers = [
            path.relative_to(include)
            for path in sorted(include.rglob("*.hpp"))
            if not path.name.endswith("-inl.hpp") and path.relative_to(include).parts[0] != "api"
        ]
        api = {
            name: sorted(path.relative_to(include / "api" / name) for path in (include / "api" / name).rglob("*.hpp"))
            for name in ("metal", "ttnn")
        }
        self.assertGreater(len(api["metal"]), 60)
        kernels = [pathlib.Path("hostdevcommon/kernel_structs.h")]
        folder = self.home / "headers"
        folder.mkdir()
        for name, headers, check in (
            ("metal", api["metal"], ""),
            ("ttnn", api["metal"] + api["ttnn"], ""),
            (
                "layers",
                layers + kernels,
                '#if !__has_include("api/dataflow/dataflow_api.h") || '
                '!__has_include("compute_kernel_api/tilize.h") || '
                '!__has_include("ops/common/seed_ops.hpp")\n#error a folder is missing\n#endif\n',
            ),
        ):
            (folder / f"{name}.cpp").write_text("".join(f'#include "{header}"\n' for header in headers) + check)
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.22)\nproject(headers LANGUAGES CXX)\n"
            "find_package(TT-NN REQUIRED)\nadd_compile_options(-fsyntax-only)\n"
            "add_library(metal OBJECT metal.cpp)\ntarget_link_libraries(metal TT::Metalium)\n"
            "add_library(ttnn OBJECT ttnn.cpp)\ntarget_link_libraries(ttnn TTNN::TTNN)\n"
            "add_library(layers OBJECT layers.cpp)\ntarget_link_libraries(layers Tilewright::tilewright)\n"
            "foreach(name TT::STL tt_metal Metalium::Metal TTNN::CPP TTNN::Core Metalium::TTNNCPP "
            "Tilewright::command)\n"
            '  if(NOT TARGET ${name})\n    message(FATAL_ERROR "no target ${name}")\n  endif()\nendforeach()\n'
        )
        self.run_in(
            f"cmake -S headers -B headers/build -DCMAKE_PREFIX_PATH='{self.prefix}' && "
            "cmake --build headers/build --parallel 2"
        )


class Tree(Installation):
    """The tree as it is built, through a link in a folder of PATH."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # The script of the tree is about build/; another build folder has its own command.
        script = SOURCE / "tilewright" if BUILD == SOURCE / "build" else BUILD / "bin" / "tilewright"
        (cls.bin / "tilewright").symlink_to(script)

    def test_the_command_through_a_link(self):
        self.assertEqual(self.run_in("tilewright env --prefix").strip(), str(BUILD))
        second = self.home / "second"
        second.symlink_to(self.bin / "tilewright")
        self.assertTrue(self.run_in([second, "--version"]).startswith("tilewright "))

    def test_cmake(self):
        self.a_program_builds_and_runs()

    @unittest.skipIf(SANITIZE, "the Makefile has flags of its own")
    def test_make(self):
        self.assertIn("passed", self.try_section("Make"))


@unittest.skipUnless(shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps"), "not Debian")
class Debian(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.get("cpack")
        cls.package = next((cls.home / "dist").glob("tilewright_*.deb"))
        cls.root = cls.home / "root"
        # A system of its own, with nothing else in it: what is needed is asked for below.
        (cls.root / "var/lib/dpkg/info").mkdir(parents=True)
        (cls.root / "var/lib/dpkg/updates").mkdir()
        (cls.root / "var/lib/dpkg/status").touch()
        cls.dpkg = ["dpkg", f"--root={cls.root}", "--force-depends", "--force-not-root", "--force-script-chrootless"]
        cls.run_in([*cls.dpkg, "--install", cls.package])
        (cls.bin / "tilewright").symlink_to(cls.root / "usr/bin/tilewright")

    def test_what_dpkg_says(self):
        self.assertIn("tilewright", self.run_in([*self.dpkg, "--list", "tilewright"]))
        self.assertEqual(self.run_in([*self.dpkg, "--verify", "tilewright"]), "")
        listed = self.run_in([*self.dpkg, "--listfiles", "tilewright"]).splitlines()
        for file in ("/usr/bin/tilewright", "/usr/lib/libtilewright.so", "/usr/lib/cmake/TT-NN/TT-NNConfig.cmake"):
            self.assertIn(file, listed)
        # Programs of general names are nobody's business but ours.
        self.assertEqual([f for f in listed if f.startswith("/usr/bin/")], ["/usr/bin/tilewright"])

    def test_what_it_depends_on(self):
        text = self.run_in(["dpkg-deb", "--field", self.package, "Depends"])
        needed = {entry.split()[0] for entry in text.split(",")}
        self.assertLessEqual({"clang-19", "lld-19", "libdw1"}, needed)
        said = set(re.findall(r"`([a-z0-9.+-]+)`", (SOURCE / "docs" / "use.md").read_text()))
        self.assertEqual(needed - said, set(), "docs/use.md does not name these")
        for package in needed:  # this machine runs it, so it has them
            self.run_in(["dpkg-query", "--status", package])

    def test_a_program(self):
        self.assertEqual(self.run_in("tilewright env --prefix").strip(), str(self.root / "usr"))
        self.run_in("tilewright examples add_integers")
        self.a_program_builds_and_runs()

    def test_removed_without_a_trace(self):
        other = self.home / "other"
        shutil.copytree(self.root, other, symlinks=True)
        self.run_in(
            ["dpkg", f"--root={other}", "--force-not-root", "--force-script-chrootless", "--remove", "tilewright"]
        )
        self.assertFalse(list((other / "usr").rglob("*tilewright*")) if (other / "usr").exists() else [])


@unittest.skipUnless(
    (SOURCE / ".venv/bin/python").exists() and BUILD == SOURCE / "build", "the wheel is that of build/"
)
class Wheel(Installation):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.get("tools/wheel")
        cls.wheel = next((cls.home / "dist").glob("*.whl"))
        cls.run_in([SOURCE / ".venv/bin/python", "-m", "venv", cls.home / "venv"])
        # What pip would fetch is linked from the tree's environment; torch and the tree's own package are not.
        versions = pathlib.Path("lib") / next((cls.home / "venv/lib").iterdir()).name / "site-packages"
        for entry in (SOURCE / ".venv" / versions).iterdir():
            if not re.match(
                r"(torch|functorch|nvidia|triton|tilewright|pip|setuptools|_distutils|distutils)", entry.name
            ):
                (cls.home / "venv" / versions / entry.name).symlink_to(entry)
        cls.environment.update(
            PATH=f"{cls.home}/venv/bin:{cls.environment['PATH']}", PIP_NO_INDEX="1", PIP_DISABLE_PIP_VERSION_CHECK="1"
        )

    def test_1_small_and_stripped(self):
        self.assertLess(self.wheel.stat().st_size, MAX_MEGABYTES * 1e6)

    def test_2_the_page(self):
        self.assertIn("1 passed", self.try_section("pip"))
        self.run_in("python -c 'import torch'", status=1)

    def test_3_every_command(self):
        listed = re.findall(r"^  ([a-z-]+) {2,}\S", self.run_in("tilewright --help").split("Subcommands:")[1], re.M)
        self.assertEqual(set(listed), set(COMMANDS), "a command without a call here")
        folder = self.home / "commands"
        folder.mkdir()
        self.run_in("tilewright " + COMMANDS["new"], folder)
        (folder / "my_norm/python").mkdir(exist_ok=True)
        (folder / "my_norm/python/use.py").write_text("import ttnn\nprint(ttnn.get_num_devices())\n")
        for name in listed:
            if name != "new":
                self.run_in("tilewright " + COMMANDS[name], folder)

    def test_4_cmake_with_nothing_else(self):
        prefix = self.run_in("tilewright env --prefix").strip()
        self.assertTrue(prefix.endswith("site-packages/tilewright"), prefix)
        self.a_program_builds_and_runs()

    @unittest.skipUnless(DEEP, "compiles everything: TILEWRIGHT_DEEP=1")
    def test_5_pip_wheel_from_nothing(self):
        self.run_in(
            [
                SOURCE / ".venv/bin/python",
                "-m",
                "pip",
                "wheel",
                SOURCE,
                "--no-deps",
                "--no-build-isolation",
                "--wheel-dir",
                self.home / "from_nothing",
            ]
        )
        made = next((self.home / "from_nothing").glob("*.whl"))
        self.assertEqual(sorted(zipfile.ZipFile(made).namelist()), sorted(zipfile.ZipFile(self.wheel).namelist()))
        self.assertLess(made.stat().st_size, MAX_MEGABYTES * 1e6)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], defaultTest=sys.argv[4], verbosity=2)
