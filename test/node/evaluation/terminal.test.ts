import { describe, expect, it } from "vitest";
import { showProgress } from "../../../evaluation/progress.ts";
import { renderTable } from "../../../evaluation/table.ts";

function screen(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
}

describe("the progress bar", () => {
  it("is drawn on a terminal, and gone once all is done", () => {
    const { written, stream } = screen(true);
    const show = showProgress(stream, {});
    show(0, 4);
    show(4, 4);
    expect(written).toEqual([`\r\u001b[K${"░".repeat(30)} 0 of 4`, "\r\u001b[K"]);
  });

  it.each([
    { isTTY: false, environment: {} },
    { isTTY: true, environment: { TERM: "dumb" } },
  ])("is not drawn where it can't be painted over: $isTTY $environment", ({ isTTY, environment }) => {
    const { written, stream } = screen(isTTY);
    showProgress(stream, environment)(1, 2);
    expect(written).toEqual([]);
  });
});

describe("a table", () => {
  it("has its first column at the left and numbers at the right, short rows and all", () => {
    expect(renderTable(["", "plans", "F1"], [["a model", "7", "100.0"], ["b"]])).toBe(
      ["         plans     F1", "a model      7  100.0", "b"].join("\n"),
    );
  });
});
