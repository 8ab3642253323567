"""Two small proxies for the tests: SOCKS5 (RFC 1928 and 1929) and HTTP CONNECT. Each notes whom it was asked
for, and leads every name to this machine."""
import base64
import contextlib
import socket
import threading


class Proxy:
    def __init__(self, user=None, password=None):
        self.user, self.password = user, password
        self.asked, self.refused = [], 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._handle, args=(client,), daemon=True).start()

    def _handle(self, client):
        with contextlib.suppress(OSError, EOFError), client:
            target = self.greet(client)
            if target is None:
                self.refused += 1
                return
            self.asked.append(target)
            with socket.create_connection(("127.0.0.1", target[1])) as server:
                self.agree(client)
                back = threading.Thread(target=self._pump, args=(server, client), daemon=True)
                back.start()
                self._pump(client, server)
                back.join()

    @staticmethod
    def _pump(source, sink):
        with contextlib.suppress(OSError):
            while piece := source.recv(65536):
                sink.sendall(piece)
        with contextlib.suppress(OSError):
            sink.shutdown(socket.SHUT_WR)

    @staticmethod
    def exactly(client, count):
        content = b""
        while len(content) < count:
            piece = client.recv(count - len(content))
            if not piece:
                raise EOFError
            content += piece
        return content

    def close(self):
        self.listener.close()


class Socks5(Proxy):
    scheme = "socks5"

    def greet(self, client):
        version, count = self.exactly(client, 2)
        methods = self.exactly(client, count)
        wanted = 2 if self.user else 0
        if version != 5 or wanted not in methods:
            client.sendall(b"\x05\xff")
            return None
        client.sendall(bytes([5, wanted]))
        if self.user:
            name = self.exactly(client, self.exactly(client, 2)[1])
            secret = self.exactly(client, self.exactly(client, 1)[0])
            good = (name.decode(), secret.decode()) == (self.user, self.password)
            client.sendall(b"\x01\x00" if good else b"\x01\x01")
            if not good:
                return None
        kind = self.exactly(client, 4)[3]
        if kind == 3:
            host = self.exactly(client, self.exactly(client, 1)[0]).decode()
        else:
            host = socket.inet_ntop(*((socket.AF_INET, self.exactly(client, 4)) if kind == 1 else
                                      (socket.AF_INET6, self.exactly(client, 16))))
        return host, int.from_bytes(self.exactly(client, 2), "big")

    def agree(self, client):
        client.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")


class HTTPConnect(Proxy):
    scheme = "http"

    def greet(self, client):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.exactly(client, 1)
        lines = head.decode().split("\r\n")
        method, target, _ = lines[0].split(" ")
        expected = base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
        if self.user and f"Proxy-Authorization: Basic {expected}" not in lines:
            client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
            return None
        host, port = target.rsplit(":", 1)
        return (host, int(port)) if method == "CONNECT" else None

    def agree(self, client):
        client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
