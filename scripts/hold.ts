import { readdir, readFile } from "node:fs/promises";

/** What docs/security.md promises: nobody else waits longer for the thread while an input is worked on. */
export const MOST_HELD_MS = 2_000;
const PROBE_EVERY_MS = 20;
/** Long after any hold is a failure. */
const PROBE_LIMIT_MS = 120_000;
/** Linux counts CPU time in hundredths of a second: USER_HZ is 100 on every architecture that Node runs on. */
const MS_PER_TICK = 10;

/** How long requests waited at a server while something else was at work. */
export interface Hold {
  /** The longest that one waited, in milliseconds. */
  readonly waitedMs: number;
  /**
   * The most that the server computed while one waited: what it held the thread for, whatever else the machine was doing
   * meanwhile. As long as the wait where that cannot be told (not on Linux).
   */
  readonly heldMs: number;
}

/** CPU time of a process in milliseconds; null where it is gone, or the system does not tell. */
async function cpuMs(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The second field is a name in brackets, which may hold blanks; user and system time are the 14th and 15th.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (!fields) return null;
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}

/**
 * Sends a request over and over while `work` is under way, and tells how long one waited at most.
 * @param pids of the processes that serve it
 */
export async function measureHold(url: URL, pids: readonly number[], work: Promise<unknown>): Promise<Hold> {
  let isOver = false;
  const over = work.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  const computedMs = async (): Promise<number | null> => {
    const all = await Promise.all(pids.map(cpuMs));
    const known = all.filter((one) => one !== null);
    return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
  };
  let [waitedMs, heldMs] = [0, 0];
  while (!isOver) {
    const before = await computedMs();
    const sentAt = performance.now();
    await fetch(url, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) }).then(
      (answer) => answer.arrayBuffer(),
      () => null,
    );
    const waited = performance.now() - sentAt;
    const after = await computedMs();
    const computed = before === null || after === null ? waited : after - before;
    waitedMs = Math.max(waitedMs, waited);
    heldMs = Math.max(heldMs, Math.min(waited, computed));
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))]);
  }
  return { waitedMs, heldMs };
}

/** The processes named workerd below a process, itself left out; empty where the system does not tell. */
export async function workerdBelow(pid: number): Promise<readonly number[]> {
  const all = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const known = new Map<number, { readonly parent: number; readonly name: string }>();
  for (const name of all) {
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => null);
    const end = stat?.lastIndexOf(")") ?? -1;
    if (!stat || end < 0) continue;
    const parent = Number(stat.slice(end + 2).split(" ")[1]);
    known.set(Number(name), { parent, name: stat.slice(stat.indexOf("(") + 1, end) });
  }
  const isBelow = (one: number): boolean => {
    const parent = known.get(one)?.parent;
    return parent !== undefined && parent !== 0 && (parent === pid || isBelow(parent));
  };
  return [...known].flatMap(([one, { name }]) => (name === "workerd" && isBelow(one) ? [one] : []));
}
