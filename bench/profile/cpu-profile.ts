/** What a function took, in microseconds of the samples it was found in. */
export interface FunctionTime {
  /** Its name and where it stands. */
  readonly name: string;
  /** In its own code. */
  readonly ownUs: number;
  /** With all that it called. */
  readonly totalUs: number;
}

/** A CPU profile as V8 gives it (`Profiler.Profile` of the Chrome DevTools protocol); what is not read here is left out. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly scriptId: string;
      readonly url: string;
      /** From 0. */
      readonly lineNumber: number;
    };
    readonly children?: readonly number[];
  }[];
  /** The node that each sample was found in. */
  readonly samples: readonly number[];
  /** Microseconds between a sample and the one before it. */
  readonly timeDeltas: readonly number[];
}

/** Not work of the Worker's. */
const IDLE = new Set(["(idle)", "(program)", "(root)"]);

/** What each function took, the longest first by its own time. A function within itself is counted once in its total. */
export function functionTimes({ nodes, samples, timeDeltas }: CpuProfile): readonly FunctionTime[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)));
  const ownOfNode = new Map<number, number>();
  for (const [index, id] of samples.entries()) {
    ownOfNode.set(id, (ownOfNode.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const own = new Map<string, number>();
  const total = new Map<string, number>();
  const add = (sums: Map<string, number>, name: string, us: number) => sums.set(name, (sums.get(name) ?? 0) + us);
  for (const [id, us] of ownOfNode) {
    const names: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const node = byId.get(at);
      if (node) names.push(nameOf(node.callFrame));
    }
    const [innermost = "(root)"] = names;
    if (IDLE.has(innermost)) continue;
    add(own, innermost, us);
    for (const name of new Set(names)) add(total, name, us);
  }
  return [...total]
    .map(([name, totalUs]) => ({ name, ownUs: own.get(name) ?? 0, totalUs }))
    .filter(({ name }) => !IDLE.has(name))
    .toSorted((a, b) => b.ownUs - a.ownUs);
}

function nameOf({ functionName, url, lineNumber }: CpuProfile["nodes"][number]["callFrame"]): string {
  const name = functionName || "(anonymous)";
  return url === "" ? name : `${name} ${url.slice(url.lastIndexOf("/") + 1)}:${lineNumber + 1}`;
}
