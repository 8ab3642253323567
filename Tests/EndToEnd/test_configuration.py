"""Bad configuration: every error names file, line, column, key and what is allowed."""
import os
import re
import subprocess

from furnished import require
from house import binary


def check(directory, text):
    path = os.path.join(directory, "gatehouse.toml")
    with open(path, "w") as file:
        file.write(text)
    result = subprocess.run([binary(), "check", "--config", path], capture_output=True, text=True, timeout=10)
    return path, result


def test_errors_name_the_place_and_what_is_allowed(directory, stack):
    path, result = check(directory, 'schema = 1\n[mqtt]\nurl = "mqtt://localhost"\nkeep_alive = 2\n'
                                    '[cloud]\nprofil = "direct"\n[[network]]\nport = "/dev/ttyUSB0"\nchannel = 9\n')
    require(result.returncode == 78, f"exit code {result.returncode}")
    output = result.stdout + result.stderr
    require(re.search(re.escape(path) + r":4:\d+: .*keep_alive.*5.*65535", output), f"keep_alive: {output}")
    require(re.search(re.escape(path) + r":6:\d+: .*profil.*profile", output), f"profil: {output}")
    require(re.search(re.escape(path) + r":9:\d+: .*channel.*11.*26", output), f"channel: {output}")


def test_run_ends_with_78_and_says_why(directory, stack):
    path, _ = check(directory, "schema = 1\n[mqtt\n")
    result = subprocess.run([binary(), "run", "--config", path], capture_output=True, text=True, timeout=10)
    require(result.returncode == 78, f"exit code {result.returncode}")
    require(f"{path}:2:" in result.stderr, result.stderr)


def test_the_example_is_valid(directory, stack):
    from house import ROOT
    result = subprocess.run([binary(), "check", "--config", os.path.join(ROOT, "config", "gatehouse.toml")],
                            capture_output=True, text=True, timeout=10)
    require(result.returncode == 0, result.stdout + result.stderr)


def test_a_missing_file_is_a_configuration_error(directory, stack):
    result = subprocess.run([binary(), "run", "--config", os.path.join(directory, "none.toml")],
                            capture_output=True, text=True, timeout=10)
    require(result.returncode == 78 and "none.toml" in result.stderr, result.stderr)
