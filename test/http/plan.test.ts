import { env, exports } from "cloudflare:workers";
import { describe, expect, inject, it, vi } from "vitest";
import { failure } from "../../src/domain/errors.ts";
import { err } from "../../src/domain/result.ts";
import type { PlanView } from "../../src/http/schemas/plan-view.ts";
import { planView } from "../../src/http/schemas/plan-view.ts";
import type { ResourceView, RunView } from "../../src/http/schemas/views.ts";
import { parseDomain, parseProblem } from "../../src/planning/pddl/index.ts";
import { eventually } from "../eventually.ts";
import { UNTIL_ENDED } from "../patience.ts";
import { ALICE, BOB, createCaller, expectStatus, ORIGIN, post, problemOf, runOf, upload } from "./caller.ts";
import { createBackstage } from "./doubles.ts";

const PLAN = [
  { task: "summarization", id: 0, dep: [-1], args: { text: "a long text" } },
  { task: "text-classification", id: 1, dep: [0], args: { text: "<resource>-0" } },
];

async function planOf(response: Response): Promise<PlanView> {
  await expectStatus(response, 200);
  return planView.strict().parse(await response.json());
}

/** Everything in R2. */
const stored = async (): Promise<readonly string[]> => (await env.RESOURCES.list()).objects.map(({ key }) => key);

describe("planning without running", () => {
  it("gives the plan with its proof and its models, and says where there is none", async () => {
    const plan = await planOf(await createCaller().as(ALICE)("/v1/plan", post({ plan: PLAN })));
    expect(plan).toMatchObject({
      as: "plan",
      text: null,
      controller: "user",
      repairs: [],
      changed: { nodes: 0, links: 0 },
      tasks: [
        { ...PLAN[0], candidates: [{ provider: "custom", model: "a/expert" }] },
        { ...PLAN[1], candidates: [], missing: expect.stringContaining("label a text") },
      ],
      proof: {
        levels: [[0], [1]],
        tasks: [
          { task: 0, preconditions: [{ establishedBy: 'written in the plan: "a long text"' }] },
          { task: 1, preconditions: [{ establishedBy: '"text" of task 1 (summarization)' }] },
        ],
      },
    });
    const { domain, problem, solution } = plan.proof?.pddl ?? { domain: "", problem: "", solution: "" };
    expect(parseProblem(problem, parseDomain(domain))).toBeDefined();
    expect(solution).toContain("(text-classification task-1 task-0-text");
  });

  it("offers messages that would work next in the place of a plan", async () => {
    const app = createCaller();
    const { id } = await upload(app.as(ALICE), "Dear Ada, the bees are back.", "letter.txt");
    const asked = await planOf(await app.as(ALICE)("/v1/plan", post({ text: "?", resources: [id] })));
    expect(asked).toMatchObject({ as: "ask", text: "What should I do with letter.txt?" });
    expect(asked.choices).toContain("Summarize letter.txt");
  });

  it("tells the parts of what is to be done, and null for what a plan of the caller's own leaves open", async () => {
    const { understood } = await planOf(await createCaller().as(ALICE)("/v1/plan", post({ plan: PLAN })));
    expect(understood).toEqual({
      parts: {
        instruction: ["Summarize “a long text”.", "Label the summary, for example by its sentiment."],
        texts: ["a long text"],
        questions: [],
        files: [],
        urls: [],
        tables: [],
        categories: [],
        languages: { source: [], target: [] },
      },
      constraints: null,
      given: null,
      budget: null,
      conditions: [],
      confidence: null,
      reasons: [],
    });
  });

  it("leaves nothing behind, and counts against the rate of the key alone", async () => {
    const { as, backstage } = createCaller();
    const call = as(ALICE);
    const file = await upload(call, "some words", "a.txt");
    const before = await stored();
    const plan = await planOf(await call("/v1/plan", post({ text: "Summarize a.txt", resources: [file.id] })));
    expect(plan.tasks).toMatchObject([{ task: "summarization", args: { text: file.id } }]);
    const tenant = backstage.tenant(ALICE);
    expect(tenant).toMatchObject({
      metered: ["00000001"],
      admissions: [],
      endedRuns: [],
      index: [],
      adoptions: new Map(),
    });
    expect([...tenant.uploads.keys()]).toEqual([file.id]);
    expect(backstage.conversations.size).toBe(0);
    expect(await stored()).toEqual(before);
  });

  it("is refused when the key has used up its rate", async () => {
    const { as, backstage } = createCaller();
    backstage.tenant(ALICE).refuses = err({ ...failure("rate-limited", "Slower", true), retryAfterMs: 3_000 });
    const response = await as(ALICE)("/v1/plan", post({ text: "x" }));
    expect(response.headers.get("retry-after")).toBe("3");
    expect(await problemOf(response)).toMatchObject({ status: 429, code: "rate-limited" });
  });

  it("sets aside nothing for a model where none plans, and settles it however it ends", async () => {
    const { as, backstage } = createCaller();
    const tenant = backstage.tenant(ALICE);
    tenant.leftUsd = 1;
    await planOf(await as(ALICE)("/v1/plan", post({ text: "What can you do?", budget: { usd: 0.5 } })));
    expect((await as(ALICE)("/v1/plan", post({ text: "x", resources: ["http://10.0.0.1/"] }))).status).toBe(422);
    expect(tenant.planning).toEqual([
      { keyId: "00000001", budgetUsd: 0.5, planningUsd: 0 },
      { keyId: "00000001", budgetUsd: null, planningUsd: 0 },
    ]);
    expect(tenant.planned).toEqual([
      { work: "plan 1", usd: 0 },
      { work: "plan 2", usd: 0 },
    ]);
  });

  it("sets aside the most that a language model may cost, and gives the plan also where that cannot be settled", async () => {
    const variables = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_MODEL: "a-model" };
    const { as, backstage } = createCaller(createBackstage("keys", variables));
    const tenant = backstage.tenant(ALICE);
    tenant.leftUsd = 1;
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.spyOn(tenant, "planningEnded").mockRejectedValue(new Error("The connection broke"));
    await planOf(await as(ALICE)("/v1/plan", post({ plan: PLAN })));
    await planOf(await as(ALICE)("/v1/plan", post({ plan: PLAN, selection: "language", budget: { usd: 0.3 } })));
    expect(tenant.planning.map(({ planningUsd }) => planningUsd)).toEqual([0.4, 0.3]);
    expect(warned).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
  });

  it("says why a plan is unsound, fault by fault with task and port", async () => {
    const unsound = [
      { task: "canny-control", id: 3, dep: [-1], args: { image: "<resource>-9" } },
      { task: "gardening", id: 4, dep: [-1], args: {} },
    ];
    const problem = await problemOf(await createCaller().as(ALICE)("/v1/plan", post({ plan: unsound })));
    expect(problem).toMatchObject({ status: 422, code: "plan-unsound" });
    expect(problem.issues?.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: "3/image", message: expect.stringContaining("task 10 is not in the plan") },
      { path: "4", message: expect.stringContaining('no task type "gardening"') },
    ]);
  });

  it("replies or asks where that is what the controller would do", async () => {
    const call = createCaller().as(ALICE);
    const nothing = { understanding: [], understood: null, tasks: [], repairs: [], proof: null };
    expect(await planOf(await call("/v1/plan", post({ text: "translate it" })))).toMatchObject({
      as: "ask",
      ...nothing,
    });
    expect(await planOf(await call("/v1/plan", post({ text: "What can you do?" })))).toMatchObject({
      ...{ as: "reply", text: expect.stringContaining("I can") },
      ...nothing,
    });
  });

  it("asks the conversation what a message there would be planned from", async () => {
    const { as, backstage } = createCaller();
    const call = as(ALICE);
    const { conversation } = await runOf(await call("/v1/runs", post({ text: "Hello" })));
    const file = await upload(call, "some words", "a.txt");
    await planOf(await call("/v1/plan", post({ text: "Summarize 'x y z'", resources: [file.id], conversation })));
    const [double] = backstage.conversations.values();
    expect(double?.dryRuns).toMatchObject([
      { text: "Summarize 'x y z'", attached: [{ by: "adoption", resource: { id: file.id } }] },
    ]);
    expect(backstage.tenant(ALICE).adoptions.size).toBe(0);
    expect(double?.runs.size).toBe(1);
  });

  it("knows no file and no conversation of another tenant, nor a file of another conversation", async () => {
    const { as, backstage } = createCaller();
    const file = await upload(as(BOB), "some words", "a.txt");
    const { conversation } = await runOf(await as(BOB)("/v1/runs", post({ text: "Hello" })));
    const elsewhere = await backstage.wiring.ids.newResource(ALICE, "0".repeat(19).concat("1"));
    const gone = await backstage.wiring.ids.newResource(ALICE, null);
    for (const body of [
      { text: "x", resources: [file.id] },
      { text: "x", conversation },
      { text: "x", conversation: "conv_1" },
      { text: "x", resources: [elsewhere] },
      { text: "x", resources: [gone] },
    ]) {
      const problem = await problemOf(await as(ALICE)("/v1/plan", post(body)));
      expect(problem).toMatchObject({ status: 404, code: "not-found" });
    }
  });

  it.each([
    ["nothing to plan", {}, "text"],
    ["a field of a run", { text: "x", approval: "plan" }, "approval"],
    ["a conversation that is no text", { text: "x", conversation: 7 }, "conversation"],
    ["a plan that is a text", { plan: "[]" }, "plan"],
  ])("refuses %s", async (_, body, path) => {
    const problem = await problemOf(await createCaller().as(ALICE)("/v1/plan", post(body)));
    expect(problem).toMatchObject({ status: 400, code: "invalid-request", issues: [{ path }] });
  });

  it.each([
    ["as a resource", { text: "x", resources: ["http://10.0.0.1/a.png"] }],
    ["in a plan", { plan: [{ task: "canny-control", id: 0, args: { image: "http://localhost/a.png" } }] }],
  ])("looks at no private address %s", async (_, body) => {
    const problem = await problemOf(await createCaller().as(ALICE)("/v1/plan", post(body)));
    expect(problem).toMatchObject({ status: 422, code: "unsafe-url" });
  });

  it.each<[string, Record<string, string>, boolean]>([
    ["with the models that a caller's own token of Hugging Face opens", { "x-hf-token": "hf_token" }, true],
    ["without them where there is no such token", {}, false],
  ])("chooses %s", async (_, headers, hasHfToken) => {
    const { as, backstage } = createCaller();
    await planOf(await as(ALICE)("/v1/plan", post({ text: "What can you do?" }, headers)));
    expect(backstage.dryRuns).toMatchObject([{ hasHfToken }]);
    expect(JSON.stringify(backstage.dryRuns)).not.toContain("hf_token");
  });

  it("refuses what is no token of Hugging Face, and does not repeat it", async () => {
    const refused = await createCaller().as(ALICE)("/v1/plan", post({ text: "x" }, { "x-hf-token": "secret" }));
    const problem = await problemOf(refused);
    expect(problem).toMatchObject({ status: 400, code: "invalid-request" });
    expect(JSON.stringify(problem)).not.toContain("secret");
  });

  it("leaves nothing but a plan of the caller's own as it stands", async () => {
    const answer = await createCaller().as(ALICE)("/v1/plan", post({ text: "Summarize it", repair: false }));
    expect(await problemOf(answer)).toMatchObject({ status: 400, code: "invalid-request" });
  });

  it("needs a key", async () => {
    expect(await problemOf(await createCaller().bare("/v1/plan", post({ text: "x" })))).toMatchObject({ status: 401 });
  });
});

/** Calls the deployed whole. */
const call = async (path: string, init: RequestInit & { readonly json?: unknown } = {}): Promise<Response> => {
  const { json, ...rest } = init;
  const headers = new Headers(rest.headers);
  if (json !== undefined) headers.set("content-type", "application/json");
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return exports.default.fetch(new URL(path, ORIGIN).href, { ...rest, ...body, headers });
};

const run = async (response: Response): Promise<RunView> => {
  await expectStatus(response, 200);
  return response.json();
};

const uploaded = async (content: string, name: string): Promise<ResourceView> =>
  (await call("/v1/resources", { method: "POST", body: content, headers: { "x-filename": name } })).json();

describe("a plan and its proof, in the Worker as a whole", () => {
  it("look at an address and take up a task type of the deployment's own, and can be run as they are", async () => {
    const address = `${inject("expertUrl")}calls.json`;
    const before = await stored();
    const conversations = await (await call("/v1/conversations?limit=100")).text();
    const given = [{ task: "row-counting", id: 0, args: { rows: address } }];
    const plan = await planOf(await call("/v1/plan", post({ plan: given })));
    expect(plan.tasks).toMatchObject([{ args: { rows: address }, candidates: [{ model: "c/counter" }] }]);
    expect(plan.proof?.tasks[0]?.preconditions[0]?.establishedBy).toBe("the file calls.json, which is at hand");
    expect(plan.proof?.pddl.domain).toContain("(:action row-counting");
    expect(await stored()).toEqual(before);
    expect(await (await call("/v1/conversations?limit=100")).text()).toBe(conversations);

    const ended = await run(await call("/v1/runs", post({ plan: plan.tasks.map(withoutCandidates) }, WAIT)));
    expect(ended).toMatchObject({ status: "succeeded", tasks: [{ task: "row-counting" }] });
  });

  it("are judged as they stand where nothing is to be repaired", async () => {
    const plan = [{ task: "row-count", id: 0, args: { rows: `${inject("expertUrl")}calls.json` } }];
    const repaired = await planOf(await call("/v1/plan", post({ plan })));
    expect(repaired.repairs).toMatchObject([{ kind: "renamed" }]);
    const refused = await problemOf(await call("/v1/plan", post({ plan, repair: false })));
    expect(refused).toMatchObject({ status: 422, code: "plan-unsound" });
    expect(refused.detail).toContain("row-count");
    const renamed = repaired.tasks.map(withoutCandidates);
    expect(await problemOf(await call("/v1/plan", post({ plan: renamed, repair: false })))).toMatchObject({
      code: "plan-unsound",
      detail: expect.stringContaining("calls.json"),
    });
    const table = await uploaded("a,b\n1,2\n", "calls.csv");
    const own = [{ task: "row-counting", id: 0, args: { rows: table.id } }];
    const sound = { plan: own, resources: [table.id], repair: false };
    expect(await planOf(await call("/v1/plan", post(sound)))).toMatchObject({ as: "plan", repairs: [] });
  });

  it("tell the parts of a request, in view and report alike", async () => {
    const notes = await uploaded("Rain fell. Rivers rose. The bridge at Ayr closed.", "notes.txt");
    const sales = await uploaded("month,total\nMay,10\nJune,12\n", "sales.csv");
    const message = {
      text: "Summarize notes.txt, and what is the total in June according to sales.csv?",
      resources: [notes.id, sales.id],
    };
    const { understood } = await planOf(await call("/v1/plan", post(message)));
    expect(understood?.parts).toMatchObject({
      instruction: [
        "Summarize notes.txt.",
        expect.stringMatching(/^Answer “what is the total in June.*” from the rows of sales\.csv\.$/i),
      ],
      questions: [expect.stringMatching(/^what is the total in June/i)],
      files: ["notes.txt"],
      tables: ["sales.csv"],
    });

    const ended = await run(await call("/v1/runs", post(message, WAIT)));
    const report = await (await call(`/v1/runs/${ended.id}/report`)).json<{ understood: unknown }>();
    expect(report.understood).toEqual(understood);
    const markdown = await call(`/v1/runs/${ended.id}/report`, { headers: { accept: "text/markdown" } });
    expect(await markdown.text()).toContain("What is to be done:\n\n1. Summarize notes.txt.\n2. Answer “");
  });

  it("tell a file's address and not its name, whether it was fetched or only looked at", async () => {
    const address = `${inject("expertUrl")}calls.json`;
    const message = { plan: [{ task: "row-counting", id: 0, args: { rows: address } }] };
    const plan = await planOf(await call("/v1/plan", post(message)));
    expect(plan.understood?.parts).toMatchObject({ urls: [address], files: [], tables: [] });
    expect(plan.understood?.parts.instruction).toEqual(["Count the rows of what is there: calls.json."]);
    const ended = await run(await call("/v1/runs", post(message, WAIT)));
    const report = await (await call(`/v1/runs/${ended.id}/report`)).json();
    expect(report).toMatchObject({ understood: { parts: { urls: [address] } } });
  });

  it("tell in view, report and answer what was mended, and what is left out", async () => {
    const given = [
      { task: "text2text-generation", id: 0, args: { text: "one" } },
      { task: "mind-reading", id: 1, args: { text: "<resource>-0" } },
      { task: "text2text-generation", id: 2, args: { text: "<resource>-1" } },
    ];
    const foreseen = await planOf(await call("/v1/plan", post({ plan: given })));
    expect(foreseen.repairs.map(({ kind }) => kind)).toEqual(["rebound", "left-out"]);
    expect(foreseen.changed.nodes).toBeCloseTo(1 / 3);

    const ended = await run(await call("/v1/runs", post({ plan: given }, WAIT)));
    expect(ended).toMatchObject({ status: "succeeded", repairs: foreseen.repairs });
    expect(ended.answer).toContain('I did not do:\n\n- Task 2 ("mind-reading") can never run');
    const report = await (await call(`/v1/runs/${ended.id}/report`)).json();
    expect(report).toMatchObject({ repairs: foreseen.repairs, changed: foreseen.changed, proof: foreseen.proof });
    const markdown = await call(`/v1/runs/${ended.id}/report`, { headers: { accept: "text/markdown" } });
    expect(await markdown.text()).toContain("### What was changed to make the plan sound\n\n- Task 3");
  });

  it("may refer to the log and the files of a conversation, which stays as it is", async () => {
    const file = await uploaded("Rain fell. Rivers rose. The bridge at Ayr closed.", "news.txt");
    const first = await run(
      await call("/v1/runs", post({ text: "Which language is news.txt in?", resources: [file.id] }, WAIT)),
    );
    const { conversation } = first;
    const before = await (await call(`/v1/conversations/${conversation}`)).json<{ runs: unknown; log: unknown }>();
    const plan = await planOf(await call("/v1/plan", post({ text: "Now summarize news.txt", conversation })));
    expect(plan.tasks).toMatchObject([{ task: "summarization", args: { text: file.id } }]);
    expect(plan.proof?.tasks[0]?.preconditions[0]?.establishedBy).toBe("the file news.txt, which is at hand");
    const own = [{ task: "summarization", id: 0, args: { text: "news.txt" } }];
    expect((await planOf(await call("/v1/plan", post({ plan: own, conversation })))).tasks[0]?.args).toEqual({
      text: file.id,
    });
    const after = await (await call(`/v1/conversations/${conversation}`)).json<{ runs: unknown; log: unknown }>();
    expect([after.runs, after.log]).toEqual([before.runs, before.log]);
    await call(`/v1/conversations/${conversation}`, { method: "DELETE" });
    expect(await problemOf(await call("/v1/plan", post({ text: "x", conversation })))).toMatchObject({ status: 404 });
  });

  it("tell how long a run should take, by how long its models took lately", async () => {
    const message = { text: "Which language is 'Guten Tag, wie geht es Ihnen heute?' in?", budget: { timeMs: 60_000 } };
    await run(await call("/v1/runs", post(message, WAIT)));
    await eventually(async () => {
      const { budget } = await planOf(await call("/v1/plan", post(message)));
      expect(budget.timeMs).toEqual({ estimate: expect.any(Number), limit: 60_000, isEnough: true });
    });
  });

  it("need no message before them in a conversation, and give it none", async () => {
    const { id } = await (await call("/v1/conversations", post({ title: "t" }))).json<{ id: string }>();
    const plan = await planOf(
      await call("/v1/plan", post({ text: "Summarize 'Rain fell. It is wet.'", conversation: id })),
    );
    expect(plan.tasks).toMatchObject([{ task: "summarization" }]);
    expect(await (await call(`/v1/conversations/${id}`)).json()).toMatchObject({ log: [], runs: [] });
  });
});

const WAIT = { prefer: UNTIL_ENDED };

const withoutCandidates = ({ task, id, dep, args }: PlanView["tasks"][number]) => ({ task, id, dep, args });
