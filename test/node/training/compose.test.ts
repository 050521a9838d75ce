import { describe, expect, it } from "vitest";
import type { Row } from "../../../evaluation/read-json-lines.ts";
import { composeRows } from "../../../training/compose.ts";
import { readRequestFile, readRequests, requestFiles } from "../../../training/read-requests.ts";
import { type RequestRow, requestRow } from "../../../training/request-row.ts";

const files = await requestFiles();

const rowOf = (value: Partial<RequestRow> & Pick<RequestRow, "request" | "tasks">): Row<RequestRow> => ({
  where: `${value.request}:1`,
  value: { files: [], links: [], ...value },
});

describe("requests that are made of shorter ones", () => {
  it.each(files)("are valid, have each type and file once, and are the same each time: %s", async (name) => {
    const rows = await readRequestFile(name);
    const made = composeRows(rows);
    expect(composeRows(rows.toReversed())).toEqual(made);
    for (const { value } of made) {
      expect(requestRow.safeParse(value).error?.issues ?? [], value.request).toEqual([]);
      expect(value.files).toEqual([...new Set(value.files)]);
      expect(value.tasks.length).toBeLessThanOrEqual(6);
      for (const file of value.files) expect(value.request).toContain(file);
    }
  });

  it("keep what is wished, and to what it is done", () => {
    const [made, ...more] = composeRows([
      rowOf({ request: "Find the dogs in park.jpg.", files: ["park.jpg"], tasks: ["object-detection"] }),
      rowOf({ request: "Who wrote Hamlet?", tasks: ["open-question-answering"] }),
    ]);
    expect(more).toEqual([]);
    expect(made?.value).toMatchObject({ files: ["park.jpg"], links: [] });
    expect(made?.value.request).toMatch(/dogs in park\.jpg/);
    expect(made?.value.request).toMatch(/who wrote Hamlet/i);
    expect(made?.value.tasks.toSorted()).toEqual(["object-detection", "open-question-answering"]);
  });

  it.each<[string, Partial<RequestRow>]>([
    ["of one type", { request: "Find the cats in yard.jpg", files: ["yard.jpg"], tasks: ["object-detection"] }],
    ["of one file", { request: "Describe park.jpg", files: ["park.jpg"], tasks: ["image-to-text"] }],
    ["that goes on", { request: "Read it", tasks: ["text-to-speech"], history: [{ request: "Sing", gave: [] }] }],
    ["of a family", { request: "Say hi", tasks: ["text-to-speech"], family: "hi" }],
    ["with a file that it does not name", { request: "Read it", tasks: ["text-to-speech"], files: ["a.txt"] }],
    ["for nothing", { request: "Hello", tasks: [], expect: "reply" }],
  ])("are not made with another %s", (_, other) => {
    const first = rowOf({ request: "Find the dogs in park.jpg.", files: ["park.jpg"], tasks: ["object-detection"] });
    expect(composeRows([first, rowOf({ request: "", tasks: [], ...other })])).toEqual([]);
  });

  it("are told from those that were written", async () => {
    const rows = await readRequests();
    const written = (await Promise.all(files.map(readRequestFile))).flat().length;
    expect(rows.filter(({ isComposed = false }) => !isComposed)).toHaveLength(written);
    expect(rows.length).toBeGreaterThan(written);
  });
});
