import { describe, expect, it } from "vitest";
import { FileNames } from "../../src/http/adoptable-files.ts";

describe("the names of the files of a dialogue", () => {
  it.each([
    [["a.png"], "a.png", "a-2.png"],
    [["a.png", "a-2.png"], "A.PNG", "A-3.PNG"],
    [["notes"], "notes", "notes-2"],
    [["a.tar.gz"], "a.tar.gz", "a.tar-2.gz"],
    [["a.png"], "../a.png", "a-2.png"],
    [["b.png"], "a.png", "a.png"],
  ])("are told apart: with %j, %s becomes %s", (taken, name, expected) => {
    const names = new FileNames();
    for (const one of taken) names.take(one);
    expect(names.unused(name)).toBe(expected);
  });
});
