import { expect, it } from "vitest";
import type { Constraints } from "../../src/domain/constraints.ts";
import type { ExpertPool } from "../../src/domain/experts.ts";
import { selectModels } from "../../src/selection/index.ts";
import { castOf, expert, planOf, task } from "./experts.ts";

/** A cast of many, which counts what it is asked. */
function countingCast() {
  const many = castOf(Array.from({ length: 200 }, (_, place) => expert("custom", `model-${place}`)));
  const asked = { experts: 0, health: 0, ids: 0 };
  const cast: ExpertPool = {
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
  return { cast, asked };
}

it.each<readonly Constraints[][]>([
  [[]],
  [[{ model: { deny: ["model-1", "model-2"] }, licence: { deny: ["GPL"] }, latency: { maxMs: 5 } }]],
  [[{ model: { allow: ["model-7", "gone"] } }, { size: { prefer: "smallest" } }]],
  [[{ model: { allow: ["gone"] } }]],
])("hundreds of tasks of one type are no more work than one, under %j", (constraints) => {
  const [one, many] = [planOf("summarization"), planOf(...Array.from({ length: 256 }, () => "summarization"))].map(
    (plan) => {
      const { cast, asked } = countingCast();
      const { selection } = selectModels(plan, cast, constraints);
      expect(Object.keys(selection)).toHaveLength(plan.tasks.length);
      return asked;
    },
  );
  expect(many).toEqual(one);
});

it("tasks of one type are told apart by what they need", () => {
  const cast = castOf(
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
  const { selection, level } = selectModels({ tasks }, cast, []);
  expect(tasks.map(({ id }) => selection[id]?.candidates.map(({ model }) => model))).toEqual([
    ["es"],
    ["de"],
    ["es"],
    ["de", "es"],
    ["es"],
  ]);
  expect(tasks.map(({ id }) => level[id])).toEqual([1, 1, 1, 2, 1]);
});
