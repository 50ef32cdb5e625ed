# open.py - asks a server of `bristle open` for what it may give and what it may not: open.py [--gone] ADDRESS, or open.py SITE PROCESS ADDRESS
import os
import re
import socket
import sys
import time

gone = sys.argv[1] == "--gone"
port, token, log = re.match(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/#open=(.*)$", sys.argv[-1]).groups()
port = int(port)


def ask(text):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as s:
        s.sendall(text.encode())
        answer = b""
        while part := s.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), head.decode(), body.decode()


def get(path, host=None, method="GET"):
    return ask(f"{method} {path} HTTP/1.1\r\nHost: {host or f'127.0.0.1:{port}'}\r\n\r\n")


def check(claim, truth):
    if not truth:
        print("FAIL:", claim)
        sys.exit(1)


if gone:
    try:
        get("/")
        check("the server is gone", False)
    except OSError:
        sys.exit(0)

site, server = sys.argv[1:3]
silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(40)]  # browsers open connections in advance
check("the page", get(f"/{token}/")[2] == "<p>page</p>\n")
check("its type", "Content-Type: text/javascript" in get(f"/{token}/app.mjs")[1])
check("no type is guessed", "nosniff" in get(f"/{token}/app.mjs")[1])
check("a folder of it", get(f"/{token}/laws/a.law")[2] == "law a\n")
check("by its other name", get(f"/{token}/", f"localhost:{port}")[0] == 200)
check("a query is left out", get(f"/{token}/app.mjs?x=1")[0] == 200)
check("HEAD has no body", get(f"/{token}/app.mjs", method="HEAD")[2] == "")
check("the log", log == "my%20log.csv" and get(f"/{token}/log/my%20log.csv")[2] == "t,x\n0,1\n")
for path in ("/", "/index.html", "/app.mjs", f"/{token[:-1]}/", f"/{'0' * 32}/", f"/{token}", f"//{token}/"):
    check(f"no token: {path}", get(path)[0] == 404)
for path in ("unlisted.txt", "files.txt", "../secret.txt", "%2e%2e/secret.txt", "l/../../secret.txt", "/etc/passwd", "..%2fsecret.txt", "laws", "laws/", "app.mjs/", "app", "log/", "log/other.csv",
             "log/../log/my%20log.csv", "%00", "app.mjs%00", "%", "%z", "index.html\napp.mjs"):
    check(f"not listed: {path}", get(f"/{token}/{path}")[0] == 404 and "secret" not in get(f"/{token}/{path}")[2])
check("another host", get(f"/{token}/", "evil.example")[0] == 404)
check("another port", get(f"/{token}/", f"127.0.0.1:{port + 1}")[0] == 404)
check("POST", get(f"/{token}/", method="POST")[0] == 404)
check("a long request", ask("GET /" + "a" * 9000)[0] == 404)
check("no request", ask("\r\n\r\n")[0] == 404)
check("it goes on", get(f"/{token}/")[0] == 200)
for s in silent:
    s.close()

# I6: clients that stop half way, take nothing, or send without end; others are served meanwhile.
def connect(text):
    s = socket.create_connection(("127.0.0.1", port), timeout=20)
    s.sendall(text.encode())
    return s


def page_within(seconds):
    begun = time.monotonic()
    found = get(f"/{token}/")[2] == "<p>page</p>\n"
    return found and time.monotonic() - begun < seconds


def end_of(s):
    """What comes until the server ends it, and a reset is an end."""
    answer = b""
    try:
        while part := s.recv(65536):
            answer += part
    except ConnectionResetError:
        pass
    return answer


large = f"GET /{token}/large.bin HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
idle = [connect(large + "\r\n") for _ in range(3)]
check("a client that takes nothing keeps nobody waiting", page_within(1))
slow = connect(large + "Connection: keep-alive\r\n\r\n")
slow_bytes = sum(len(slow.recv(1000)) for _ in range(20))
check("nor one that is slow", page_within(1))
while part := slow.recv(1 << 20):
    slow_bytes += len(part)
check("which gets all of it, and then no keep-alive", (64 << 20) + 100 < slow_bytes < (64 << 20) + 700)
half = connect("GET / HTTP/1.1\r\nHo")
flood = [connect("GET /") for _ in range(500)]
check("after 500 that began", page_within(1))
for s in flood:
    s.close()
for _ in range(9000):
    socket.create_connection(("127.0.0.1", port)).close()
check("after 9000 that said nothing", page_within(1))
for text in (f"POST /{token}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 8000000000\r\nTransfer-Encoding: chunked\r\n\r\n" + "x" * 200000, "GET /" + "a" * 100000 + " HTTP/1.1\r\n\r\n", "GET " * 100000):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as s:
        try:
            s.sendall(text.encode())
        except OSError:
            pass
        check("no body, no long line", end_of(s)[9:12] in (b"404", b""))
half = connect("GET / HTTP/1.1\r\nHo")
begun = time.monotonic()
check("half a request ends", end_of(half) == b"" and 5 < time.monotonic() - begun < 15)
check("so does what nobody takes", all(len(end_of(s)) < 64 << 20 for s in idle))

# I10: a file that is cut off while it is given ends before its length, and nothing else.
cut = connect(large + "\r\n")
check("it has begun", cut.recv(100)[9:12] == b"200")
os.truncate(site + "/large.bin", 1000)
check("a file cut off", len(end_of(cut)) < 64 << 20)
check("it goes on after all", page_within(1))
if os.path.exists(f"/proc/{server}/status"):
    peak = int(re.search(r"VmHWM:\s*(\d+) kB", open(f"/proc/{server}/status").read())[1])
    check(f"memory: {peak} kB", peak < 40000)
    check("no file stays open", len(os.listdir(f"/proc/{server}/fd")) < 12)
print("pass: what may be asked for, and nothing else, whatever others do")
