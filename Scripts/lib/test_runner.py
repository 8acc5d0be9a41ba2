#!/usr/bin/env python3
"""Runs built test targets side by side. Scripts/test.sh calls it; `--help` lists the options.

Each target runs in a process of its own, with servers, a folder for temporary files and a time limit of its own. A target
fails if a test fails, if no test matches, if it exceeds its limit, or if it leaves a process behind. Processes that tests kill
leave files behind, which go with the target's folder.
"""
import argparse
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPTS = ROOT / "Scripts"

# What the last line of a run says, as in "Test run with 12 tests in 3 suites passed after 0.1 seconds."
RUN = re.compile(r"Test run with (\d+) tests? .*?(?:passed|failed) after ([\d.]+) seconds?", re.MULTILINE)
FAILED_TEST = re.compile(r"^✘ Test (?!run with)(.+?) failed after", re.MULTILINE)
TIMED = re.compile(r"^[✔✘] ((?:Test|Suite) (?!run with).+?) (?:with \d+ test cases? )?(?:passed|failed) after ([\d.]+) seconds", re.MULTILINE)
# A test that begins, and a test that ends. A test without a name of its own is known by its function.
BEGUN_TEST = re.compile(r"^◇ Test (?!run |case )(.+) started\.$", re.MULTILINE)
ENDED_TEST = re.compile(
    r"^[✔✘➜] Test (?!run with)(.+?)(?: with \d+ test cases?)? (?:(?:passed|failed) after [\d.]+ seconds|skipped)", re.MULTILINE)
# A thread and its frames, as gdb writes them.
THREAD = re.compile(r"^Thread \d+ \(.*?$", re.MULTILINE)
FRAME = re.compile(r"^#\d+\s+(?:0x[0-9a-f]+ in )?([^\s(]+)", re.MULTILINE)
# What explains a failure, for the summary.
EXPLAINS = re.compile(r"^✘| error: |Fatal error|crash|^error:")


@dataclass
class Job:
    """A test target, or a part of one, that runs in a process of its own."""

    name: str
    include: str
    skip: str = ""
    servers: tuple = ()
    # Roughly how many seconds it takes; the longest begin first.
    weight: int = 10


@dataclass
class Result:
    job: Job
    seconds: float = 0
    count: int = 0
    failed: list = field(default_factory=list)
    # What went wrong beside tests that failed.
    faults: list = field(default_factory=list)
    # Whether the tests exceeded the limit.
    is_late: bool = False
    # Where its threads were when the tests exceeded the limit.
    stacks: list = field(default_factory=list)
    log: Path = None

    @property
    def is_good(self):
        return not self.failed and not self.faults


def target(name, *servers, weight=10, include="", skip="", label=""):
    """A job for a target: for the tests below it whose names match `include`, and not `skip`."""
    pattern = rf"^{name}\.{f'({include})' if include else ''}"
    return Job(label or name, pattern, rf"^{name}\.({skip})" if skip else "", servers, weight)


# Suites that only the full run has: they need a cluster, a Kerberos realm or programs that the short run does not build, or they
# take long for what they add to the other suites.
GALERA = "Galera"
FULL_ONLY = {
    "ORDAMariaDBTests": "SeveralHostsTests|UnreachableHostTests|ReplicaTests|ServerLimitTests|LargeValueTests|ServerFaultTests"
                        "|LostConnectionTests|CellTests|SilenceTests|AccountTests|HarmedConnectionTests|FuzzTests|LengthTests",
    "ORDAPostgreSQLTests": "ConversationFuzzTests|HostileServerTests|ServersTests|AccountsTests|LargeValueTests|ChangeMeansTests",
    "CrossDriverTests": "KeptTooLongTests|LargeValueTests|WholeSchemaTests|LostUpdateTests|InjectionTests",
    "ODBTests": "DyingBackupTests|DyingMigrationTests|ProcessesTests|FoldingTests|MigrationTests|OriginalLayoutTests"
                "|TroubleTests|BackupTests",
    "SHELFTests": "StoreConformanceTests|FindingTests|UpkeepTests|BackupTests|BinaryTests|FaultTests"
                  "|.?File (damage|power cuts|store between processes)",
    "CommandTests": "ChaosTests|LiveStressTests|IncrementTests|LargeValueMemoryTests|PostgreSQLKerberosTests|KilledRunsTests"
                    "|MigrationsOnBothTests|ShelvesOnBothTests|.*theProgramsRun|ShelfCommandTests|SchemaDiffTests|CopyFailureTests"
                    "|CopyTypesTests|CopyPostgreSQL|ChinookCopyTests|LiveServerTests|PostgreSQLLimitTests|SessionsOnBothTests",
}


def jobs_of(kind):
    """The jobs of the short run or of the full one."""
    is_short = kind == "short"

    def skipped(name, always=""):
        return "|".join(filter(None, [always, FULL_ONLY[name] if is_short else ""]))

    jobs = [
        target("ORDATests", weight=40),
        target("FileWatchTests", weight=5),
        target("ORDASQLiteTests", weight=60),
        target("ORDAMariaDBTests", "mariadb", weight=120, skip=skipped("ORDAMariaDBTests", GALERA)),
        target("ORDAPostgreSQLTests", "postgresql", weight=60, skip=skipped("ORDAPostgreSQLTests")),
        target("CrossDriverTests", "mariadb", "postgresql", weight=60, skip=skipped("CrossDriverTests")),
        target("ODBTests", "mariadb", weight=60, skip=skipped("ODBTests")),
        target("DataObjectsTests", "mariadb", weight=30),
        target("SHELFTests", "mariadb", "postgresql", weight=110, skip=skipped("SHELFTests")),
        target("ORDAImportTests", weight=5),
        target("CommandTests", "mariadb", "postgresql", weight=130, skip=skipped("CommandTests")),
    ]
    if is_short:
        return jobs
    return jobs + [
        target("ORDAMariaDBTests", "galera", weight=150, include=GALERA, label="ORDAMariaDBTests (Galera)"),
        target("ConformanceTests", "mariadb", "postgresql", weight=120),
        target("SourceCheckTests", "mariadb", weight=20),
        target("ORDAServerTests", "mariadb", "postgresql", weight=30),
    ]


def demangled(names):
    """The readable forms of Swift symbols, in the same order."""
    try:
        run = subprocess.run(
            ["swift-demangle", "--compact", "--simplified"], input="\n".join(names), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return names
    lines = run.stdout.splitlines()
    return lines if len(lines) == len(names) else names


def brief_stacks(text, frames=14, threads=12):
    """A line for each thread of a dump by gdb: the Swift functions that it is in, the innermost first."""
    lines = []
    for block in THREAD.split(text)[1:]:
        names = FRAME.findall(block)
        swift = [name for name in names if name.startswith("$s")]
        if not swift:
            continue
        line = " < ".join(names[:1] + [name[:120] for name in demangled(swift[:frames])])
        if line not in lines:
            lines.append(line)
    return lines[:threads]


class Servers:
    """The servers of one job, in folders that go with them, on free ports of 127.0.0.1."""

    VARIABLES = {"mariadb": "ORDA_TEST_MARIADB", "postgresql": "ORDA_TEST_POSTGRESQL", "galera": "ORDA_TEST_GALERA"}
    # PostgreSQL can't be interrupted while it compiles a query, so tests of cancelling need a server that never does.
    OPTIONS = {"mariadb": [], "postgresql": ["max_connections=400", "jit=off"], "galera": ["3"]}

    def __init__(self, folder, kinds):
        self.folder = folder
        self.kinds = kinds
        self.environment = {}

    def start(self):
        for kind in self.kinds:
            place = self.folder / kind
            place.mkdir()
            place.chmod(0o755)
            run = subprocess.run(
                [SCRIPTS / f"{kind}.sh", "start", place, *self.OPTIONS[kind]], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if run.returncode != 0:
                raise RuntimeError(f"{kind}.sh could not start the server: {run.stderr.strip()}")
            # The tests of a cluster are given its folder, and ask for its nodes' URLs themselves.
            self.environment[self.VARIABLES[kind]] = str(place) if kind == "galera" else run.stdout.strip()

    def stop(self):
        for kind in self.kinds:
            if (self.folder / kind).exists():
                subprocess.run(
                    [SCRIPTS / f"{kind}.sh", "stop", self.folder / kind], stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def processes_mentioning(text):
    """The processes whose command lines name a path, as (number, command line)."""
    listed = subprocess.run(["ps", "-eo", "pid=,args="], stdout=subprocess.PIPE, text=True).stdout
    found = []
    for line in listed.splitlines():
        number, _, command = line.strip().partition(" ")
        if text in command and int(number) != os.getpid() and not command.startswith("ps "):
            found.append((int(number), command))
    return found


def children_of(number):
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], stdout=subprocess.PIPE, text=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    return [child for child, parent in pairs if parent == number]


class Runner:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.lock = threading.Lock()
        self.running = set()
        self.is_stopped = False

    # MARK: One job

    def command(self, job):
        command = [*self.options.tests, "--testing-library", "swift-testing"] if not self.options.swift_test else [
            *self.options.tests]
        if self.options.no_parallel:
            command.append("--no-parallel")
        command += ["--filter", self.options.filter or job.include]
        if job.skip and not self.options.filter:
            command += ["--skip", job.skip]
        return command

    def run(self, job, number):
        result = Result(job)
        folder = self.folder / f"{number}"
        temporary = folder / "t"
        temporary.mkdir(parents=True)
        # Servers that tests start run as accounts of their own.
        folder.chmod(0o755)
        temporary.chmod(0o1777)
        result.log = folder / "output"
        servers = Servers(folder, job.servers)
        begin = time.monotonic()
        try:
            servers.start()
            self.run_tests(job, result, servers.environment, temporary, begin)
        except (OSError, RuntimeError) as error:
            result.faults.append(str(error))
        finally:
            servers.stop()
        self.look_for_leftovers(result, temporary)
        result.seconds = time.monotonic() - begin
        shutil.rmtree(temporary, ignore_errors=True)
        for kind in job.servers:
            shutil.rmtree(folder / kind, ignore_errors=True)
        return result

    def run_tests(self, job, result, environment, temporary, begin):
        environment = {**os.environ, **environment, "TMPDIR": str(temporary)}
        with open(result.log, "ab") as log:
            process = subprocess.Popen(
                self.command(job), cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True)
            with self.lock:
                self.running.add(process)
            try:
                status = process.wait(timeout=self.options.limit * 60)
            except subprocess.TimeoutExpired:
                status = self.end_with_stacks(process, result)
            finally:
                with self.lock:
                    self.running.discard(process)
        text = result.log.read_text(errors="replace")
        runs = RUN.findall(text)
        result.count = sum(int(count) for count, _ in runs)
        result.failed = list(dict.fromkeys(FAILED_TEST.findall(text)))
        if result.is_late:
            ended = set(ENDED_TEST.findall(text))
            result.faults += [f"{name} did not end" for name in BEGUN_TEST.findall(text) if name not in ended]
            result.stacks = brief_stacks(text)
        if runs and result.count == 0:
            advice = "; Scripts/test.sh --all has more tests" if self.options.advise_all else ""
            result.faults.append(f"no test matches {self.options.filter or job.include}{advice}")
        elif status != 0 and not result.failed and not result.faults:
            result.faults.append(f"the tests ended with status {status}")

    def end_with_stacks(self, process, result):
        """Ends a job that exceeded its limit, and appends the stacks of all threads to its output.

        gdb writes them, where it is installed; otherwise the Swift runtime, when it gets SIGABRT.
        """
        result.is_late = True
        result.faults.append(
            f"{result.job.name} did not end within {self.options.limit} minutes; its output ends with the stacks of all threads")
        if shutil.which("gdb"):
            with open(result.log, "ab") as log:
                subprocess.run(
                    ["gdb", "-p", str(process.pid), "-batch", "-ex", "thread apply all bt 24"], stdin=subprocess.DEVNULL,
                    stdout=log, stderr=subprocess.STDOUT, timeout=300, check=False)
        os.kill(process.pid, signal.SIGABRT)
        try:
            status = process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            status = None
        for child in children_of(process.pid):
            result.faults.append(f"its process {child} still ran")
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        return process.wait() if status is None else status

    def look_for_leftovers(self, result, temporary):
        # A server that a test started ends by itself once it notices that the test process is gone.
        limit = time.monotonic() + 60
        while left := processes_mentioning(str(temporary)):
            if time.monotonic() > limit:
                break
            time.sleep(0.1)
        for number, command in left:
            result.faults.append(f"process {number} was left running: {command[:200]}")
            try:
                os.kill(number, signal.SIGKILL)
            except ProcessLookupError:
                pass

    # MARK: All jobs

    def run_all(self, jobs):
        waiting = queue.Queue()
        for number, job in enumerate(sorted(jobs, key=lambda job: -job.weight)):
            waiting.put((number, job))
        results = []

        def work():
            while not self.is_stopped:
                try:
                    number, job = waiting.get_nowait()
                except queue.Empty:
                    return
                result = self.run(job, number)
                with self.lock:
                    results.append(result)
                    self.report(result)

        workers = [threading.Thread(target=work) for _ in range(min(self.options.jobs, len(jobs)))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return results

    def report(self, result):
        sign = "✔" if result.is_good else "✘"
        print(f"{sign} {result.job.name}: {result.count} tests in {result.seconds:.0f} s", flush=True)
        if result.is_good:
            return
        for fault in result.faults:
            print(f"  error: {fault}")
        lines = result.log.read_text(errors="replace").splitlines() if result.log.exists() else []
        shown = 0
        for index, line in enumerate(lines):
            if EXPLAINS.search(line) and shown < 120:
                print("\n".join(f"  {text}" for text in lines[index:index + 4]))
                shown += 4
        if result.faults:
            print("\n".join(f"  {text}" for text in lines[-600 if result.is_late else -20:]))
        sys.stdout.flush()

    def stop(self, *_):
        self.is_stopped = True
        with self.lock:
            running = list(self.running)
        for process in running:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def busy_loops(count):
    """Starts loops that do nothing, as on a machine that is busy with other work."""
    return [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(count)]


def print_times(results):
    print("\nSeconds per target")
    for result in sorted(results, key=lambda result: -result.seconds):
        print(f"{result.seconds:8.1f}  {result.job.name} ({result.count} tests)")
    times = [
        (float(seconds), f"{name}  [{result.job.name}]") for result in results
        for name, seconds in TIMED.findall(result.log.read_text(errors="replace"))]
    print("\nThe slowest suites and tests, in seconds; in parallel with others these include waiting for a turn (see --no-parallel)")
    for seconds, name in sorted(times, reverse=True)[:150]:
        print(f"{seconds:8.1f}  {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["short", "all", "matching"])
    parser.add_argument("--tests", required=True, action="append", help="the command that runs tests, a word each")
    parser.add_argument("--swift-test", action="store_true", help="the command is `swift test`")
    parser.add_argument("--folder", required=True, type=Path, help="an empty folder for what runs need")
    parser.add_argument("--filter", default="", help="run only tests whose names match")
    parser.add_argument("--advise-all", action="store_true", help="recommend the full run where no test matches")
    parser.add_argument("--no-parallel", action="store_true", help="run a target's tests one after another")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="how many targets run at once")
    parser.add_argument("--limit", type=int, default=10, help="the time limit of a target, in minutes")
    parser.add_argument("--beside", type=int, default=0, help="how many busy loops run beside the tests")
    parser.add_argument("--repeat", type=int, default=1, help="how many times everything runs")
    parser.add_argument("--timing", action="store_true", help="print the times of targets, suites and tests")
    options = parser.parse_args()

    if options.kind == "matching":
        jobs = [Job(f"tests that match {options.filter}", options.filter, servers=("mariadb", "postgresql"))]
    else:
        jobs = jobs_of(options.kind)
    passed = failed = 0
    loops = busy_loops(options.beside)
    try:
        for round_number in range(1, options.repeat + 1):
            if options.repeat > 1:
                print(f"== Run {round_number} of {options.repeat}", flush=True)
            folder = options.folder / f"r{round_number}"
            folder.mkdir()
            folder.chmod(0o755)
            runner = Runner(options, folder)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, runner.stop)
            results = runner.run_all(jobs)
            bad = [result for result in results if not result.is_good]
            passed += sum(result.count - len(result.failed) for result in results)
            failed += sum(len(result.failed) + len(result.faults) for result in bad)
            if options.timing:
                print_times(results)
            if bad or runner.is_stopped:
                for result in bad:
                    names = "; ".join(result.failed[:20] + result.faults)
                    print(f"error: {result.job.name} failed: {names}")
                    for stack in result.stacks:
                        print(f"  a thread is in {stack[:1500]}")
                break
    finally:
        for loop in loops:
            loop.kill()
    if runner.is_stopped:
        print("error: the tests were interrupted")
        sys.exit(130)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
