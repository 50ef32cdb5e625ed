# names.py - hostile names of files, columns, laws and arguments, in every command and every output; run by test_tool_names.sh.
import base64, csv, hashlib, html.parser, io, json, math, os, re, subprocess, sys, zipfile
import xml.dom.minidom

tool, tree, cc = os.environ["BR_TOOL"], sys.argv[1], os.environ.get("BR_CC", "cc")
NAMES = [b"a b", b"q\"uo'te", b"<script>alert(1)</script>", b"%s%n%d", b"new\nline", b"esc\x1b[2J\x07", b"-dash",
         b"bro\xff\xfeken", "\u202ertl \u2066\u009b31m".encode(), b"back\\slash", b"*/ ??/ ]]>", b"comma,;#=1+1", b"x" * 200]
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")
ROWS = [(i / 100, 0.01 * math.sin(i / 10), 0.05 * math.cos(i / 10), 2 * math.copysign(1, math.cos(i / 10))) for i in range(300)]
LAW = open(tree + "/laws/lugre.law", "rb").read()
MECHANISM = open(tree + "/examples/mech/slider-crank-observed.mech", "rb").read()
JSON, HTML, CSV = ["--json", "o.json"], ["--report", "o.html"], ["--csv", "o.csv"]
failures = 0


def fail(args, words):
    global failures
    failures += 1
    print("FAIL:", b" ".join(a if isinstance(a, bytes) else a.encode() for a in args)[:120], ":", words)


# Scripts of a report: one, which its policy names by its hash; data that are JSON; and nothing else that could run.
class Scripts(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.policy, self.text, self.data, self.own = [], "", None, False, 0

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.found += [k for k in named if k.startswith("on")]
        if tag == "meta" and named.get("http-equiv") == "Content-Security-Policy":
            self.found += ["another policy"] if self.policy else []
            self.policy = named["content"]
        if tag == "script":
            self.text, self.data = "", named.get("type") == "application/json"
            self.found += ["script with %s" % list(named)] if set(named) - {"type"} else []

    def handle_data(self, data):
        if self.text is not None:
            self.text += data

    def handle_endtag(self, tag):
        if tag != "script" or self.text is None:
            return
        if self.data:
            json.loads(self.text)
        else:
            self.own += 1
            digest = base64.b64encode(hashlib.sha256(self.text.encode()).digest()).decode()
            if self.own > 1 or "script-src 'sha256-%s';" % digest not in self.policy or "default-src 'none'" not in self.policy:
                self.found.append("script that the policy does not name: %s" % self.text[:60])
        self.text = None


def look(path, args):
    data = open(path, "rb").read()
    if path.endswith(".fmu"):
        for name in zipfile.ZipFile(path).namelist():
            if name.endswith(".xml"):
                xml.dom.minidom.parseString(zipfile.ZipFile(path).read(name))
        return
    text = data.decode()
    if CONTROL.search(data) and not path.endswith((".json", ".csv")):  # names are data there, and escaped or quoted
        fail(args, "%s has %r" % (path, CONTROL.search(data).group()))
    if path.endswith(".json"):
        json.loads(text)
    if path.endswith(".html"):
        scripts = Scripts()
        scripts.feed(text)
        if scripts.found:
            fail(args, "script in the report: %s" % scripts.found)
    if path.endswith(".csv") and len({len(row) for row in csv.reader(io.StringIO(text))}) > 1:
        fail(args, "rows of different lengths")
    if path.endswith(".c") and subprocess.run([cc, "-fsyntax-only", "-w", "-trigraphs", path], capture_output=True).returncode:
        fail(args, "no C")


def run(*args):
    outs = ["o.json", "o.html", "o.csv", "o.c", "o.mo", "o.fmu"]
    for out in outs:
        if os.path.exists(out):
            os.unlink(out)
    done = subprocess.run([tool, *args], capture_output=True, timeout=300, stdin=subprocess.DEVNULL)
    if not 0 <= done.returncode <= 6:
        fail(args, "exit code %d" % done.returncode)
    for said in (done.stdout, done.stderr):
        if CONTROL.search(said):
            fail(args, "prints %r" % CONTROL.search(said).group())
        try:
            said.decode()
        except UnicodeDecodeError:
            fail(args, "prints what is no UTF-8")
    if done.stderr.count(b"\n") > 1:
        fail(args, "says more than one line")
    for out in outs:
        if os.path.exists(out):
            try:
                look(out, args)
            except Exception as error:  # whatever a reader of that format finds
                fail(args, "%s: %s" % (out, error))


def write_table(path, heads):
    with open(path, "wb") as to:
        to.write(b",".join(b'"' + h.replace(b'"', b'""') + b'"' for h in heads) + b"\n")
        to.writelines(",".join(map(repr, row)).encode() + b"\n" for row in ROWS)


def titled(text, word, name):
    return re.sub(rb'^(%s \S+ ")[^"]*"' % word, lambda m: m.group(1) + name.replace(b'"', b"") + b'"', text, count=1, flags=re.M)


def use_names(name):
    short = name.replace(b"/", b"_")
    log, law, mechanism = (b"./" + short + end for end in (b".csv", b".law", b".mech"))
    write_table(log, [b"t [s]", b"x [m]", b"v [m/s]", b"F [N]"])
    write_table("c.csv", [b"t [s]", name, b"v [m/s]", b"F [N]"])
    write_table("u.csv", [b"t [s]", b"x [" + name + b"]", b"v [m/s]", b"F [N]"])
    open(law, "wb").write(LAW)
    open(mechanism, "wb").write(MECHANISM)
    for path in (log, "c.csv", "u.csv"):
        run("inspect", path, *JSON, *HTML)
        run("table", path, "--step", "20 ms", *JSON, *CSV)
    for path in (log, "c.csv"):
        run("observe", path, "--model", "dahl", "--params", "fig-3.1", *JSON, *HTML, *CSV)
        run("identify", path, "--model", "coulomb", *JSON, *HTML)
    run("observe", "c.csv", "--model", "dahl", "--params", "fig-3.1", "--signals", b't = t s, v = "' + name + b'" m/s, F = F N', *JSON, *HTML)
    run("response", log, *JSON, *HTML)
    run("bound", log, "--params", "nominal", "--error", "x1=1 mrad", "--range", "TF=0..1 Nm")
    open("title.law", "wb").write(b"# " + name + b"\n" + titled(LAW, b"law", name))
    open("name.law", "wb").write(re.sub(rb"^law \S+", lambda m: b"law " + name, LAW, count=1, flags=re.M))
    for path in (law, "title.law", "name.law"):
        run("laws", path, *JSON, *HTML)
        run("check", path, "--params", "table-I", *JSON)
        run("simulate", path, "--params", "table-I", "--input", "v = 1 mm/s", "--until", "0.01", "--step", "1 ms", *JSON, *HTML, *CSV)
        run("emit", path, "--params", "table-I", "-o", "o.c")
        run("emit", path, "--params", "table-I", "--fmu", "2", "-o", "o.fmu")
        run("emit", path, "--params", "table-I", "--as", "modelica", "-o", "o.mo")
    open("title.mech", "wb").write(titled(MECHANISM, b"mechanism", name))
    for path in (mechanism, "title.mech"):
        run("check", path, *JSON)
        run("simulate", path, "--until", "0.01", "--step", "1 ms", *JSON, *HTML, *CSV)
    for command in "laws check eval simulate observe table inspect identify response excite control bound verify reproduce emit help".split():
        run(command, name)
    run("eval", "lugre", "--at", name)
    run("simulate", "lugre", "--params", "table-I", "--input", b"v = " + name)
    run("emit", "lugre", "--params", "table-I", "--prefix", name, "-o", "o.c")
    run("excite", "ladder", "--limits", name)
    open("p.par", "wb").write(name + b" = 1 N\n")
    run("eval", "lugre", "--params", "p.par")
    open("s.json", "wb").write(b'{"' + name + b'": 1}\n')
    run("bound", "--merge", "s.json")


os.chdir(sys.argv[2])
for each in NAMES:
    use_names(each)
sys.exit(1 if failures else 0)
