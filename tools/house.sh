# What ./run, ./test and ./tilewright share: find or install the tools, set up Python, configure and build.
# Sourced, never run. Exit statuses are those of the tilewright command: 3 for a missing tool, 70 for a broken build.

set -euo pipefail

house_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
house_stamps="$house_root/build/.stamps"
house_jobs="${TILEWRIGHT_JOBS:-$(nproc)}"

# Debian 12 names. One list: README, this script and the tests of a fresh machine all mean these.
house_packages=(
    cmake ninja-build g++ pkg-config
    clang-19 lld-19 llvm-19-dev clang-format-19 libclang-rt-19-dev
    libboost-context-dev libhwy-dev libfmt-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev
    libxxhash-dev libdw-dev libseccomp-dev zlib1g-dev
    libgtest-dev libgmock-dev libbenchmark-dev libexpat1-dev
    chromium chromium-driver
    clangd-19 gdb dpkg-dev
    python3-venv python3-dev
)

say() { printf '%s\n' "$*"; }
fail() {
    local status="$1"
    shift
    printf 'error: %s\n' "$*" >&2
    exit "$status"
}

house_hash() { sha256sum | cut -c1-16; }

# ---- system packages --------------------------------------------------------------------------------------------
missing_packages() {
    local package
    for package in "${house_packages[@]}"; do
        [[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" == installed ]] || printf '%s ' "$package"
    done
}

install_packages() {
    local as_root=()
    if [[ "$(id -u)" != 0 ]]; then
        if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
            as_root=(sudo)
        else
            fail 3 "these packages are missing and there are no rights to install them: $*
       install them with: apt-get install $*"
        fi
    fi
    say "installing: $*"
    if ! { "${as_root[@]}" apt-get update -qq &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; }; then
        fail 3 "apt-get could not install: $*"
    fi
}

ensure_system() {
    local stamp
    stamp="$house_stamps/system-$(printf '%s\n' "${house_packages[@]}" | house_hash)"
    [[ -e "$stamp" ]] && return
    if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
        local missing
        read -ra missing <<<"$(missing_packages)"
        if ((${#missing[@]})); then install_packages "${missing[@]}"; fi
    else
        local tool
        for tool in cmake ninja c++ clang-19 pkg-config python3; do
            command -v "$tool" >/dev/null ||
                fail 3 "$tool is not on PATH; this is not Debian, so nothing is installed for you. Needed (Debian names): ${house_packages[*]}"
        done
    fi
    mkdir -p "$house_stamps"
    : >"$stamp"
}

# ---- Python -----------------------------------------------------------------------------------------------------
# ensure_python [LIST...]: .venv with what these lists of tools/ name; requirements.txt alone without one.
ensure_python() {
    local name list stamp
    for name in "${@:-requirements.txt}"; do
        list="$house_root/tools/$name"
        stamp="$house_root/.venv/.stamp-$(house_hash <"$list")"
        [[ -e "$stamp" ]] && continue
        say "setting up .venv ($(grep -cv '^#' "$list") packages of tools/$name)"
        python3 -m venv "$house_root/.venv" || fail 3 "python3 -m venv .venv failed"
        "$house_root/.venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$list" ||
            fail 3 "pip could not install what tools/$name lists"
        : >"$stamp"
    done
}

# ---- build ------------------------------------------------------------------------------------------------------
# house_build FOLDER PRESET [TARGET...]: configures once, then lets ninja decide what is out of date.
house_build() {
    local folder="$house_root/$1" preset="$2"
    shift 2
    local launcher=(-DTILEWRIGHT_PCH=ON)
    command -v ccache >/dev/null && launcher=(-DTILEWRIGHT_PCH=OFF -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
    # The Python module is part of the build from the day .venv is there. The sanitizers' runtime would have to be loaded
    # into the interpreter first; those builds go without it.
    local python=OFF
    [[ "$preset" == dev && -n "$(compgen -G "$house_root/.venv/.stamp-*")" ]] && python=ON
    launcher+=("-DTILEWRIGHT_PYTHON=$python")
    # A build from nothing takes the files of a folder as one; who works on some changes that later (CONTRIBUTING.md).
    if [[ "$preset" == alone ]]; then
        launcher+=(-DTILEWRIGHT_PCH=OFF)
    elif [[ ! -e "$folder/build.ninja" ]]; then
        launcher+=(-DTILEWRIGHT_UNITY=ON)
    fi
    mkdir -p "$folder"
    if [[ ! -e "$folder/build.ninja" ]] ||
        { [[ "$python" == ON ]] && grep -q '^TILEWRIGHT_PYTHON:BOOL=OFF' "$folder/CMakeCache.txt"; }; then
        say "configuring $(basename "$folder")/ (preset $preset)"
        (cd "$house_root" && cmake --preset "$preset" "${launcher[@]}" >"$folder/configure.log" 2>&1) || {
            tail -n 30 "$folder/configure.log" >&2
            fail 3 "cmake --preset $preset failed; the whole log is $(basename "$folder")/configure.log"
        }
    fi
    local targets=()
    (($#)) && targets=(--target "$@")
    if ! NINJA_STATUS='@ %f %t %e @ ' cmake --build "$folder" --parallel "$house_jobs" "${targets[@]}" 2>&1 |
        house_progress; then
        fail 70 "the build failed"
    fi
}

# Ninja's lines as one that says how far it is and how long the rest may take; what else it prints passes as it is. A
# log gets a line every twentieth of the way, a terminal one that changes.
house_progress() {
    local on_terminal=0
    [[ -t 1 ]] && on_terminal=1
    awk -v terminal="$on_terminal" '
        $1 == "@" && $5 == "@" {
            done_ = $2; total = $3; seconds = $4
            if (total < 20 && !terminal) next
            part = int(20 * done_ / total)
            if (!terminal && part == shown && done_ != total) next
            shown = part
            left = done_ > total / 20 ? seconds / done_ * (total - done_) : -1
            line = sprintf("built %d of %d files", done_, total)
            if (left > 90) line = line sprintf(", about %d minutes left", int(left / 60 + 0.5))
            else if (left >= 0) line = line sprintf(", about %d seconds left", int(left + 0.5))
            if (terminal) printf "\r%-70s", line; else print line
            fflush()
            open_line = terminal
            next
        }
        {
            if (open_line) { printf "\n"; open_line = 0 }
            if ($0 !~ /^ninja: no work to do|^\[0\/[0-9]+\] Re-/) { print; fflush() }
        }
        END { if (open_line) printf "\n" }'
}

# The tree's package and the extension of build/ on the path of .venv.
house_python_package() {
    "$house_root/.venv/bin/python" "$house_root/python/develop.py" "$house_root/build" >/dev/null ||
        fail 70 "python/develop.py failed"
}
