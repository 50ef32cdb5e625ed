# open.py - asks a server of `bristle open` for what it may give and what it may not: open.py [--gone] ADDRESS
import re
import socket
import sys

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
print("pass: what may be asked for, and nothing else")
