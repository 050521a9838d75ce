import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { readJsonLines } from "../../../evaluation/read-json-lines.ts";
import { createFiles, type Files } from "./files.ts";

let files: Files;
beforeAll(async () => {
  files = await createFiles();
});
afterAll(() => files.remove());

async function read(...rows: readonly unknown[]) {
  await files.write("rows.jsonl", rows);
  return readJsonLines(`${files.folder}/rows.jsonl`, "rows.jsonl", z.array(z.string()));
}

describe("a file of one JSON value a line", () => {
  it("gives each with the line it stands on", async () => {
    expect(await read(["a"], "", "  ", ["b", "é 中"])).toEqual([
      { where: "rows.jsonl:1", value: ["a"] },
      { where: "rows.jsonl:4", value: ["b", "é 中"] },
    ]);
  });

  it("may begin with a byte order mark and end lines as Windows does", async () => {
    expect((await read('\uFEFF["a"]\r', '["b"]\r')).map(({ value }) => value)).toEqual([["a"], ["b"]]);
  });

  it("may hold lines that are longer than what is read at once", async () => {
    const long = ["中".repeat(300_000)];
    expect((await read(long, ["b"], long)).map(({ value }) => value)).toEqual([long, ["b"], long]);
  });

  it("names the place within a row that is not as it should be", async () => {
    await expect(read(["a"], ["b", 3])).rejects.toThrow(/^rows\.jsonl:2: "1": /);
  });
});
