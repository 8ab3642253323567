"""What a process takes of the machine: CPU to the microsecond, resident memory and its peak."""
import os
import time

TICK = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid):
    """Seconds of CPU that the threads of a process have used."""
    total = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        except OSError:
            pass
    return total / 1e9


def memory(pid):
    """Resident memory and its peak, in units of a million bytes."""
    now = peak = 0
    with open(f"/proc/{pid}/status") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                now = int(line.split()[1])
            elif line.startswith("VmHWM:"):
                peak = int(line.split()[1])
    return now * 1024 / 1e6, peak * 1024 / 1e6


def forget_peak(pid):
    """Begins the peak of resident memory anew."""
    with open(f"/proc/{pid}/clear_refs", "w") as file:
        file.write("5")


class Foreign:
    """CPU time that others took meanwhile, as a percentage of one core: what makes a run doubtful."""

    def __init__(self, own):
        self.own = own
        self.start, self.used = time.monotonic(), self._others()

    def _others(self):
        with open("/proc/stat") as file:
            fields = [int(field) for field in file.readline().split()[1:]]
        busy = (sum(fields[:3]) + sum(fields[5:8])) / TICK
        mine = sum(os.times()[:2])
        for pid in self.own:
            try:
                mine += cpu_seconds(pid)
            except OSError:
                pass
        return busy - mine

    def percent(self):
        return max(0.0, 100 * (self._others() - self.used) / (time.monotonic() - self.start))
