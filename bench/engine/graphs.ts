import { createRandom } from "../../scripts/random.ts";
import type { JsonValue } from "../../src/domain/json.ts";

/** A graph of tasks that only wait. A task stands after those that it depends on. */
export interface Graph {
  readonly name: string;
  readonly tasks: readonly { readonly dependsOn: readonly number[]; readonly ms: number }[];
}

const chain = (tasks: number, ms: number): Graph => ({
  name: `chain of ${tasks}`,
  tasks: Array.from({ length: tasks }, (_, task) => ({ dependsOn: task === 0 ? [] : [task - 1], ms })),
});

const fan = (tasks: number, ms: number): Graph => ({
  name: `${tasks} side by side`,
  tasks: Array.from({ length: tasks }, () => ({ dependsOn: [], ms })),
});

/** One task, all but one beside each other after it, and one that waits for them. */
function diamond(tasks: number, ms: number): Graph {
  const sides = Array.from({ length: tasks - 2 }, (_, side) => side + 1);
  const dependencies = [[], ...sides.map(() => [0]), sides];
  return { name: `diamond of ${tasks}`, tasks: dependencies.map((dependsOn) => ({ dependsOn, ms })) };
}

/**
 * Tasks of different lengths of which each depends on up to three of the twenty before it, as plans do that grew:
 * neither layers nor chains. Every engine has the same plan.
 */
function mixed(tasks: number): Graph {
  const random = createRandom(42);
  const below = (end: number): number => Math.floor(random() * end);
  return {
    name: `mixed plan of ${tasks}`,
    tasks: Array.from({ length: tasks }, (_, task) => {
      const near = Math.min(task, 20);
      const dependsOn = new Set(Array.from({ length: near === 0 ? 0 : below(4) }, () => task - 1 - below(near)));
      return { dependsOn: [...dependsOn].toSorted((a, b) => a - b), ms: [10, 20, 50, 100][below(4)] ?? 10 };
    }),
  };
}

export const GRAPHS: readonly Graph[] = [
  chain(20, 10),
  chain(50, 10),
  fan(10, 100),
  fan(50, 100),
  fan(200, 100),
  diamond(50, 100),
  mixed(200),
];

/** A chain has only its engine to measure; in others what counts is how near it comes to the critical path. */
export const isChain = ({ tasks }: Graph): boolean =>
  tasks.every(({ dependsOn }, task) => dependsOn.length === Math.min(task, 1));

/** Milliseconds of the longest way through the graph, with an engine that takes no time. */
export function criticalPathMs({ tasks }: Graph): number {
  const ends: number[] = [];
  for (const { dependsOn, ms } of tasks) ends.push(ms + Math.max(0, ...dependsOn.map((task) => ends[task] ?? 0)));
  return Math.max(...ends);
}

/** The task type of a task that waits for others and has its time from none of them, as CONFIG takes it. */
export const JOIN = {
  name: "bench-join",
  area: "language",
  description: "Wait for other tasks, and then for as long as is said",
  inputs: [
    { name: "text", kinds: ["text"] },
    { name: "after", kinds: ["text"], many: true },
  ],
  outputs: [{ name: "text", kinds: ["text"] }],
  varies: true,
};

/**
 * The graph as a plan of ours. A task waits for as long as its text says: with one dependency of the same length it
 * has its text from that, as tasks of plans have, and otherwise it takes what the others made beside its own.
 */
export function planOf({ tasks }: Graph): JsonValue {
  return tasks.map(({ dependsOn, ms }, id) => {
    const made = dependsOn.map((task) => `<resource>-${task}`);
    const [only, ...others] = made;
    if (only === undefined) return { task: "text2text-generation", id, dep: [-1], args: { text: String(ms) } };
    const dep = [...dependsOn];
    return others.length === 0 && tasks[dependsOn[0] ?? -1]?.ms === ms
      ? { task: "text2text-generation", id, dep, args: { text: only } }
      : { task: JOIN.name, id, dep, args: { text: String(ms), after: made } };
  });
}
