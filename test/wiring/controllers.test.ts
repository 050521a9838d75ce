import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { failure } from "../../src/domain/errors.ts";
import type { PermitAsk } from "../../src/domain/gate/permits.ts";
import { err } from "../../src/domain/result.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import type { PermitDesk } from "../../src/execution/gate.ts";
import { createControllers } from "../../src/wiring/controllers.ts";

/** Controllers whose language model never gets its turn, and who asked for one. */
function open(change: object) {
  const asked: PermitAsk[] = [];
  const desk: PermitDesk = {
    take: async (ask) => {
      asked.push(ask);
      return err(failure("rate-limited", "Its turn is in 40 s", true));
    },
    give: async () => undefined,
  };
  const limits = { requestsPerMinute: 1, concurrency: 1, burst: 1 };
  const gates = { before: async () => ({ desk, limits, newId: () => "id", now: () => 0 }) };
  const secret = "test-secret-of-at-least-thirty-two-characters";
  const { controllers: config } = readConfig({ AUTH: "open", IMPRESARIO_SECRET: secret, ...change });
  return { asked, controllers: createControllers(config, gates) };
}

const OPENAI = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_MODEL: "a/model" };
const CALLER = { tenant: "t", run: "run_1" };
const REQUEST = { text: "Summarize this: It rained.", attached: [], log: [], ontology: createOntology() };

describe("the controllers of a deployment", () => {
  it("wait for a language model's turn in the name of the run, and plan without it where that does not come", async () => {
    const { asked, controllers } = open({ ...OPENAI, CONTROLLER: "openai" });
    const reply = await controllers.for(CALLER).plan(REQUEST);
    expect(asked).toMatchObject([{ ...CALLER, endpoint: "a/model", priority: 0 }]);
    expect(reply).toMatchObject({ as: "plan", by: "embedded" });
    expect(JSON.stringify(reply)).toContain("Its turn is in 40 s");
  });

  it.each<[string, object, object | null]>([
    ["the server that is named", OPENAI, { provider: "openai", id: "a/model" }],
    ["none, where only the embedded one may plan", { ...OPENAI, CONTROLLER: "embedded" }, null],
    ["none, where none is set", {}, null],
  ])("have as their language model %s", (_, change, expected) => {
    const { language } = open(change).controllers;
    expect(language && { provider: language.provider, id: language.id }).toEqual(expected);
  });
});
