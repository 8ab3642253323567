"""`scripts/reliability mqtt-kill`: kill -9 of publishers and of subscribers, against a durable mosquitto.

A publisher (`gatehouse mqtt pub --store`) reads numbered lines and prints the number of each when it is durable. A
subscriber (`gatehouse mqtt sub --store --output`) writes what comes to a file. Each is killed at a random moment and
started again, at QoS 1 and at QoS 2 in turn. At the end every confirmed message has arrived: at QoS 2 once, at QoS 1
at least once; nothing has arrived that was not published.
"""
import collections
import contextlib
import os
import random
import subprocess
import threading
import time

from house import Broker, Failure, binary, wait_for

PUBLISHERS = {1: "killed/publisher/1", 2: "killed/publisher/2"}


def client(broker, *words):
    return [binary(), "mqtt", words[0], "-h", "127.0.0.1", "-p", str(broker.port), "--quiet", *words[1:]]


class Listener:
    """mosquitto's own subscriber, which nobody kills: what was truly published."""

    def __init__(self, broker, log):
        self.lines = []
        self.child = subprocess.Popen(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(broker.port), "-i", "listener", "-c", "-q", "2", "-t",
             "killed/#", "-F", "%t %p"], stdout=subprocess.PIPE, stderr=log, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.child.stdout:
            self.lines.append(line.rstrip("\n"))

    def wait_until_quiet(self, seconds=3):
        """Until nothing has come for a while."""
        count, since = -1, time.monotonic()
        while time.monotonic() - since < seconds:
            if len(self.lines) != count:
                count, since = len(self.lines), time.monotonic()
            time.sleep(0.1)

    def seen(self, topic):
        prefix = topic + " "
        return [line[len(prefix):] for line in self.lines if line.startswith(prefix)]

    def close(self):
        self.child.kill()
        self.child.wait()


class KilledPublisher:
    """The lives of one publisher: each goes on with the store that the last one left."""

    def __init__(self, broker, directory, qos, log):
        self.broker, self.qos, self.log = broker, qos, log
        self.store = os.path.join(directory, f"publisher-{qos}")
        self.offered, self.confirmed = 0, set()

    def command(self, *words):
        return client(self.broker, "pub", "-i", f"publisher-{self.qos}", "--store", self.store, "-q", str(self.qos),
                      "-t", PUBLISHERS[self.qos], "-l", *words)

    def life(self, generator):
        child = subprocess.Popen(self.command("--confirm"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=self.log, text=True, bufsize=1)
        first, numbers = self.offered, []
        reader = threading.Thread(target=lambda: numbers.extend(child.stdout), daemon=True)
        reader.start()
        end = time.monotonic() + generator.uniform(0.03, 0.35)
        with contextlib.suppress(BrokenPipeError):
            while time.monotonic() < end:
                for _ in range(generator.randrange(1, 40)):
                    child.stdin.write(f"{self.offered}\n")
                    self.offered += 1
                child.stdin.flush()
                time.sleep(generator.uniform(0, 0.01))
        child.kill()
        child.wait()
        reader.join(10)
        with contextlib.suppress(BrokenPipeError):
            child.stdin.close()
        # A number that is cut off was not said.
        self.confirmed |= {first + int(number) - 1 for number in numbers if number.endswith("\n")}

    def deliver_rest(self):
        subprocess.run(self.command("-W", "60"), stdin=subprocess.DEVNULL, stderr=self.log, check=True, timeout=90)

    def judge(self, seen):
        counts = collections.Counter(map(int, seen))
        lost = sorted(self.confirmed - set(counts))
        if lost:
            raise Failure(f"QoS {self.qos}: {len(lost)} confirmed messages are lost, as {lost[:10]}")
        made_up = [number for number in counts if number >= self.offered]
        if made_up:
            raise Failure(f"QoS {self.qos}: never published: {made_up[:10]}")
        doubled = sorted(number for number, count in counts.items() if count > 1)
        if self.qos == 2 and doubled:
            raise Failure(f"QoS 2: {len(doubled)} messages arrived twice, as {doubled[:10]}")
        return f"QoS {self.qos}: {len(self.confirmed)} confirmed, 0 lost, {len(doubled)} doubled"


class KilledSubscriber:
    """The lives of one subscriber, whose file has everything once."""

    def __init__(self, broker, directory, qos, log):
        self.broker, self.qos, self.log = broker, qos, log
        self.topic = f"killed/subscriber/{qos}"
        self.file = os.path.join(directory, f"received-{qos}")
        self.words = ["-i", f"subscriber-{qos}", "--store", os.path.join(directory, f"subscriber-{qos}"), "-q", "2",
                      "-t", self.topic, "--output", self.file]
        self.published = 0
        subprocess.run(client(broker, "sub", *self.words, "-E"), stderr=log, check=True, timeout=20)
        # mosquitto_pub puts everything in flight at once; a broker throws it out for that, and with its new session
        # it publishes all of it again.
        self.feeder = subprocess.Popen(
            client(broker, "pub", "-i", f"feeder-{qos}", "-q", str(qos), "-t", self.topic, "-l"),
            stdin=subprocess.PIPE, stderr=log, text=True, bufsize=1)

    def life(self, generator):
        child = subprocess.Popen(client(self.broker, "sub", *self.words), stderr=self.log)
        end = time.monotonic() + generator.uniform(0.03, 0.35)
        while time.monotonic() < end:
            for _ in range(generator.randrange(1, 40)):
                self.feeder.stdin.write(f"{self.published}\n")
                self.published += 1
            self.feeder.stdin.flush()
            time.sleep(generator.uniform(0, 0.01))
        child.kill()
        child.wait()

    def received(self):
        with open(self.file) as file:
            return file.read().split("\n")[:-1]

    def receive_rest(self):
        self.feeder.stdin.close()
        self.feeder.wait(60)
        child = subprocess.Popen(client(self.broker, "sub", *self.words), stderr=self.log)
        try:
            wait_for(f"all {self.published} messages", lambda: len(set(self.received())) >= self.published, 60, 0.2)
            time.sleep(1)
        finally:
            child.terminate()
            child.wait(20)

    def judge(self, published):
        """`published`: what a client got that was never killed."""
        counts = collections.Counter(map(int, self.received()))
        repeated = [number for number, count in collections.Counter(map(int, published)).items() if count > 1]
        if self.qos == 2 and repeated:
            raise Failure(f"QoS 2: the feeder or the broker published {len(repeated)} twice, as {repeated[:10]}")
        lost = [number for number in range(self.published) if number not in counts]
        doubled = sorted(number for number, count in counts.items() if count > 1)
        if lost:
            raise Failure(f"QoS {self.qos}: {len(lost)} messages are lost, as {lost[:10]}")
        if self.qos == 2 and doubled:
            raise Failure(f"QoS 2: {len(doubled)} messages are in the file twice, as {doubled[:10]}")
        if len(counts) != self.published:
            raise Failure(f"QoS {self.qos}: messages that nobody published: {sorted(counts)[-10:]}")
        return f"QoS {self.qos}: {self.published} published, 0 lost, {len(doubled)} doubled"

    def close(self):
        self.feeder.kill()
        self.feeder.wait()


def run(count, seed, directory):
    generator = random.Random(seed)
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(open(os.path.join(directory, "clients.log"), "a"))
        # It saves every second: with every change a queue of thousands would be written each time, and the broker is
        # not what is killed.
        broker = Broker(directory, more=["autosave_on_changes false"])
        stack.callback(broker.close)
        listener = Listener(broker, log)
        stack.callback(listener.close)
        publishers = [KilledPublisher(broker, directory, qos, log) for qos in (1, 2)]
        subscribers = [KilledSubscriber(broker, directory, qos, log) for qos in (1, 2)]
        for subscriber in subscribers:
            stack.callback(subscriber.close)
        victims = [victim for pair in zip(publishers, subscribers) for victim in pair]
        for number in range(count):
            victims[number % len(victims)].life(generator)
            if (number + 1) % 50 == 0:
                print(f"  {number + 1} of {count} kills", flush=True)
        for publisher in publishers:
            publisher.deliver_rest()
        for subscriber in subscribers:
            subscriber.receive_rest()
        listener.wait_until_quiet()
        results = [f"publisher, {publisher.judge(listener.seen(PUBLISHERS[publisher.qos]))}" for publisher in publishers]
        results += [f"subscriber, {subscriber.judge(listener.seen(subscriber.topic))}" for subscriber in subscribers]
        print(f"passed  {count} kills, seed {seed}\n  " + "\n  ".join(results))
    return 0
