import { abortAllDurableObjects } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { RunView } from "../../src/http/schemas/views.ts";
import { eventually } from "../eventually.ts";
import { ALICE, createCaller, expectStatus, ORIGIN, post, problemOf, runOf } from "./caller.ts";
import { createBackstage } from "./doubles.ts";

const OPENAI = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_MODEL: "a/model" };
const WISHES = { controller: "openai", planning: "light", selection: "language" } as const;

function begin(variables: object = {}) {
  const backstage = createBackstage("keys", variables);
  return { backstage, call: createCaller(backstage).as(ALICE) };
}

describe("who a message wants to plan and answer", () => {
  it("is passed on, and shown with the run", async () => {
    const { backstage, call } = begin(OPENAI);
    const run = await runOf(await call("/v1/runs", post({ text: "Hello", ...WISHES })));
    expect(run.casting).toEqual(WISHES);
    const [double] = backstage.conversations.values();
    expect(double?.runs.get(run.id)?.message).toMatchObject(WISHES);
    const again = `/v1/conversations/${run.conversation}/messages`;
    expect((await runOf(await call(again, post({ text: "Hello" })))).casting).toEqual({});
  });

  it("counts for a plan that is only looked at, in a conversation as well", async () => {
    const { backstage, call } = begin(OPENAI);
    const message = { text: "Summarize 'Rain fell. It is wet.'", controller: "embedded" };
    await expectStatus(await call("/v1/plan", post(message)), 200);
    const { conversation } = await runOf(await call("/v1/runs", post({ text: "Hello" })));
    await expectStatus(await call("/v1/plan", post({ ...message, conversation })), 200);
    expect(backstage.dryRuns.map(({ job }) => job.controller)).toEqual(["embedded", "embedded"]);
  });

  it.each<[string, object, object, string, string]>([
    [
      "a language model that is not there",
      {},
      { controller: "openai" },
      "controller",
      "set OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL",
    ],
    [
      "another than the one that is there",
      OPENAI,
      { controller: "workers-ai" },
      "controller",
      "set WORKERS_AI_MODEL, and the AI binding or CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN",
    ],
    ["a way of planning where nobody plans so", {}, { planning: "light" }, "planning", "this deployment has none"],
    [
      "a way of planning without who plans so",
      OPENAI,
      { controller: "embedded", planning: "global" },
      "planning",
      '`controller: "embedded"` asks none',
    ],
    ["a choice that nobody makes", {}, { selection: "language" }, "selection", "this deployment has none"],
    [
      "a choice of a language model that is not asked",
      { ...OPENAI, CONTROLLER: "embedded" },
      { selection: "language" },
      "selection",
      'unless the message does, as with `controller: "openai"`',
    ],
    ["a controller of no name", OPENAI, { controller: "gpt" }, "controller", "Invalid option"],
    ["a way of planning of no name", OPENAI, { planning: "quick" }, "planning", "Invalid option"],
  ])("is refused for %s, with what to set, before anything is done", async (_, variables, wishes, path, words) => {
    const { backstage, call } = begin(variables);
    for (const address of ["/v1/runs", "/v1/plan"]) {
      const problem = await problemOf(await call(address, post({ text: "Hello", ...wishes })));
      expect(problem).toMatchObject({ status: 400, code: "invalid-request", issues: [{ path }] });
      expect(JSON.stringify(problem.issues)).toContain(JSON.stringify(words).slice(1, -1));
    }
    expect(backstage.tenant(ALICE)).toMatchObject({ admissions: [], metered: [] });
  });

  it.each<[string, object, object]>([
    ["a language model where the deployment itself asks none", { ...OPENAI, CONTROLLER: "embedded" }, WISHES],
    ["none where the deployment asks one", { ...OPENAI, CONTROLLER: "openai" }, { controller: "embedded" }],
    ["how the deployment's own language model plans", OPENAI, { planning: "light" }],
  ])("may be %s", async (_, variables, wishes) => {
    const { call } = begin(variables);
    expect((await runOf(await call("/v1/runs", post({ text: "Hello", ...wishes })))).casting).toEqual(wishes);
  });
});

describe("who plans and answers, in the Worker as a whole", () => {
  const call = async (path: string, init: ReturnType<typeof post>): Promise<RunView> => {
    const body = JSON.stringify(init.json);
    const headers = { ...init.headers, "content-type": "application/json" };
    const response = await exports.default.fetch(new URL(path, ORIGIN).href, { method: "POST", body, headers });
    return response.json();
  };

  it("is kept with the run when everything dies before it ends", async () => {
    const message = { text: "Summarize 'Rain fell. It is wet.'", controller: "embedded", approval: "plan" };
    const planned = { status: "awaiting-approval", casting: { controller: "embedded" }, controller: "embedded" };
    const { id } = await call("/v1/runs", post(message));
    const seen = async (): Promise<RunView> => (await exports.default.fetch(`${ORIGIN}/v1/runs/${id}`)).json();
    await eventually(async () => expect(await seen()).toMatchObject(planned));
    await abortAllDurableObjects();
    expect(await seen()).toMatchObject(planned);
  });
});
