import { readdir, readFile, stat } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import {
  constraintRow,
  dialogueRow,
  furtherRow,
  type LabelledRequest,
  museRow,
  paperRow,
} from "../../../evaluation/requests/row.ts";
import { baseKind, fitsAny, type Kind } from "../../../src/domain/kinds.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";

const EVALUATION = new URL("../../../evaluation/", import.meta.url);
const FILES = new URL("muse/files/", EVALUATION);
const MAX_FILES_BYTES = 1_500_000;
const KIND_BY_EXTENSION: Readonly<Record<string, Kind>> = {
  jpg: "image",
  png: "image",
  wav: "audio",
  csv: "table",
  txt: "text",
  pdf: "document",
};
const ontology = createOntology();

async function read<T>(path: string, schema: z.ZodType<T>): Promise<readonly T[]> {
  const text = await readFile(new URL(path, EVALUATION), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => schema.parse(JSON.parse(line)));
}

const muse = await read("muse/requests.jsonl", museRow);
const papers = await read("requests/papers.jsonl", paperRow);
const further = await read("requests/further.jsonl", furtherRow);
const constraints = await read("requests/constraints.jsonl", constraintRow);
const all: readonly LabelledRequest[] = [...muse, ...papers, ...further, ...constraints];
const stored = await readdir(FILES);

const plansOf = (row: LabelledRequest) => [row, ...(row.alternatives ?? [])];
type Wanted = LabelledRequest["tasks"][number] | undefined;
const namesOf = (wanted: Wanted): readonly string[] =>
  wanted === undefined ? [] : typeof wanted === "string" ? [wanted] : wanted.anyOf;
const typeOf = (name: string) => {
  const type = ontology.get(name);
  if (!type) throw new Error(`There is no task type ${name}`);
  return type;
};
const kindOfFile = (name: string) => KIND_BY_EXTENSION[name.split(".").at(-1) ?? ""];

const carries = (giver: string, taker: string): boolean =>
  typeOf(giver).outputs.some((output) =>
    output.kinds.some((kind) => typeOf(taker).inputs.some((input) => fitsAny(kind, input.kinds))),
  );

const dialogue = await Promise.all(["dev", "test"].map((part) => read(`requests/dialogue-${part}.jsonl`, dialogueRow)));

describe("every conversation", () => {
  const rows = dialogue.flat();

  it("has an id of its own, and stands in one part only", () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const [dev = [], held = []] = dialogue.map((part) => part.map(({ messages }) => JSON.stringify(messages)));
    expect(dev.filter((messages) => held.includes(messages))).toEqual([]);
  });

  it.each(rows.map((row) => [row.id, row] as const))("%s names task types, and for each what it works on", (_, row) => {
    for (const right of row.messages.flatMap((message) => message.right ?? [])) {
      if (typeof right === "string") continue;
      expect(right.on).toHaveLength(right.tasks.length);
      for (const name of right.tasks.flatMap(namesOf)) expect(ontology.get(name), name).toBeDefined();
      for (const [from, to] of right.links) expect(from).toBeLessThan(to);
    }
  });
});

describe("every labelled request", () => {
  it("has an id of its own and words of its own", () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(muse.map(({ request }) => request)).size).toBe(muse.length);
  });

  it.each(all.map((row) => [row.id, row] as const))("%s names task types, links and files that there are", (_, row) => {
    for (const { tasks, links } of plansOf(row)) {
      for (const name of tasks.flatMap(namesOf)) expect(ontology.get(name), name).toBeDefined();
      for (const [from, to] of links) {
        expect(from, "a link leads forwards, so that there is no cycle").toBeLessThan(to);
        expect(to).toBeLessThan(tasks.length);
        for (const giver of namesOf(tasks[from])) {
          for (const taker of namesOf(tasks[to])) expect(carries(giver, taker), `${giver} > ${taker}`).toBe(true);
        }
      }
      expect(new Set(links.map(String)).size).toBe(links.length);
    }
    for (const file of row.files) expect(stored).toContain(file);
  });

  it.each(all.map((row) => [row.id, row] as const))("%s asks for what its tasks give", (_, row) => {
    const given = row.tasks
      .flatMap(namesOf)
      .flatMap((name) => typeOf(name).outputs)
      .flatMap(({ kinds }) => kinds);
    for (const kind of row.asks) expect(given).toContain(kind);
    expect(row.outputModality).toEqual([...new Set(row.asks.map(baseKind))]);
    const attached = [...new Set(row.files.map(kindOfFile))];
    if (attached.length > 0) expect(row.inputModality).toEqual(attached);
    expect(row.asks.length === 0).toBe(row.tasks.length === 0);
  });
});

describe("the requests in the manner of MUSE", () => {
  it("are 100: 24 of one task, 60 of two, 16 of three", () => {
    const count = (type: string) => muse.filter(({ queryType }) => queryType === type).length;
    expect([muse.length, count("single"), count("two"), count("three")]).toEqual([100, 24, 60, 16]);
    const types = ["single", "two", "three"];
    for (const row of muse) expect(row.queryType).toBe(types[row.tasks.length - 1]);
  });

  it("are multimodal in 67 cases", () => {
    const sensory = new Set<string>(["image", "audio", "video"]);
    const multimodal = muse.filter((row) =>
      [...row.inputModality, ...row.outputModality].some((one) => sensory.has(one)),
    );
    expect(multimodal.length).toBe(67);
  });

  it("are over the 15 tasks of HIVE's Table 4, each of them at least five times", () => {
    const first = muse.flatMap(({ tasks }) => tasks.map((task) => namesOf(task)[0]));
    const counts = Map.groupBy(first, (name) => name);
    expect(counts.size).toBe(15);
    for (const [name, uses] of counts) expect(uses.length, String(name)).toBeGreaterThanOrEqual(5);
  });

  it("name every file that they come with", () => {
    for (const { request, files } of muse) for (const file of files) expect(request.toLowerCase()).toContain(file);
  });

  it("have files of less than a megabyte and a half", async () => {
    const sizes = await Promise.all(stored.map(async (name) => (await stat(new URL(name, FILES))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FILES_BYTES);
  });
});

describe("the other requests", () => {
  it("of the papers say where they stand, and have a file of ours for each that they name", () => {
    for (const { source, named, files } of papers) {
      expect(source).toMatch(/^(HuggingGPT|HIVE) \(arXiv [\d.]+\), /);
      if (named) expect(named.length).toBe(files.length);
    }
  });

  it("of the papers are 41, of which three are for no task", () => {
    const [idle, busy] = [papers.filter((row) => row.expect), papers.filter((row) => !row.expect)];
    expect([idle.length, busy.length]).toEqual([3, 38]);
    for (const { tasks } of idle) expect(tasks).toEqual([]);
    for (const { tasks } of busy) expect(tasks.length).toBeGreaterThan(0);
  });

  it("in other people's words are at least 80, and at least 12 are for no task", () => {
    const [idle, busy] = [further.filter((row) => row.expect), further.filter((row) => !row.expect)];
    expect(busy.length).toBeGreaterThanOrEqual(80);
    expect(idle.length).toBeGreaterThanOrEqual(12);
    for (const { tasks } of idle) expect(tasks).toEqual([]);
    for (const { tasks } of busy) expect(tasks.length).toBeGreaterThan(0);
  });

  it("with constraints are 52, and 46 only sound like it", () => {
    const [real, tempting] = ["constraint-", "tempting-"].map((start) =>
      constraints.filter(({ id }) => id.startsWith(start)),
    );
    expect(real?.length).toBe(52);
    expect(tempting?.length).toBe(46);
    for (const row of real ?? []) expect(Object.keys(row.constraints)).not.toEqual([]);
    for (const row of tempting ?? []) expect(row.constraints).toEqual({});
  });
});
