import { describe, expect, it } from "vitest";
import { DataError } from "../../../evaluation/suite.ts";
import { learnWith } from "../../../training/learn.ts";

describe("learning in Python", () => {
  it("says in one line what is missing where there is no Python", async () => {
    const failure = await learnWith("/nowhere/python3", "learn.py", "folder").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DataError);
    expect(String(failure)).toMatch(/^.*\/nowhere\/python3 ENOENT.*PYTHON.*training\/README\.md.*$/);
  });

  it("fails with what it runs", async () => {
    await expect(learnWith("false", "learn.py", "folder")).rejects.toThrow(DataError);
    await expect(learnWith("true", "learn.py", "folder")).resolves.toBeUndefined();
  });
});
