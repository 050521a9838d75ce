import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { storedProfiles } from "../../../src/planning/embedded/trained/profiles.ts";

const text = readFileSync(new URL("../../../src/planning/embedded/trained/weights.json", import.meta.url), "utf8");
/** The Worker carries them. */
const MAX_GZIP_BYTES = 400_000;

describe("the trained weights", () => {
  it("are small", () => {
    expect(gzipSync(text, { level: 9 }).length).toBeLessThan(MAX_GZIP_BYTES);
  });

  it("fit the code that reads them", () => {
    expect(storedProfiles.safeParse(JSON.parse(text)).error).toBeUndefined();
  });

  it("are for task types that there are", () => {
    const ontology = createOntology();
    const { people, taskbench } = storedProfiles.parse(JSON.parse(text));
    expect([...people.types, ...taskbench.types].filter((type) => ontology.get(type) === undefined)).toEqual([]);
    expect(people.types).toHaveLength(ontology.all.length);
    expect(people.outputs).toEqual(expect.arrayContaining(["idle", "stranger"]));
  });

  it("are of sorted features, each once", () => {
    for (const { keys } of Object.values(storedProfiles.parse(JSON.parse(text)))) {
      const all = keys.split("\n");
      expect(all.length).toBeGreaterThan(1_000);
      expect(all.filter((key, at) => key <= (all[at - 1] ?? ""))).toEqual([]);
    }
  });
});
