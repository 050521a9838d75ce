import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { loadStarter } from "../../../src/catalogue/starter/index.ts";
import type { CatalogueModel } from "../../../src/domain/catalogue.ts";

const README = new URL("../../../src/catalogue/starter/README.md", import.meta.url);

const counted = (models: readonly CatalogueModel[], has: (model: CatalogueModel) => boolean): number =>
  models.filter(has).length;

const row = (name: string, models: readonly CatalogueModel[]): string =>
  `| ${[
    name,
    models.length,
    counted(models, ({ parameters, parametersConfidence }) => parameters !== null && parametersConfidence !== "unsure"),
    counted(models, ({ bytes, bytesConfidence }) => bytes !== null && bytesConfidence !== "unsure"),
    counted(models, ({ bytes, bytesConfidence }) => bytes !== null && bytesConfidence === "unsure"),
    counted(models, ({ downloads }) => downloads !== null),
    counted(models, ({ scores }) => scores.some(({ confidence }) => confidence !== "unsure")),
  ].join(" | ")} |`;

it("the README of the starter catalogue says how many models carry which facts", async () => {
  const models = await loadStarter();
  const byTask = Map.groupBy(models, ({ tasks: [first = ""] }) => first);
  const rows = [...byTask].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([task, some]) => row(`\`${task}\``, some));
  const table = [...rows, row("all", models)].join("\n");
  expect(await readFile(README, "utf8")).toContain(table);
});
