import fc from "fast-check";
import type { JsonValue } from "../../src/domain/json.ts";
import { fitsAny } from "../../src/domain/kinds.ts";
import type { Binding, Plan, SingleBinding, Task } from "../../src/domain/plan.ts";
import type { Ontology, Port } from "../../src/domain/task-types/index.ts";
import type { PlanContext } from "../../src/planning/proof/faults.ts";
import { literalFits } from "../../src/planning/proof/literals.ts";
import { resource } from "./resources.ts";

/** One resource of every kind a built-in port asks for, some with names and addresses that texts may be mistaken for. */
export const RESOURCES = [
  resource("photo.jpg"),
  resource("edges.png", "image/canny"),
  resource("hed.png", "image/hed"),
  resource("lines.png", "image/mlsd"),
  resource("normals.png", "image/normal"),
  resource("pose.png", "image/pose"),
  resource("depth.png", "image/depth"),
  resource("scribble.png", "image/scribble"),
  resource("regions.png", "image/seg"),
  resource("speech.wav"),
  resource("clip.mp4"),
  resource("scan.pdf"),
  resource("notes.txt"),
  resource("sales.csv"),
  resource("rows.json"),
  resource("far.jpg", "image", { by: "url", url: "https://example.org/far.jpg" }),
];

/** Texts that a lenient reader could take for something else. */
const DECEPTIVE = [
  "",
  " ",
  "<resource>-0",
  "<resource>-0, <resource>-1",
  "see <node-1> there",
  "photo.jpg",
  "notes.txt",
  "a, notes.txt",
  "notes.txt, notes.txt",
  "res_notes.txt",
  " res_gone ",
  "https://example.org/far.jpg",
  "v2.0",
  "[1, 2]",
  "a,b\n1,2",
];

const literalText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...DECEPTIVE) },
  fc.string(),
  fc.string({ unit: "binary" }),
);
const literalJson: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    ["a"],
    ["cat", "dog"],
    ["<resource>-0"],
    ["<resource>-0", "b"],
    ["node-2", "$[5]"],
    ["photo.jpg", "<slot>"],
    { literal: 1 },
    { literal: 1, more: 2 },
    [[1]],
    0,
    false,
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonValue),
);

/**
 * A sound plan: every port bound to what fits it, tasks bound only to earlier ones, ids in no order. Never filter it:
 * `fc.gen` draws the same plan again for ever.
 */
export const soundPlan = (ontology: Ontology, minTasks = 0): fc.Arbitrary<Plan> =>
  fc.gen().map((gen) => {
    const pick = <T>(from: readonly T[]): T => gen(fc.constantFrom<T[]>, ...from) as T;
    const count = gen(fc.integer, { min: minTasks, max: 8 });
    const ids = gen(fc.uniqueArray<number, number>, fc.nat({ max: 10_000 }), { minLength: count, maxLength: count });
    const tasks: Task[] = [];
    const single = (port: Port): SingleBinding | null => {
      const options: SingleBinding[] = RESOURCES.filter((known) => fitsAny(known.kind, port.kinds)).map(({ id }) => ({
        from: "resource",
        resource: id,
      }));
      for (const task of tasks) {
        for (const output of ontology.get(task.type)?.outputs ?? []) {
          if (output.kinds.some((kind) => fitsAny(kind, port.kinds)))
            options.push({ from: "task", task: task.id, output: output.name });
        }
      }
      for (const value of [gen(() => literalText), gen(() => literalJson)]) {
        if (literalFits(value, port.kinds)) options.push({ from: "literal", value });
      }
      return options.length > 0 ? pick(options) : null;
    };
    for (const id of ids) {
      const type = pick(ontology.all);
      const args: [string, Binding][] = [];
      for (const port of type.inputs) {
        if (!port.required && gen(fc.boolean)) continue;
        const wantsList = port.many && gen(fc.boolean);
        const items = Array.from({ length: wantsList ? 1 + gen(fc.nat, { max: 3 }) : 1 }, () => single(port)).filter(
          (item) => item !== null,
        );
        const [first] = items;
        if (first) args.push([port.name, wantsList ? { from: "list", items } : first]);
      }
      tasks.push({
        id,
        type: type.name,
        args: Object.fromEntries(args),
        ...(gen(fc.boolean) ? {} : { model: "custom:tester" }),
      });
    }
    return { tasks };
  });

export const contextOf = (ontology: Ontology): PlanContext => ({ resources: RESOURCES, ontology });
