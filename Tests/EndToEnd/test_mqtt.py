"""`gatehouse mqtt` as a script meets it: what it prints, how it ends, and what it says when it cannot."""
import json
import os
import subprocess

from furnished import require
from house import Broker, binary, free_port, wait_for


def mqtt(*words, stdin=None, seconds=20):
    return subprocess.run([binary(), "mqtt", *words], input=stdin, capture_output=True, text=True, timeout=seconds)


def test_lines_go_in_and_come_out(directory, stack):
    broker = Broker(directory)
    stack.callback(broker.close)
    where = broker.client_arguments()
    kept = ["-c", "-i", "reader", "-q", "1", "-t", "script/#"]
    require(mqtt("sub", *where, *kept, "-E").returncode == 0, "a session is made")
    sent = mqtt("pub", *where, "-q", "1", "-t", "script/a", "-l", stdin="one\ntwo\n\nthree")
    require(sent.returncode == 0 and not sent.stdout and not sent.stderr, sent.stderr)
    # Seven bytes that are no text go through as they are.
    with open(os.path.join(directory, "payload"), "wb") as file:
        file.write(b"\x00\xff\n\x80abc")
    require(mqtt("pub", *where, "-q", "1", "-t", "script/b", "-f", file.name).returncode == 0, "a file is sent")
    shown = subprocess.run([binary(), "mqtt", "sub", *where, *kept, "-v", "-C", "5"], capture_output=True, timeout=20)
    require(shown.stdout == b"script/a one\nscript/a two\nscript/a \nscript/a three\nscript/b \x00\xff\n\x80abc\n",
            repr(shown.stdout))


def test_retained_messages_and_formats(directory, stack):
    broker = Broker(directory)
    stack.callback(broker.close)
    where = broker.client_arguments()
    mqtt("pub", *where, "-r", "-q", "1", "-t", "kept/a", "-m", '{"x":1}')
    shown = mqtt("sub", *where, "-t", "kept/#", "--retained-only", "-C", "1", "-F", "%J")
    body = json.loads(shown.stdout)
    require(body["payload"] == {"x": 1} and body["retain"] == 1 and body["topic"] == "kept/a", shown.stdout)
    require(mqtt("sub", *where, "-t", "kept/#", "-R", "-W", "1").returncode == 27, "-R shows none, -W ends with 27")
    mqtt("pub", *where, "-r", "-q", "1", "-t", "kept/a", "-n")
    require(mqtt("sub", *where, "-t", "kept/#", "-W", "1").stdout == "", "an empty message removes it")


def test_what_cannot_be_done_is_told(directory, stack):
    port = free_port()
    refused = mqtt("pub", "-p", str(port), "-t", "a", "-m", "x")
    require(refused.returncode == 1 and str(port) in refused.stderr and "nothing listens" in refused.stderr,
            refused.stderr)
    require(refused.stderr.count("\n") == 1, f"one line: {refused.stderr}")
    for words, text in ((["pub", "-t", "a"], "--message"), (["sub", "-t", "a#"], "filter"), (["pub", "--topik", "a"], "--topic"),
                        (["publish"], "pub"), ([], "mqtt pub"), (["sub", "-t", "a", "-q", "3"], "0 to 2")):
        wrong = mqtt(*words)
        require(wrong.returncode == 2 and text in wrong.stderr, f"{words}: {wrong.returncode} {wrong.stderr}")
    secret = os.path.join(directory, "secret")
    with open(secret, "w") as file:
        file.write("hunter2\n")
    told = mqtt("pub", "-p", str(port), "-t", "a", "-m", "x", "-u", "me", "--password-file", secret, "-d")
    require("hunter2" not in told.stderr + told.stdout, "the password is not told")


def test_a_store_outlives_the_broker_and_the_client(directory, stack):
    broker = Broker(directory)
    stack.callback(broker.close)
    where = broker.client_arguments()
    store = os.path.join(directory, "store")
    words = ["-q", "2", "-t", "durable", "-i", "writer", "--store", store]
    listener = ["-c", "-i", "reader", "-q", "2", "-t", "durable"]
    require(mqtt("sub", *where, *listener, "-E").returncode == 0, "a listener")
    broker.process.kill()
    first = subprocess.Popen([binary(), "mqtt", "pub", *where, *words, "-l", "--retry", "--quiet"],
                             stdin=subprocess.PIPE, text=True)
    broker.start()
    first.stdin.write("kept\n")
    first.stdin.flush()
    wait_for("it is delivered when the broker is back", lambda: mqtt(
        "sub", *where, *listener, "-C", "1", "-W", "2").stdout == "kept\n", 60, 0.2)
    first.kill()
    first.wait()
    require(mqtt("pub", *where, *words, "-l", stdin="second\n").returncode == 0, "another life with the same store")
    shown = mqtt("sub", *where, *listener, "-C", "1", "-W", "10")
    require(shown.stdout == "second\n", f"nothing came twice: {shown.stdout}")
