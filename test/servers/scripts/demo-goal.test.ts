import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findGoalFault, GOAL, showGoal } from "../../../scripts/demo-goal.ts";
import { askedOfChat, completionOf, usageOf } from "../../../scripts/scripted-model.ts";
import { createClient } from "../../../src/client/client.ts";
import type { Terminal } from "../../../src/client/command-line/terminal.ts";
import { listen } from "../../fakes/listen.ts";
import { startTestServer, useServer } from "../use-server.ts";

/** What a language model that does well says to each question of the goal, by a part of it. */
const SAYS: Readonly<Record<string, string>> = {
  "Break this goal down": JSON.stringify({
    outputs: [
      { name: "invoices", kind: "table", description: "A row for each invoice" },
      { name: "sums", kind: "text", description: "What they come to" },
    ],
    steps: [
      {
        ...{ name: "read", does: "Read the invoices", value: 8, effort: 3, how: "program", tasks: [] },
        inputs: ["invoice.txt", "ortley-energy.txt", "harbour-print.txt", "brack-cleaning.txt"],
        outputs: [{ name: "invoices", kind: "table", description: "A row for each invoice" }],
      },
      {
        ...{ name: "add", does: "Add the totals", value: 9, effort: 1, how: "program", tasks: [] },
        inputs: ["invoices"],
        outputs: [{ name: "sums", kind: "text", description: "What they come to" }],
      },
    ],
  }),
  '"does":"Read the invoices"': `
const months = ["January", "November", "December"];
const rows = inputs.map((text) => {
  const [, day, month, year] = /Due date: (\\d+) (\\w+) (\\d+)/.exec(text);
  const total = /Total due:? £([\\d,.]+)/.exec(text)[1].replace(",", "");
  const due = year + "-" + { January: "01", November: "11", December: "12" }[month] + "-" + day.padStart(2, "0");
  return { sender: text.split("\\n")[0], total, due, overdue: due < "2026-12-20" ? "yes" : "no" };
});
return { invoices: rows };`,
  '"does":"Add the totals"': `
const sum = (rows) => rows.reduce((all, row) => all + Number(row.total), 0).toFixed(2);
const [rows] = inputs;
return { sums: "All come to £" + sum(rows) + ", of which £" + sum(rows.filter((row) => row.overdue === "yes")) + " are overdue." };`,
};

const model = createServer((request, response) => {
  text(request).then(
    (body) => {
      const { instruction, text: material } = askedOfChat(body);
      const [, says = "I have nothing to say to that."] =
        Object.entries(SAYS).find(([part]) => `${instruction}\n${material}`.includes(part)) ?? [];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(completionOf(says, { usage: usageOf(body, says) })));
    },
    () => response.destroy(),
  );
});

const { client: withoutModel } = useServer();
let folder: string;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "impresario-demo-goal-"));
  url = `${await listen(model)}/v1`;
});
afterAll(async () => {
  model.closeAllConnections();
  model.close();
  await rm(folder, { recursive: true, force: true });
});

/** A terminal that keeps what is written. */
function keeping(): { readonly terminal: Terminal; readonly written: () => string } {
  const parts: string[] = [];
  const write = (part: string): void => void parts.push(part);
  return { terminal: { repaints: false, colour: false, columns: 100, write }, written: () => parts.join("") };
}

describe("the demo's goal", () => {
  it("is pursued where a model is configured, and shown with its tree, its answer and what it took", async () => {
    const server = await startTestServer(folder, {
      ...{ OPENAI_MODEL: "scripted-writer", OPENAI_BASE_URL: url },
      CONFIG: JSON.stringify({
        openai: {
          models: [
            {
              ...{ model: "scripted-writer", does: "chat", contextTokens: 32_000 },
              prices: [{ usd: 5, per: "million-output-tokens", asOf: "2026-11-27" }],
            },
          ],
        },
      }),
    });
    try {
      const { terminal, written } = keeping();
      const client = createClient({ baseUrl: server.url });
      const goal = await showGoal(client, { terminal, folder, signal: AbortSignal.timeout(60_000) });
      expect(goal && findGoalFault(goal)).toBeNull();
      expect(written()).toContain(GOAL.text);
      expect(written()).toMatch(/✔ read: Read the invoices · .+ · 0\.\d+ cents/);
      expect(written()).toContain("All come to £2081.06, of which £1817.06 are overdue.");
      expect(written()).toMatch(/succeeded in .+ · 5 tasks · 3 texts of a language model · 0\.\d+ cents/);
      expect(await readFile(join(folder, "report.md"), "utf8")).toContain("Ortley Energy");
      expect(goal && findGoalFault({ ...goal, outputs: goal.outputs.slice(0, 1) })).toContain("2,?081");
      expect(goal && findGoalFault({ ...goal, status: "partial" })).toBe("it partial");
    } finally {
      await server.stop();
    }
  });

  it("says what to set in one line where no model is", async () => {
    const { terminal, written } = keeping();
    expect(await showGoal(withoutModel(), { terminal, folder, signal: AbortSignal.timeout(60_000) })).toBeNull();
    expect(written()).toMatch(/^ {3}A goal is pursued by a language model.+OPENAI_MODEL.+\n$/);
  });
});
