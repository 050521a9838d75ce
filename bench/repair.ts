/**
 * Measures the gate that every plan passes: `npm run bench:repair [-- --recorded PLANS.jsonl]`.
 *
 * Proves and repairs generated plans, sound and damaged, of several sizes, and with a path the plans that language
 * models wrote for TaskBench (see evaluation/README.md). Prints medians and 95th percentiles in milliseconds of one
 * process with warm caches, as an isolate has them after its first requests.
 */
import { parseArgs } from "node:util";
import { resourcesOf, toWire } from "../evaluation/suites/taskbench/adapt.ts";
import { createToolOntology } from "../evaluation/suites/taskbench/ontology.ts";
import { readPlans } from "../evaluation/suites/taskbench/read-rows.ts";
import type { JsonValue } from "../src/domain/json.ts";
import type { Resource } from "../src/domain/resources.ts";
import { createOntology } from "../src/domain/task-types/index.ts";
import { type RepairContext, repairPlan } from "../src/planning/proof/index.ts";

const WARM_UPS = 20;
const REPEATS = 200;
/** The largest plans take long enough to be measured with fewer. */
const REPEATS_OF_LARGE = 20;
const LARGE_TASKS = 100;

const { values } = parseArgs({ options: { recorded: { type: "string" } } });

const file = (name: string, kind: Resource["kind"]): Resource => ({
  id: `res_${name}`,
  name,
  kind,
  mediaType: "application/octet-stream",
  bytes: 0,
  sha256: "",
  createdAt: 0,
  origin: { by: "upload" },
});
const context: RepairContext = {
  resources: [file("scan.png", "image"), file("talk.wav", "audio"), file("bill.pdf", "document")],
  ontology: createOntology(),
  text: "Read the scan, the talk and the bill, and tell me what they say.",
};

type WireTask = Readonly<Record<string, JsonValue>>;

/** A chain of text tasks behind one that reads a file; the form of most requests. */
const chain = (tasks: number): readonly WireTask[] =>
  Array.from({ length: tasks }, (_, id) =>
    id === 0
      ? { task: "optical-character-recognition", id, dep: [-1], args: { image: "scan.png" } }
      : { task: id % 2 ? "summarization" : "translation", id, dep: [id - 1], args: { text: `<resource>-${id - 1}` } },
  );

/** What language models do to a plan, one kind of damage a task in turn. */
const DAMAGE: readonly ((task: WireTask, id: number) => WireTask)[] = [
  (task) => task,
  (task) => ({ ...task, task: "Text Summarisation Task" }),
  (task) => ({ ...task, args: { text: "talk.wav" } }),
  (task) => ({ ...task, args: {} }),
  (task, id) => ({ ...task, args: { text: `<resource>-${id + 1}` } }),
  (task) => ({ ...task, args: ["bill.pdf", "something else"] }),
];

const damaged = (tasks: number): readonly WireTask[] =>
  chain(tasks).map((task, id) => (id === 0 ? task : (DAMAGE[id % DAMAGE.length]?.(task, id) ?? task)));

function measure(name: string, tasks: number, plans: readonly (readonly [unknown, RepairContext])[]): void {
  const repeats = tasks >= LARGE_TASKS ? REPEATS_OF_LARGE : REPEATS;
  const times: number[] = [];
  let proved = 0;
  for (let round = -WARM_UPS; round < Math.ceil(repeats / plans.length); round++) {
    for (const [plan, around] of plans) {
      const from = performance.now();
      const repaired = repairPlan(plan, around);
      const ms = performance.now() - from;
      if (round < 0) continue;
      times.push(ms);
      if (repaired.as === "proved") proved++;
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(2);
  const share = Math.round((100 * proved) / times.length);
  console.log(`${name.padEnd(34)} ${at(0.5).padStart(8)} ${at(0.95).padStart(8)} ${`${share}%`.padStart(8)}`);
}

console.log(`${"plans".padEnd(34)} ${"median".padStart(8)} ${"p95".padStart(8)} ${"proved".padStart(8)}`);
for (const tasks of [1, 3, 10, 50, 256]) {
  measure(`sound, ${tasks} tasks`, tasks, [[chain(tasks), context]]);
  if (tasks > 1) measure(`damaged, ${tasks} tasks`, tasks, [[damaged(tasks), context]]);
}
if (values.recorded !== undefined) {
  const ontology = createToolOntology();
  const recorded = await readPlans(values.recorded, values.recorded);
  measure(
    `recorded, ${recorded.length} plans`,
    0,
    recorded.map(
      (plan) =>
        [toWire(plan), { resources: resourcesOf(plan), ontology, text: plan.request, isByModel: true }] as const,
    ),
  );
}
