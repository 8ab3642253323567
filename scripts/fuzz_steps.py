"""Builds and runs the fuzz targets. See `scripts/fuzz`."""
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.path.join(ROOT, "Fuzz", "corpus")
SANITIZERS = os.environ.get("GATEHOUSE_FUZZ_SANITIZERS", "fuzzer,address")
BUILD = os.path.join(ROOT, ".build", "fuzz")
PRODUCT = os.path.join(BUILD, SANITIZERS.replace(",", "-"))
BINARY = os.path.join(PRODUCT, "gatehouse-fuzz")
FOUND = os.path.join(BUILD, "corpus")
FINDINGS = os.path.join(BUILD, "findings")
# Longest input in bytes, where 4,096 would be too short or a waste.
LENGTHS = {"znp-session": 1024, "gateway": 1024, "mqtt-session": 1024, "zcl": 512, "zdo": 512,
           "settings": 8192, "state": 8192, "store-file": 65536}
# An input that takes longer is a finding; slow machines and sanitizers need some air.
INPUT_SECONDS = 10
MEMORY_MEGABYTES = 2048


def targets():
    return sorted(os.listdir(CORPUS))


def build():
    environment = dict(os.environ, GATEHOUSE_FUZZ="1")
    command = ["swift", "build", "-c", "release", "--product", "GatehouseFuzz", "--scratch-path", PRODUCT,
               "-Xswiftc", "-enable-testing", "-Xswiftc", "-parse-as-library",
               "-Xswiftc", f"-sanitize={SANITIZERS}", "-Xcc", "-fsanitize=fuzzer-no-link"]
    if "address" in SANITIZERS:
        command += ["-Xcc", "-fsanitize=address", "-Xcxx", "-fsanitize=address"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    library = os.path.join(PRODUCT, "release", "libGatehouseFuzz.a")
    if os.path.exists(BINARY) and os.path.getmtime(BINARY) > os.path.getmtime(library):
        return
    libraries = []
    for package in ("libsystemd", "libudev", "openssl", "sqlite3"):
        text = subprocess.run(["pkg-config", "--libs", package], check=True, capture_output=True, text=True).stdout
        libraries += text.split()
    # libFuzzer brings `main`; a library linked as a whole keeps the entry point that nobody calls by name.
    subprocess.run(["swiftc", f"-sanitize={SANITIZERS}", "-o", BINARY, "-Xlinker", "--whole-archive", library,
                    "-Xlinker", "--no-whole-archive", *libraries, "-lstdc++"], cwd=ROOT, check=True)


def blind(executions, target, seed="1"):
    """Runs a target that is built without sanitizer on inputs that are changed blindly; the exit code."""
    scratch = os.path.join(BUILD, "blind")
    subprocess.run(["swift", "build", "-c", "release", "--product", "gatehouse-fuzz-blind", "--scratch-path", scratch,
                    "-Xswiftc", "-enable-testing"], cwd=ROOT, env=dict(os.environ, GATEHOUSE_FUZZ="1"), check=True)
    return subprocess.run([os.path.join(scratch, "release", "gatehouse-fuzz-blind"), os.path.join(CORPUS, target),
                           executions, seed], env=environment(target)).returncode


def environment(target):
    return dict(os.environ, GATEHOUSE_FUZZ_TARGET=target, GATEHOUSE_FUZZ_ROOT=ROOT,
                ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1:malloc_context_size=2")


def flags(target):
    return [f"-max_len={LENGTHS.get(target, 4096)}", f"-timeout={INPUT_SECONDS}",
            f"-rss_limit_mb={MEMORY_MEGABYTES}", f"-artifact_prefix={os.path.join(FINDINGS, target)}-"]


def run(target, seconds):
    """Executions, and whether nothing was found."""
    os.makedirs(FINDINGS, exist_ok=True)
    grown = os.path.join(FOUND, target)
    os.makedirs(grown, exist_ok=True)
    command = [BINARY, *flags(target), "-print_final_stats=1"]
    command += [f"-max_total_time={seconds}"] if seconds > 0 else ["-runs=0"]
    child = subprocess.run([*command, grown, os.path.join(CORPUS, target)], cwd=ROOT, env=environment(target),
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    executed = re.findall(r"stat::number_of_executed_units:\s*(\d+)", child.stdout)
    peak = re.findall(r"stat::peak_rss_mb:\s*(\d+)", child.stdout)
    covered = re.findall(r"cov: (\d+)", child.stdout)
    if child.returncode != 0:
        print("\n".join(child.stdout.splitlines()[-80:]), flush=True)
    return (int(executed[-1]) if executed else 0, int(covered[-1]) if covered else 0,
            int(peak[-1]) if peak else 0, child.returncode == 0)


def main(words):
    if words == ["--list"]:
        print("\n".join(targets()))
        return 0
    if words[:1] == ["--blind"]:
        return blind(*words[1:])
    if "--no-build" in words:
        words.remove("--no-build")
    else:
        build()
    if words == ["--build"]:
        return 0
    if words and words[0] == "--reproduce":
        return subprocess.run([BINARY, *flags(words[1]), words[2]], env=environment(words[1])).returncode
    seconds = int(words.pop(0)) if words and words[0].isdigit() else 60
    unknown = sorted(set(words) - set(targets()))
    if unknown:
        print(f"no such target: {', '.join(unknown)}; there are: {', '.join(targets())}")
        return 2
    passed, rows = 0, []
    for target in words or targets():
        start = time.monotonic()
        executions, covered, peak, is_sound = run(target, seconds)
        passed += is_sound
        rows.append((target, executions, covered, peak, time.monotonic() - start, "" if is_sound else "FOUND"))
        print("%-18s %12d executions %7d covered %5d MB %6.0f s %s" % rows[-1], flush=True)
    print(f"\n{'target':<18}{'executions':>13}{'covered':>9}{'MB':>6}{'seconds':>9}")
    for row in rows:
        print("%-18s%13d%9d%6d%9.0f  %s" % row)
    print(f"{passed} passed, {len(rows) - passed} failed")
    return 0 if passed == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
