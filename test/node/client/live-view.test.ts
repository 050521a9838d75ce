import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLiveView } from "../../../src/client/command-line/live-view.ts";
import { createPainter } from "../../../src/client/command-line/painter.ts";
import type { Terminal } from "../../../src/client/command-line/terminal.ts";
import { begin, INVOICE_PLAN, INVOICE_RUN, REPAIRS, record, STARTED_AT } from "./recorded-runs.ts";
import { Screen } from "./screen.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: STARTED_AT });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("painting over", () => {
  it("leaves the last frame alone on the screen, under what stood there before", () => {
    const frames = fc.array(
      fc.array(
        fc.string({ maxLength: 19 }).map((line) => line.replaceAll(/\s/g, "_")),
        { maxLength: 9 },
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(frames, (painted) => {
        const screen = new Screen(20, 10);
        screen.write("before\n");
        const painter = createPainter(screen);
        for (const lines of painted) painter.paint(lines);
        const expected = ["before", ...(painted.at(-1) ?? [])];
        while (expected.at(-1) === "") expected.pop();
        expect(screen.text).toEqual(expected);
      }),
    );
  });

  it("finds its lines again when the terminal became narrower and wrapped them", () => {
    const screen = new Screen(20, 10);
    const painter = createPainter(screen);
    painter.paint(["a".repeat(18), "b".repeat(5)]);
    // What a terminal does on getting narrower: it breaks the lines that stand there.
    const narrow = new Screen(10, 10);
    narrow.write(`${"a".repeat(18)}\n${"b".repeat(5)}\n`);
    screen.columns = 10;
    screen.write = (text) => narrow.write(text);
    painter.paint(["new"]);
    expect(narrow.text).toEqual(["new"]);
  });

  it("gives the cursor back", () => {
    const screen = new Screen(20, 10);
    const painter = createPainter(screen);
    painter.paint(["x"]);
    expect(screen.cursorShown).toBe(false);
    painter.release();
    expect(screen.cursorShown).toBe(true);
  });
});

describe("the live view on a terminal", () => {
  it("turns and counts between events, and rests at the end", () => {
    const screen = new Screen(100, 20);
    const view = createLiveView(screen);
    for (const event of INVOICE_RUN.slice(0, 5)) view.show(event, Date.now());
    vi.advanceTimersByTime(100);
    const before = screen.text.join("\n");
    vi.advanceTimersByTime(300);
    expect(screen.text.join("\n")).not.toBe(before);
    view.rest();
    expect(screen.cursorShown).toBe(true);
    const rested = screen.text.join("\n");
    vi.advanceTimersByTime(3_000);
    expect(screen.text.join("\n")).toBe(rested);
  });

  it("takes up again below what was written while it rested, and rests only once", () => {
    const screen = new Screen(100, 20);
    const view = createLiveView(screen);
    for (const event of INVOICE_RUN.slice(0, 4)) view.show(event, Date.now());
    view.rest();
    screen.write("Run this plan? y\n");
    const asked = screen.text;
    view.rest();
    expect(screen.text).toEqual(asked);
    for (const event of INVOICE_RUN.slice(4, 6)) view.show(event, Date.now());
    vi.advanceTimersByTime(100);
    expect(screen.text.slice(0, asked.length)).toEqual(asked);
    expect(screen.text.length).toBeGreaterThan(asked.length);
    view.rest();
  });

  it("counts by the server's clock, however far this machine's is off", () => {
    const shown = [0, 3_600_000, -3_600_000].map((offMs) => {
      vi.setSystemTime(STARTED_AT + offMs);
      const screen = new Screen(100, 20);
      const view = createLiveView(screen);
      for (const event of INVOICE_RUN.slice(0, 5)) view.show(event, event.at + offMs);
      vi.advanceTimersByTime(700);
      view.rest();
      return screen.text;
    });
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
  });

  it("never takes more lines than the terminal has, until it rests", () => {
    const screen = new Screen(80, 8);
    const view = createLiveView(screen);
    for (const event of INVOICE_RUN.slice(0, -1)) {
      view.show(event, Date.now());
      vi.advanceTimersByTime(50);
      expect(screen.text.length).toBeGreaterThan(1);
      expect(screen.text.length).toBeLessThanOrEqual(7);
    }
    view.rest();
    expect(screen.text.join("\n")).toContain("text-to-speech");
  });
});

describe("the live view elsewhere", () => {
  it("tells below the plan what was mended", () => {
    let written = "";
    const write = (text: string): void => {
      written += text;
    };
    const view = createLiveView({ repaints: false, colour: false, columns: 100, rows: 24, write });
    const mended = { repairs: REPAIRS, changed: { nodes: 0.2, links: 0 } };
    const events = record(begin("x", { as: "plan", plan: INVOICE_PLAN, notes: [], mended }));
    for (const event of events) view.show(event, event.at);
    expect(written.trimEnd().split("\n").slice(-2)).toEqual([
      '  mended: Task 3: "sumarize" is summarization (93% sure)',
      "  mended: Task 5 does exactly what task 3 does, and was dropped",
    ]);
  });

  it("adds lines, with no escape codes, and leaves no timer behind", () => {
    let written = "";
    const log: Terminal = {
      repaints: false,
      colour: false,
      columns: 100,
      rows: 24,
      write: (text) => {
        written += text;
      },
    };
    const view = createLiveView(log);
    for (const event of INVOICE_RUN) view.show(event, event.at);
    view.rest();
    expect(vi.getTimerCount()).toBe(0);
    expect(written).not.toContain("\u001b");
    expect(written.split("\n").slice(2, 13)).toEqual([
      "  5 tasks, planned by the embedded controller in 3 ms:",
      "  ○     0 optical-character-recognition  invoice.png",
      "  ├▶○   1 token-classification           from 0",
      "  ├▶○   2 question-answering             question: “Who sent it?” · context: from 0",
      "  └▶○   3 summarization                  from 0",
      "    └▶○ 4 text-to-speech                 from 3",
      "  ◉ 0 optical-character-recognition: started on embedded:tesseract",
      "  ✔ 0 optical-character-recognition: succeeded after 200 ms → Acme Ltd Invoice 7 Total € 120.00",
      "  ◉ 1 token-classification: started on embedded:entities",
      "  ◉ 2 question-answering: started on embedded:answers",
      "  ◉ 3 summarization: started on embedded:textrank",
    ]);
  });
});
