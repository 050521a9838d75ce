import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { storedProfile } from "../../../src/planning/embedded/rank/profile.ts";

const text = readFileSync(new URL("../../../src/planning/embedded/rank/weights.json", import.meta.url), "utf8");
/** The Worker carries them. */
const MAX_GZIP_BYTES = 520_000;

describe("the trained weights", () => {
  it("are small", () => {
    expect(gzipSync(text, { level: 9 }).length).toBeLessThan(MAX_GZIP_BYTES);
  });

  it("fit the code that reads them", () => {
    expect(storedProfile.safeParse(JSON.parse(text)).error).toBeUndefined();
  });

  it("are for task types that there are", () => {
    const ontology = createOntology();
    const { types, outputs } = storedProfile.parse(JSON.parse(text));
    expect(types.filter((type) => ontology.get(type) === undefined)).toEqual([]);
    expect(types).toHaveLength(ontology.all.length);
    expect(outputs).toEqual(expect.arrayContaining(["idle", "about:greeting"]));
  });

  it("are of sorted features, each once", () => {
    const all = storedProfile.parse(JSON.parse(text)).keys.split("\n");
    expect(all.length).toBeGreaterThan(1_000);
    expect(all.filter((key, at) => key <= (all[at - 1] ?? ""))).toEqual([]);
  });
});
