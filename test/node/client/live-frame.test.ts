import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderFrame } from "../../../src/client/command-line/live-frame.ts";
import { fold, type RunProgress } from "../../../src/client/command-line/run-progress.ts";
import { widthOf } from "../../../src/client/command-line/terminal-text.ts";
import type { EventBody, RunEvent } from "../../../src/domain/events.ts";
import { CONTROL, hostileText } from "./hostile.ts";
import { begin, INVOICE, INVOICE_RUN, REPAIRS, record, taskEnd, taskStart } from "./recorded-runs.ts";

const foldAll = (events: readonly RunEvent[]): RunProgress => {
  const board = events.reduce<RunProgress | null>((before, event) => fold(before, event), null);
  if (!board) throw new Error("The log begins with no run");
  return board;
};

const frame = (events: readonly RunEvent[], width = 100, height = 30, sinceMs = 140): readonly string[] =>
  renderFrame(foldAll(events), { now: (events.at(-1)?.at ?? 0) + sinceMs, width, height, colour: false }).map((line) =>
    line.trimEnd(),
  );

describe("the live view", () => {
  it("shows the plan while its first task runs", () => {
    expect(frame(INVOICE_RUN.slice(0, 6))).toEqual([
      "❯ Read the text in invoice.png, tell me who sent it, and read a summary aloud",
      "  ⠦ running · 640 ms · 0 of 5 tasks · planned by the embedded controller in 3 ms",
      "  invoice.png is an image with text",
      "",
      "  ⠦     0 optical-character-recognition  █████░░░░░ 50% line 3 of 6       embedded:tesseract  240 ms",
      "  ├▶○   1 token-classification           from 0",
      "  ├▶○   2 question-answering             question: “Who sent it?” · con…",
      "  └▶○   3 summarization                  from 0",
      "    └▶○ 4 text-to-speech                 from 3",
    ]);
  });

  it("shows what came out, what is tried again, and why", () => {
    expect(frame(INVOICE_RUN.slice(0, 12)).slice(4)).toEqual([
      "  ✔     0 optical-character-recognition  → Acme Ltd Invoice 7 Total € 1…  embedded:tesseract  200 ms",
      "  ├▶✔   1 token-classification           → Acme Ltd (organization)        embedded:entities   400 ms",
      "  ├▶↻   2 question-answering             again in 260 ms: It did not an…  embedded:answers    440 ms",
      "  └▶⠹   3 summarization                  from 0                           embedded:textrank   340 ms",
      "    └▶○ 4 text-to-speech                 from 3",
    ]);
  });

  it("shows the answer while it is written, and leaves it out at the end", () => {
    expect(frame(INVOICE_RUN.slice(0, -1)).at(-1)).toBe("  │ It was sent by **Acme Ltd**");
    expect(frame(INVOICE_RUN).join("\n")).not.toContain("│ It was sent");
    expect(frame(INVOICE_RUN)[1]).toBe(
      "  ✔ succeeded · 1.9 s · 5 of 5 tasks · planned by the embedded controller in 3 ms",
    );
  });

  it.each([
    [{ what: "usd", used: 0.2, limit: 0.25 }, "80 % of the budget of 0.25 dollars is used up"],
    [
      { what: "usd", used: 0.5, limit: 0.25, exceeded: true },
      "The calls measured more than was foreseen: 200 % of the budget of 0.25 dollars",
    ],
  ] as const)("warns of a budget: %o", (data, warning) => {
    const plan = { tasks: [{ id: 0, type: "summarization", args: {} }] };
    const events = record([...begin("x", { as: "plan", plan, notes: [] }), { type: "budget-warning", data }]);
    expect(foldAll(events).warning).toBe(warning);
  });

  it("shows below the plan what was mended, as far as there is room", () => {
    const mended = { repairs: REPAIRS, changed: { nodes: 0.2, links: 0 } };
    const plan = { tasks: [{ id: 3, type: "summarization", args: {} }] };
    const events = record(begin("x", { as: "plan", plan, notes: [], mended }));
    expect(frame(events).slice(4)).toEqual([
      '  mended: Task 3: "sumarize" is summarization (93% sure)',
      "  mended: Task 5 does exactly what task 3 does, and was dropped",
    ]);
    const many = { ...mended, repairs: [...REPAIRS, ...REPAIRS, ...REPAIRS] };
    expect(frame(record(begin("x", { as: "plan", plan, notes: [], mended: many }))).at(-1)).toBe(
      "  … and 4 more changes",
    );
  });

  it("leaves out the model, then the details, where lines are short", () => {
    expect(frame(INVOICE_RUN.slice(0, 9), 60)[5]).toBe("  ✔     0 optical-character-r…  → Acme Ltd Invoice…   200 ms");
    expect(frame(INVOICE_RUN.slice(0, 9), 40)[5]).toBe("  ✔     0 optical-char…  200 ms");
  });

  it("keeps to the terminal's height by leaving out what is least worth watching, and says what", () => {
    const tasks = Array.from({ length: 200 }, (_, id) => ({ id, type: "summarization", args: {} }));
    const events = record([
      ...begin("many", { as: "plan", plan: { tasks }, notes: [] }),
      ...tasks.slice(0, 60).map(({ id }) => taskStart(id, "textrank")),
      ...tasks.slice(0, 55).map(({ id }) => taskEnd(id, {})),
    ]);
    const lines = frame(events, 100, 12);
    expect(lines).toHaveLength(12);
    expect(lines.filter((line) => /⠋|⠙|⠹|⠸|⠼|⠴|⠦|⠧|⠇|⠏/.test(line))).toHaveLength(6);
    expect(lines.at(-1)).toBe("  … and 55 succeeded, 137 waiting");
  });

  it.each<[string, EventBody, string]>([
    ["a pause", { type: "run-pause", data: {} }, "  ‖ paused"],
    ["a wait for approval", { type: "approval-required", data: { planVersion: 1 } }, "  ? waits for approval"],
    ["an end in part", { type: "run-end", data: { status: "partial", answer: "So far" } }, "  ◐ answered in part"],
    ["a cancelled run", { type: "run-end", data: { status: "cancelled", answer: "Cancelled" } }, "  ■ cancelled"],
  ])("shows %s", (_, event, words) => {
    const events = record([...begin("x", { as: "plan", plan: { tasks: [] }, notes: [] }), event]);
    expect(frame(events)[1]?.startsWith(words)).toBe(true);
  });

  it("goes back after a pause to what it was", () => {
    const events = record([
      ...begin("x", { as: "plan", plan: { tasks: [] }, notes: [] }),
      { type: "answer-start", data: { attempt: 1, deadline: 0, shard: 0 } },
      { type: "run-pause", data: {} },
      { type: "run-resume", data: {} },
    ]);
    expect(foldAll(events).status).toBe("responding");
  });

  it("stays within its bounds and harmless, whatever a server and its models say", () => {
    fc.assert(
      fc.property(
        fc.array(hostileText, { minLength: 8, maxLength: 8 }),
        fc.integer({ min: 1, max: 140 }),
        fc.integer({ min: 1, max: 40 }),
        fc.double({ noDefaultInfinity: true }),
        (
          [words = "", type = "", model = "", note = "", result = "", why = "", answer = "", name = ""],
          width,
          height,
          fraction,
        ) => {
          const events = record([
            ...begin(words, {
              as: "plan",
              plan: {
                tasks: [
                  { id: 0, type, args: { [name]: { from: "literal", value: note } } },
                  { id: 1, type, args: { a: { from: "task", task: 0, output: name } } },
                ],
              },
              notes: [note, why],
              mended: {
                repairs: [{ kind: "rebound", task: 0, port: name, message: result, certainty: fraction }],
                changed: { nodes: 0, links: 0 },
              },
            }),
            taskStart(0, model),
            taskEnd(0, { [name]: { as: "resource", kind: "image", resource: { ...INVOICE, name: result } } }),
            taskStart(1, model),
            { type: "task-progress", data: { task: 1, attempt: 1, note, fraction } },
            { type: "answer-delta", data: { attempt: 1, text: answer } },
          ]);
          for (let count = 1; count <= events.length; count++) {
            const lines = renderFrame(foldAll(events.slice(0, count)), { now: 5_000, width, height, colour: false });
            expect(lines.length).toBeLessThanOrEqual(height);
            for (const line of lines) {
              expect(widthOf(line)).toBeLessThanOrEqual(width);
              expect(line).not.toMatch(CONTROL);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it("is not broken by events that belong to no run, or to no task", () => {
    expect(fold(null, record([taskStart(0, "x")])[0] ?? INVOICE_RUN[1] ?? neverHere())).toBeNull();
    expect(foldAll([...INVOICE_RUN, ...record([taskEnd(77, {})])]).tasks).toHaveLength(5);
  });
});

const neverHere = (): never => {
  throw new Error("The recording is empty");
};
