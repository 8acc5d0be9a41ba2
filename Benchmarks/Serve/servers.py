"""The servers that are measured, each a process of its own, and how they are asked."""

import http.client
import json
import os
import socket
import subprocess
import time
import urllib.parse

ORDA = os.environ["ORDA_SERVE"]
FLOOR = os.environ["ORDA_SERVE_FLOOR"]
PEERS = os.environ.get("ORDA_BENCH_SERVE_PEERS")


class Failure(Exception):
    """What prevents measuring."""


class Server:
    """One that is ended with the `with` that it is used in."""

    def __init__(self, command, port=None):
        out = subprocess.DEVNULL if port else subprocess.PIPE
        self.process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, text=True)
        self.token = None
        if port:
            self.port = port
            self.await_port()
            return
        # With the token, where there is one.
        self.url = self.process.stdout.readline().strip()
        address = urllib.parse.urlsplit(self.url)
        if not address.port:
            raise Failure(f"{command[0]} did not start")
        self.port = address.port
        self.token = urllib.parse.parse_qs(address.query).get("token", [None])[0]

    def await_port(self):
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise Failure("a peer did not start")

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def address(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def get(self, path, connection=None):
        """The body of an answer."""
        return self.ask("GET", path, None, connection)

    def ask(self, method, path, body=None, connection=None):
        headers = dict(self.headers)
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = connection or self.connection()
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise Failure(f"{method} {path}: {answer.status} {text[:200]}")
        return text

    def processor(self):
        """Seconds of processor time that the process has used."""
        if os.path.exists("/proc/self/stat"):
            with open(f"/proc/{self.process.pid}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        text = subprocess.check_output(["ps", "-o", "time=", "-p", str(self.process.pid)], text=True)
        seconds = 0.0
        for part in text.strip().split(":"):
            seconds = seconds * 60 + float(part)
        return seconds

    def memory(self):
        """Bytes that it has in memory."""
        return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(self.process.pid)], text=True)) * 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def orda(url):
    return Server([ORDA, "serve", url])


def floor():
    return Server([FLOOR])


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def datasette(path):
    port = free_port()
    return Server([os.path.join(PEERS, "datasette"), "serve", path, "--port", str(port)], port)


def sqlite_web(path, rows):
    port = free_port()
    command = ["sqlite_web", "--quiet", "--no-browser", "--read-only", "--rows-per-page", str(rows), "--port", str(port), path]
    return Server([os.path.join(PEERS, command[0]), *command[1:]], port)


class Stream:
    """A tab: the stream of a browser that shows one page."""

    def __init__(self, server, page, buffer=None):
        self.server = server
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(60)
        self.socket.connect(("127.0.0.1", server.port))
        lines = ["GET /live HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Authorization: Bearer {server.token}", "", ""]
        self.socket.sendall("\r\n".join(lines).encode())
        self.file = self.socket.makefile("rb")
        # The lines of HTTP and of its chunks stand between those of the events, which are all that is looked for here.
        hello = self.event()
        server.ask("POST", f"/live/{hello['stream']}/watch", urllib.parse.urlencode({"view": page}))
        while self.event().get("kind") != "all":
            pass

    def line(self):
        """The JSON of the next event."""
        while True:
            line = self.file.readline()
            if not line:
                raise Failure("the stream has ended")
            if line.startswith(b"data: "):
                return line

    def event(self):
        return json.loads(self.line()[6:])

    def close(self):
        self.file.close()
        self.socket.close()
