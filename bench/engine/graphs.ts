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
 * neither layers nor chains. The numbers come from a generator with a seed, so that every engine has the same plan.
 */
function mixed(tasks: number): Graph {
  const random = generator(42);
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

/** A linear congruential generator (Numerical Recipes), from 0 to 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
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

/** The graph as a plan of ours: a task waits as long as its text says, and has that text from one before it if it can. */
export function planOf({ tasks }: Graph): JsonValue {
  return tasks.map(({ dependsOn, ms }, id) => {
    const from = dependsOn.find((task) => tasks[task]?.ms === ms);
    return {
      task: "text2text-generation",
      id,
      dep: dependsOn.length === 0 ? [-1] : [...dependsOn],
      args: { text: from === undefined ? String(ms) : `<resource>-${from}` },
    };
  });
}
