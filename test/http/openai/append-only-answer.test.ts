import { describe, expect, it } from "vitest";
import { AppendOnlyAnswer } from "../../../src/http/openai/stream.ts";

describe("an answer that is told while it is written", () => {
  it("is told as it comes, and no more at its end", () => {
    const told = new AppendOnlyAnswer();
    told.begin();
    expect([told.write("Bees "), told.write("make honey."), told.end("Bees make honey.")]).toEqual([
      "Bees ",
      "make honey.",
      "",
    ]);
  });

  it("is told whole at its end where nobody wrote it piece by piece", () => {
    expect(new AppendOnlyAnswer().end("Hello.")).toBe("Hello.");
  });

  it("is not told twice when it is begun anew", () => {
    const told = new AppendOnlyAnswer();
    told.begin();
    expect(told.write("Bees make")).toBe("Bees make");
    told.begin();
    expect([told.write("Bees"), told.write(" make honey"), told.end("Bees make honey.")]).toEqual(["", " honey", "."]);
  });

  it("is told whole behind what was told where it ended up elsewhere", () => {
    const told = new AppendOnlyAnswer();
    told.begin();
    told.write("Bees make");
    told.begin();
    expect([told.write("Wasps sting"), told.end("Wasps sting.")]).toEqual(["", "\n\n---\n\nWasps sting."]);
  });
});
