import { describe, expect, it } from "vitest";
import type { Constraints } from "../../src/domain/constraints.ts";
import type { ExpertPool } from "../../src/domain/experts.ts";
import { selectModels } from "../../src/selection/index.ts";
import { expert, planOf, poolOf, task } from "./experts.ts";

/** A pool of many experts, which counts what it is asked. */
function countingPool() {
  const many = poolOf(Array.from({ length: 200 }, (_, place) => expert("custom", `model-${place}`)));
  const asked = { experts: 0, health: 0, ids: 0 };
  const pool: ExpertPool = {
    ...many,
    experts: (taskType) => {
      asked.experts++;
      return many.experts(taskType);
    },
    health: (endpoint) => {
      asked.health++;
      return many.health(endpoint);
    },
    knows: (taskType, isMeant) =>
      many.knows(taskType, (id) => {
        asked.ids++;
        return isMeant(id);
      }),
  };
  return { pool, asked };
}

it.each<readonly Constraints[][]>([
  [[]],
  [[{ model: { deny: ["model-1", "model-2"] }, licence: { deny: ["GPL"] }, latency: { maxMs: 5 } }]],
  [[{ model: { allow: ["model-7", "gone"] } }, { size: { prefer: "smallest" } }]],
  [[{ model: { allow: ["gone"] } }]],
])("hundreds of tasks of one type are no more work than one, under %j", (constraints) => {
  const [one, many] = [planOf("summarization"), planOf(...Array.from({ length: 256 }, () => "summarization"))].map(
    (plan) => {
      const { pool, asked } = countingPool();
      const { selection } = selectModels(plan, pool, constraints);
      expect(Object.keys(selection)).toHaveLength(plan.tasks.length);
      return asked;
    },
  );
  expect(many).toEqual(one);
});

it("tasks of one type are told apart by what they need", () => {
  const pool = poolOf(
    ["es", "de"].map((language) => expert("custom", language, { taskType: "translation", languages: [language] })),
  );
  const into = (value: string) => ({ "target-language": { from: "literal" as const, value } });
  const tasks = [
    task(0, "translation", { args: into("Spanish") }),
    task(1, "translation", { args: into("German") }),
    task(2, "translation", { model: "custom:es" }),
    task(3, "translation"),
    task(4, "translation", { args: into("es") }),
  ];
  const { selection, level } = selectModels({ tasks }, pool, []);
  expect(tasks.map(({ id }) => selection[id]?.candidates.map(({ model }) => model))).toEqual([
    ["es"],
    ["de"],
    ["es"],
    ["de", "es"],
    ["es"],
  ]);
  expect(tasks.map(({ id }) => level[id])).toEqual([1, 1, 1, 2, 1]);
});

describe("cached results of conditions", () => {
  const pool = poolOf([
    expert("custom", "Small", { languages: ["en"], parameters: 1 }),
    expert("custom", "small", { languages: ["en", "de"], parameters: 2 }),
    expert("custom", "en,de", { languages: ["en,de"], parameters: 3 }),
  ]);
  const left = (constraints: Constraints) =>
    selectModels(planOf("summarization"), pool, [constraints])
      .selection[0]?.candidates.map(({ model }) => model)
      .toSorted();

  it("are not those of what is merely written alike", () => {
    expect(left({ model: { allow: ["custom:Small"] } })).toEqual(["Small"]);
    expect(left({ model: { allow: ["custom:small"] } })).toEqual(["small"]);
    expect(left({ language: "de" })).toEqual(["small"]);
  });

  it("are none of conditions on calls, which change", () => {
    const now = (medianMs: number) => ({ ...pool, health: () => ({ calls: 1, failures: 0, medianMs }) });
    const within = (medianMs: number) =>
      selectModels(planOf("summarization"), now(medianMs), [{ latency: { maxMs: 500 } }]).selection[0]?.candidates
        .length;
    expect([400, 600, 400].map(within)).toEqual([3, 0, 3]);
  });

  it("hold however many others come between", () => {
    for (let round = 0; round < 2; round++) {
      for (let max = 1; max <= 100; max++) expect(left({ size: { max } })).toHaveLength(Math.min(max, 3));
    }
  });
});
