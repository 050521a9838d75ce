import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { START_LIMIT_MS } from "../../../scripts/readiness.ts";
import { type ScriptedModel, scriptedWriter, startScriptedModel } from "../../../scripts/scripted-model.ts";
import type { Server } from "../../../scripts/server.ts";
import { runEvaluation } from "../../node/evaluation/run.ts";
import { startTestServer, useServer } from "../use-server.ts";

/** Breaks every goal down into one program that takes the invoice: which is there for one goal of the three. */
const TREE = JSON.stringify({
  outputs: [{ name: "found", kind: "text", description: "" }],
  steps: [
    {
      ...{ name: "find", does: "Find it", inputs: ["invoice.txt"], value: 5, effort: 1, how: "program", tasks: [] },
      outputs: [{ name: "found", kind: "text", description: "" }],
    },
  ],
});
const PROGRAM = "return { found: '2,081.06 in all, and 96.35 of it in ' + inputs.length + ' file' };";

let folder: string;
let model: ScriptedModel;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "impresario-test-"));
  model = await startScriptedModel((instruction) => ({
    says: instruction.startsWith("Write a JavaScript program") ? PROGRAM : TREE,
    ...{ about: "", delayMs: 0 },
  }));
  server = await startTestServer(folder, { CONFIG: JSON.stringify({ endpoints: [scriptedWriter(model)] }) });
}, START_LIMIT_MS);
afterAll(async () => {
  await server?.stop();
  await model?.stop();
  await rm(folder, { recursive: true, force: true });
});

const measure = async (url: string) => {
  const { code, output, errors } = await runEvaluation(["goals", "--url", url, "--json"], ".");
  expect([code, errors]).toEqual([0, ""]);
  return JSON.parse(output).goals;
};

describe("three goals", () => {
  const bare = useServer();

  it("are told with what came of them", async () => {
    const [offers, invoices, meeting] = await measure(server.url);
    expect(invoices).toMatchObject({
      ...{ id: "invoices", status: "succeeded", error: null, steps: { done: 1, all: 1 }, calls: 2, usd: 0 },
      ...{ outputs: { reached: 1, all: 1 }, facts: { said: 2, all: 6 } },
    });
    for (const failed of [offers, meeting]) {
      expect(failed).toMatchObject({ status: "failed", error: expect.stringContaining("invoice.txt") });
    }
  });

  it("are told as refused by an instance that has no language model", async () => {
    for (const goal of await measure(bare.url())) expect(goal).toMatchObject({ status: "no-model", calls: 0 });
  });
});
