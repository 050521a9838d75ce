import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/client/command-line/command-line.ts";
import { plannedLines } from "../../../src/client/command-line/run-lines.ts";
import { paint } from "../../../src/client/command-line/terminal.ts";
import { startFakeServer } from "./fake-server.ts";
import { CONTROL, hostileText } from "./hostile.ts";
import { begin, record, taskEnd, taskStart } from "./recorded-runs.ts";
import { useCommandLine } from "./use-command-line.ts";

const { now, session } = useCommandLine();

describe("the progress of a run", () => {
  it("is harmless, whatever a server and its models say", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(hostileText, { minLength: 3, maxLength: 3 }),
        async ([model = "", why = "", answer = ""]) => {
          now.output = "";
          now.errors = "";
          const events = record([
            ...begin(why, { as: "plan", plan: { tasks: [] }, notes: [why] }),
            taskStart(0, model),
            taskEnd(0, { text: { as: "text", kind: "text", text: answer } }),
            {
              type: "run-end",
              data: { status: "failed", answer, error: { code: "internal", message: why, retryable: false } },
            },
          ]);
          const server = await startFakeServer({ events });
          try {
            await runCommandLine(["ask", "x"], session({ environment: { IMPRESARIO_URL: server.url } }));
          } finally {
            await server.stop();
          }
          for (const line of (now.output + now.errors).split("\n")) expect(line).not.toMatch(CONTROL);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("draws harmless tasks", () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.integer({ min: 1, max: 140 }), (type, words, width) => {
        const task = {
          id: 0,
          task: type,
          title: type,
          dep: [-1],
          args: { [words]: words },
          candidates: [],
          estimates: [],
        };
        for (const line of plannedLines([task], new Map(), width))
          expect(paint(line, width, false)).not.toMatch(CONTROL);
      }),
    );
  });
});
