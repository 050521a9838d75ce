import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const POLL_MS = 50;
/** How often a process looks whether its parent is still there: nothing tells it. */
const PARENT_POLL_MS = 500;
/** The kernel needs a moment to take a killed process apart; it never needs this long. */
const KILL_LIMIT_MS = 5_000;

/** Sends a signal to every process of a group; no error when there is none left. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/**
 * Ends every process of a group: asks first, unless `graceMs` is 0, then kills.
 * @throws {Error} naming the processes that are left all the same.
 */
export async function endGroup(group: number, graceMs: number): Promise<void> {
  if (graceMs > 0) {
    signalGroup(group, "SIGTERM");
    if (await isGone(group, graceMs)) return;
  }
  signalGroup(group, "SIGKILL");
  if (await isGone(group, KILL_LIMIT_MS)) return;
  throw new Error(`Processes ${(await membersOf(group)).join(", ")} do not end`);
}

async function isGone(group: number, limitMs: number): Promise<boolean> {
  const until = Date.now() + limitMs;
  while ((await membersOf(group)).length > 0) {
    if (Date.now() >= until) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** The processes of a group that still run. One that has ended and that nobody has reaped is not counted. */
export async function membersOf(group: number): Promise<readonly number[]> {
  return (await entriesOf(group)).filter(({ state }) => !/^[ZX]/.test(state)).map(({ pid }) => pid);
}

/** What the processes of a group, and those below them that have ended, have used of the CPU, in milliseconds. */
export async function cpuMsOf(group: number): Promise<number> {
  return (await entriesOf(group)).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

async function entriesOf(group: number): Promise<readonly Entry[]> {
  const processes = process.platform === "linux" ? await fromProc() : await fromPs();
  return processes.filter((entry) => entry.group === group);
}

interface Entry {
  readonly pid: number;
  readonly group: number;
  readonly state: string;
  readonly cpuMs: number;
}

/** Linux tells times in hundredths of a second, whatever its own clock. */
const TICK_MS = 10;

/** Small container images have no `ps`. See proc_pid_stat(5): the name in parentheses may itself hold any. */
async function fromProc(): Promise<readonly Entry[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const [state = "", , group, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // Its own time and that of those it has reaped, each as user and as system.
      const ticks = rest.slice(8, 12).reduce((sum, time) => sum + Number(time), 0);
      return { pid: Number(pid), group: Number(group), state, cpuMs: ticks * TICK_MS };
    }),
  );
  return entries.filter(({ state }) => state !== "");
}

async function fromPs(): Promise<readonly Entry[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,pgid=,stat=,time="]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => {
      const [pid, group, state = "", time = ""] = line.trim().split(/\s+/);
      // Hours and minutes, as many as there are, and seconds.
      const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
      return { pid: Number(pid), group: Number(group), state, cpuMs: seconds * 1_000 };
    });
}

/** A signal that is aborted once the parent of this process has gone, and another process has it for a child. */
export function orphaned(parentNow: () => number = () => process.ppid): AbortSignal {
  const parent = parentNow();
  const gone = new AbortController();
  const timer = setInterval(() => {
    if (parentNow() === parent) return;
    clearInterval(timer);
    gone.abort(new Error("Interrupted"));
  }, PARENT_POLL_MS);
  // It keeps no process alive that has nothing else to do.
  timer.unref();
  return gone.signal;
}
