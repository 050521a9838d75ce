import { describe, expect, it, vi } from "vitest";
import { AppError, failure } from "../../src/domain/errors.ts";
import { err, ok } from "../../src/domain/result.ts";
import { MAX_COPIED_FILES } from "../../src/http/adoptable-files.ts";
import { ALICE, BOB, conversationOf, createCaller, madeElsewhere, post, problemOf, runOf, upload } from "./caller.ts";
import type { createBackstage } from "./doubles.ts";
import type { MemoryConversation } from "./memory-conversation.ts";

const PLAN = [
  { task: "summarization", id: 0, dep: [-1], args: { text: "a long text" } },
  { task: "text-classification", id: 1, dep: [0], args: { text: "<resource>-0" } },
];

/** A caller with one conversation, and its double. */
async function begin() {
  const caller = createCaller();
  const call = caller.as(ALICE);
  const run = await runOf(await call("/v1/runs", post({ text: "Hello" })));
  const [double] = caller.backstage.conversations.values();
  if (!double) throw new Error("No conversation was made");
  return { ...caller, call, run, double, tenant: caller.backstage.tenant(ALICE) };
}

const endRun = (double: MemoryConversation, run: string): void =>
  double.record(run, { type: "run-end", data: { status: "succeeded", answer: "Done." } });

describe("starting a run", () => {
  it("opens a conversation, books the run, and says where it is", async () => {
    const { call, run, double, tenant } = await begin();
    expect(run).toMatchObject({ status: "planning", text: "Hello", queuePosition: 0, tasks: [], answer: null });
    expect([...double.runs.keys()]).toEqual([run.id]);
    expect(tenant.admissions).toMatchObject([{ keyId: "00000001", run: run.id }]);
    expect(tenant.index).toMatchObject([{ id: run.conversation, title: "Hello" }]);
    const started = await call("/v1/runs", post({ text: "x" }));
    expect(started.headers.get("location")).toMatch(/^\/v1\/runs\/run_[0-9a-f]{44}$/);
    expect(await runOf(await call(started.headers.get("location") ?? ""), 200)).toMatchObject({ text: "x" });
  });

  it("passes the message on with the defaults filled in", async () => {
    const { call, run, double } = await begin();
    expect(double.runs.get(run.id)?.message).toEqual({
      run: run.id,
      text: "Hello",
      attached: [],
      approval: "none",
      budget: { timeMs: 1_800_000 },
    });
    const full = { text: "Go", plan: PLAN, budget: { timeMs: 5000 }, approval: "plan" };
    const second = await runOf(await call(`/v1/conversations/${run.conversation}/messages`, post(full)));
    expect(second.conversation).toBe(run.conversation);
    expect(double.runs.get(second.id)?.message).toMatchObject({ ...full, run: second.id });
  });

  it("takes a plan without a text", async () => {
    const { call, double } = await begin();
    const path = `/v1/conversations/${(await runOf(await call("/v1/runs", post({ plan: PLAN })))).conversation}`;
    expect(await conversationOf(await call(path))).toMatchObject({ runs: [{ text: "" }] });
    expect(double.runs.size).toBe(1);
  });

  it("attaches uploads, files of the conversation, and URLs, in their order", async () => {
    const { call, run, double, backstage } = await begin();
    const first = await upload(call, "a", "a.txt");
    const part = double.part;
    const file = await backstage.wiring.ids.newResource(ALICE, part);
    const resources = ["https://example.com/c.png", first.id, file];
    const message = await runOf(
      await call(`/v1/conversations/${run.conversation}/messages`, post({ text: "x", resources })),
    );
    expect(double.runs.get(message.id)?.message.attached).toMatchObject([
      { by: "url", url: "https://example.com/c.png" },
      { by: "adoption", resource: { id: first.id, name: "a.txt" } },
      { by: "id", id: file },
    ]);
    expect([...(backstage.tenant(ALICE).adoptions.get(first.id) ?? [])]).toEqual([run.conversation]);
  });

  it("takes copies of files that other conversations made, which the plan means as well", async () => {
    const { call, run, double, backstage, tenant } = await begin();
    const [one, two] = [
      await madeElsewhere(backstage, ALICE, { name: "result.txt", content: "one" }),
      await madeElsewhere(backstage, ALICE, { name: "result.txt", content: "two" }),
    ];
    const own = await upload(call, "a", "a.txt");
    const plan = [{ task: "summarization", id: 0, dep: [-1], args: { text: two } }];
    for (const path of ["/v1/runs", `/v1/conversations/${run.conversation}/messages`]) {
      const message = { text: "x", plan, resources: [two, own.id, one, two] };
      const { id, conversation } = await runOf(await call(path, post(message)));
      const part = (await backstage.wiring.ids.readConversation(ALICE, conversation)) ?? "";
      const posted = backstage.conversation(ALICE, part).runs.get(id)?.message;
      const attached = posted?.attached.flatMap((file) => (file.by === "adoption" ? [file.resource] : [])) ?? [];
      expect(attached.map(({ name }) => name)).toEqual(["result.txt", "a.txt", "result-2.txt", "result.txt"]);
      const [copy, , other] = attached.map((file) => file.id);
      expect([one, two]).not.toContain(copy);
      expect(posted?.plan).toEqual([{ ...plan[0], args: { text: copy } }]);
      for (const adopted of [copy, other])
        expect([...(tenant.adoptions.get(adopted ?? "") ?? [])]).toEqual([conversation]);
      expect(await (await call(`/v1/resources/${other}`)).text()).toBe("one");
    }
    expect(double.runs.size).toBe(2);
  });

  it("is refused for more such files than it may bring, and for any of another tenant, and keeps no copy", async () => {
    const { call, tenant, backstage } = await begin();
    const made = (owner: string) => madeElsewhere(backstage, owner, { name: "result.txt", content: "one" });
    const [mine, theirs] = [await made(ALICE), await made(BOB)];
    const many = await Promise.all(Array.from({ length: MAX_COPIED_FILES + 1 }, () => made(ALICE)));
    const gone = await backstage.wiring.ids.newResource(ALICE, "0".repeat(19).concat("1"));
    for (const resources of [[mine, theirs], [mine, gone], many]) {
      const problem = await problemOf(await call("/v1/runs", post({ text: "x", resources })));
      expect(problem).toMatchObject({ status: 404, code: "not-found" });
      expect(problem.detail).toContain(resources.length > 2 ? resources[0] : resources[1]);
    }
    expect(tenant.uploads.size).toBe(0);
    expect(tenant.index).toHaveLength(1);
  });

  it("waits for the end as long as the caller prefers, and no longer than five minutes", async () => {
    const { call, double, run } = await begin();
    const path = `/v1/conversations/${run.conversation}/messages`;
    double.script = [{ type: "run-end", data: { status: "succeeded", answer: "Done." } }];
    const waited = await call(path, post({ text: "x" }, { prefer: "respond-async, wait=10" }));
    expect(waited.headers.get("preference-applied")).toBe("wait=10");
    expect(await runOf(waited, 200)).toMatchObject({ status: "succeeded", answer: "Done." });
    double.script = [];
    await runOf(await call(path, post({ text: "x" }, { prefer: "wait=86400" })), 202);
    const waits = double.asked.filter((one) => one.what === "wait").map((one) => one.more);
    expect(waits).toEqual([10_000, 300_000]);
  });

  it("streams the events at once when asked to", async () => {
    const { call, double, run } = await begin();
    double.script = [{ type: "run-end", data: { status: "succeeded", answer: "Done." } }];
    const path = `/v1/conversations/${run.conversation}/messages`;
    const streamed = await call(path, post({ text: "x" }, { accept: "text/event-stream" }));
    expect(streamed.status).toBe(200);
    expect(streamed.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(streamed.headers.get("location")).toMatch(/^\/v1\/runs\/run_/);
    const text = await streamed.text();
    expect(text.match(/^event: .*$/gm)).toEqual(["event: run-start", "event: run-end"]);
  });
});

describe("a start that fails", () => {
  it("frees the place of the run and forgets the conversation it opened", async () => {
    const caller = createCaller();
    const call = caller.as(ALICE);
    const { wiring, tenant } = caller.backstage;
    const conversation = wiring.conversation.bind(wiring);
    Object.assign(wiring, {
      conversation: (owner: string, part: string) => {
        const double = caller.backstage.conversation(owner, part);
        if (double.runs.size === 0) double.refuses.push(err(failure("plan-unsound", "Task 0 waits for itself")));
        return conversation(owner, part);
      },
    });
    const problem = await problemOf(await call("/v1/runs", post({ plan: PLAN })));
    expect(problem).toMatchObject({ status: 422, code: "plan-unsound", detail: "Task 0 waits for itself" });
    const { admissions, abandonedRuns, index } = tenant(ALICE);
    expect([...abandonedRuns]).toEqual(admissions.map((one) => one.run));
    expect(index).toEqual([]);
  });

  it("gives back the files it adopted, and keeps no conversation", async () => {
    const caller = createCaller();
    const call = caller.as(ALICE);
    const file = await upload(call, "a", "a.txt");
    Object.assign(caller.backstage.wiring, {
      conversation: (owner: string, part: string) => {
        const double = caller.backstage.conversation(owner, part);
        double.refuses.push(err(failure("plan-unsound", "no")));
        return double;
      },
    });
    await problemOf(await call("/v1/runs", post({ text: "x", resources: [file.id] })));
    expect(caller.backstage.tenant(ALICE).index).toHaveLength(0);
    expect([...caller.backstage.tenant(ALICE).adoptions.values()].flatMap((kept) => [...kept])).toEqual([]);
  });

  it.each([
    ["is refused", [err(failure("queue-full", "Eight wait already"))], 409],
    ["breaks off twice", [new Error("The object was reset"), new Error("The object was reset")], 500],
  ] as const)("leaves an existing conversation as it was when its message %s", async (_, refusals, status) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { call, double, run, tenant } = await begin();
    const path = `/v1/conversations/${run.conversation}/messages`;
    const [kept, tried] = [await upload(call, "a", "a.txt"), await upload(call, "b", "b.txt")];
    await runOf(await call(path, post({ text: "x", resources: [kept.id] })));
    double.refuses.push(...refusals);
    expect((await call(path, post({ text: "y", resources: [kept.id, tried.id] }))).status).toBe(status);
    expect([...(tenant.adoptions.get(kept.id) ?? [])]).toEqual([run.conversation]);
    expect([...(tenant.adoptions.get(tried.id) ?? [])]).toEqual([]);
    expect([...tenant.abandonedRuns]).toEqual([tenant.admissions.at(-1)?.run]);
    expect(tenant.index.map((entry) => entry.id)).toEqual([run.conversation]);
    log.mockRestore();
  });

  it("undoes nothing when the answer is lost and the run was made after all", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { call, double, run, tenant } = await begin();
    const made = vi.spyOn(double, "post").mockImplementation(async (message) => {
      made.mockRestore();
      await double.post(message);
      vi.spyOn(double, "post").mockRejectedValueOnce(new Error("The connection broke"));
      throw new Error("The connection broke");
    });
    const file = await upload(call, "a", "a.txt");
    const path = `/v1/conversations/${run.conversation}/messages`;
    expect((await call(path, post({ text: "x", resources: [file.id] }))).status).toBe(500);
    expect([...tenant.abandonedRuns]).toEqual([]);
    expect([...(tenant.adoptions.get(file.id) ?? [])]).toEqual([run.conversation]);
    log.mockRestore();
  });

  it("books nothing when an upload that it names is gone", async () => {
    const { call, run, tenant } = await begin();
    const booked = tenant.admissions.length;
    const file = await upload(call, "a", "a.txt");
    tenant.uploads.delete(file.id);
    const path = `/v1/conversations/${run.conversation}/messages`;
    expect((await call(path, post({ text: "x", resources: [file.id] }))).status).toBe(404);
    expect(tenant.admissions).toHaveLength(booked);
  });

  it("tells its own fault when it cannot be undone", async () => {
    const { call, double, run, tenant } = await begin();
    double.refuses.push(err(failure("queue-full", "Eight wait already")));
    tenant.runEnded = () => Promise.reject(new Error("The tenant was reset"));
    const refused = await call(`/v1/conversations/${run.conversation}/messages`, post({ text: "x" }));
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: "queue-full" });
  });

  it("is posted once more when the object was restarted meanwhile", async () => {
    const { call, double, run } = await begin();
    double.refuses.push(new Error("The object was reset"));
    const path = `/v1/conversations/${run.conversation}/messages`;
    expect(await runOf(await call(path, post({ text: "again" })))).toMatchObject({ text: "again" });
  });

  it("looks no webhook's host up for who may not start it, or has started it already", async () => {
    const { backstage, call, tenant } = await begin();
    const vetted = vi.spyOn(backstage.wiring, "vetUrl");
    const body = { text: "x", webhook: { url: "https://receiver.test/" } };
    tenant.refuses = err({ ...failure("rate-limited", "600 runs a minute", true), retryAfterMs: 12_345 });
    expect(await problemOf(await call("/v1/runs", post(body)))).toMatchObject({ code: "rate-limited" });
    expect(vetted).not.toHaveBeenCalled();
    tenant.refuses = null;
    const first = await runOf(await call("/v1/runs", post(body, { "idempotency-key": "once" })));
    expect(vetted).toHaveBeenCalledTimes(1);
    expect((await runOf(await call("/v1/runs", post(body, { "idempotency-key": "once" })))).id).toBe(first.id);
    expect(vetted).toHaveBeenCalledTimes(1);
  });

  it("frees its place, and leaves no conversation, where its webhook may not be called", async () => {
    const { backstage, call, run, tenant } = await begin();
    vi.spyOn(backstage.wiring, "vetUrl").mockRejectedValue(new AppError("unsafe-url", "It is private"));
    const file = await upload(call, "a", "a.txt");
    const body = { text: "x", resources: [file.id], webhook: { url: "https://receiver.test/" } };
    for (const path of ["/v1/runs", `/v1/conversations/${run.conversation}/messages`]) {
      expect(await problemOf(await call(path, post(body)))).toMatchObject({ status: 422, code: "unsafe-url" });
      expect([...tenant.abandonedRuns].at(-1)).toBe(tenant.admissions.at(-1)?.run);
    }
    expect(tenant.index.map((entry) => entry.id)).toEqual([run.conversation]);
    expect([...(tenant.adoptions.get(file.id) ?? [])]).toEqual([]);
  });

  it("says when to come back", async () => {
    const { call, tenant } = await begin();
    tenant.refuses = err({ ...failure("rate-limited", "600 runs a minute", true), retryAfterMs: 12_345 });
    const refused = await call("/v1/runs", post({ text: "x" }));
    expect(refused.headers.get("retry-after")).toBe("13");
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: "rate-limited" });
  });

  it("is not the caller's business when it is a bug, but the log's, which has it without its message", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const caller = createCaller();
    Object.assign(caller.backstage.wiring, {
      tenant: () => {
        throw new Error("password=hunter2");
      },
    });
    const problem = await problemOf(
      await caller.bare("/v1/runs", post({ text: "x" }, { authorization: await keyOf(caller) })),
    );
    expect(problem).toMatchObject({ status: 500, code: "internal" });
    expect(JSON.stringify(problem)).not.toContain("hunter2");
    expect(log.mock.lastCall?.[0]).toContain(problem.requestId);
    expect(log.mock.lastCall?.[1]).toMatch(/^Error\n {4}at /);
    expect(log.mock.lastCall?.[1]).not.toContain("hunter2");
    log.mockRestore();
  });
});

const keyOf = async ({ backstage }: { backstage: ReturnType<typeof createBackstage> }): Promise<string> =>
  `Bearer imp_${ALICE}_00000001_${await backstage.wiring.ids.mac("key", [ALICE, "00000001"], 16)}`;

describe("Idempotency-Key", () => {
  const KEYED = { "idempotency-key": "order-66" };

  it("makes a repeat return the same run", async () => {
    const { call, backstage } = await begin();
    const first = await call("/v1/runs", post({ text: "x" }, KEYED));
    const again = await call("/v1/runs", post({ text: "x" }, KEYED));
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect((await runOf(again)).id).toBe((await runOf(first)).id);
    expect(backstage.conversations.size).toBe(2);
  });

  it("answers 200 when the run has ended since", async () => {
    const { call, backstage } = await begin();
    const first = await runOf(await call("/v1/runs", post({ text: "x" }, KEYED)));
    const parts = await backstage.wiring.ids.readRun(ALICE, first.id);
    endRun(backstage.conversation(ALICE, parts?.conversation ?? ""), first.id);
    await runOf(await call("/v1/runs", post({ text: "x" }, KEYED)), 200);
  });

  it("completes an attempt that died before its message was posted", async () => {
    const { call, backstage, tenant } = await begin();
    const { ids } = backstage.wiring;
    const first = await runOf(await call("/v1/runs", post({ text: "x" }, KEYED)));
    const { conversation = "" } = (await ids.readRun(ALICE, first.id)) ?? {};
    backstage.conversations.delete(`${ALICE}:${conversation}`);
    tenant.index.length = 0;
    const again = await call("/v1/runs", post({ text: "x" }, KEYED));
    expect(again.headers.get("idempotency-replayed")).toBeNull();
    expect(await runOf(again)).toMatchObject({ id: first.id, conversation: first.conversation });
    expect(tenant.index.map((entry) => entry.id)).toEqual([first.conversation]);
  });

  it("takes back the booking of a repeat that is refused, and makes another run of the next", async () => {
    const { call, backstage, tenant, run, double } = await begin();
    const path = `/v1/conversations/${run.conversation}/messages`;
    const first = await runOf(await call(path, post({ text: "x" }, KEYED)));
    await call(path, post({ text: "x" }, KEYED));
    expect([...tenant.abandonedRuns]).toEqual([]);
    double.runs.delete(first.id);
    double.refuses.push(err(failure("queue-full", "Eight wait already")));
    expect((await call(path, post({ text: "x" }, KEYED))).status).toBe(409);
    expect([...tenant.abandonedRuns]).toEqual([first.id]);
    const second = await runOf(await call(path, post({ text: "x" }, KEYED)));
    expect(second.id).not.toBe(first.id);
    endRun(double, second.id);
    expect((await runOf(await call(path, post({ text: "x" }, KEYED)), 200)).id).toBe(second.id);
    expect(tenant.endedRuns).toEqual([]);
    expect(backstage.conversations.size).toBe(1);
  });

  it("leaves all that another request needs which may still make the run", async () => {
    const { call, tenant, double, run } = await begin();
    const path = `/v1/conversations/${run.conversation}/messages`;
    const file = await upload(call, "a", "a.txt");
    const body = { text: "x", resources: [file.id] };
    const admit = tenant.admit.bind(tenant);
    const admits = vi.spyOn(tenant, "admit").mockImplementationOnce((admission) => {
      tenant.othersMayMake.add(admission.run);
      return admit(admission);
    });
    double.refuses.push(err(failure("queue-full", "Eight wait already")));
    expect((await call(path, post(body, KEYED))).status).toBe(409);
    expect(tenant.adoptions.get(file.id)?.size).toBe(1);
    admits.mockRestore();
    const again = await runOf(await call(path, post(body, KEYED)));
    expect(again.id).toBe(tenant.admissions.at(-1)?.run);
  });

  it("has the limits asked again for a run that was never made, and says which it is", async () => {
    const { call, backstage, tenant } = await begin();
    const first = await runOf(await call("/v1/runs", post({ text: "x" }, KEYED)));
    const { conversation = "" } = (await backstage.wiring.ids.readRun(ALICE, first.id)) ?? {};
    backstage.conversations.delete(`${ALICE}:${conversation}`);
    const admit = vi.spyOn(tenant, "admit");
    await runOf(await call("/v1/runs", post({ text: "x" }, KEYED)));
    expect(admit.mock.calls.map(([{ unmade }]) => unmade)).toEqual([undefined, first.id]);
    admit.mockRestore();
  });

  it("ends at a refusal where its run is booked and given up by others time after time", async () => {
    const { call, tenant, run } = await begin();
    const { conversation } = run;
    let n = 0;
    vi.spyOn(tenant, "admit").mockImplementation(async () =>
      ok({ conversation, run: `run-of-others-${n++}`, replay: true, adopted: [], endpoints: [] }),
    );
    const refused = await call("/v1/runs", post({ text: "x" }, KEYED));
    expect(await problemOf(refused)).toMatchObject({ status: 409, code: "conflict" });
    expect(n).toBe(4);
  });

  it("is refused for another body, another address, and when it is no key", async () => {
    const { call, run } = await begin();
    await call("/v1/runs", post({ text: "x" }, KEYED));
    for (const [path, text] of [
      ["/v1/runs", "y"],
      [`/v1/conversations/${run.conversation}/messages`, "x"],
    ] as const) {
      expect(await problemOf(await call(path, post({ text }, KEYED)))).toMatchObject({
        status: 422,
        code: "idempotency-mismatch",
      });
    }
    for (const key of ["", "a b", "x".repeat(256)]) {
      const refused = await call("/v1/runs", post({ text: "x" }, { "idempotency-key": key }));
      expect(await problemOf(refused)).toMatchObject({ status: 400, code: "invalid-request" });
    }
  });
});

describe("what a person may ask of a run", () => {
  it.each(["cancel", "pause", "resume"])("%s is passed on, without a body and however often", async (action) => {
    const { call, run, double } = await begin();
    for (let times = 0; times < 2; times++) {
      await runOf(await call(`/v1/runs/${run.id}/${action}`, { method: "POST" }), 200);
    }
    expect(double.asked).toEqual([
      { what: action, run: run.id },
      { what: action, run: run.id },
    ]);
  });

  it("approves by default, with an edited plan too, and rejects", async () => {
    const { call, run, double } = await begin();
    const approve = (body: object) => call(`/v1/runs/${run.id}/approve`, post(body));
    await runOf(await approve({ planVersion: 1 }), 200);
    await runOf(await approve({ planVersion: 1, plan: PLAN }), 200);
    await runOf(await approve({ planVersion: 2, decision: "reject" }), 200);
    expect(double.asked.map((one) => one.more)).toEqual([
      { planVersion: 1, decision: "approve" },
      { planVersion: 1, decision: "approve", plan: PLAN },
      { planVersion: 2, decision: "reject" },
    ]);
    for (const body of [
      {},
      { planVersion: 0 },
      { planVersion: 1, decision: "maybe" },
      { planVersion: 1, decision: "reject", plan: PLAN },
    ]) {
      expect(await problemOf(await approve(body))).toMatchObject({ status: 400, code: "invalid-request" });
    }
    const unsafe = [{ task: "summarization", id: 0, args: { text: "http://127.0.0.1/" } }];
    expect(await problemOf(await approve({ planVersion: 1, plan: unsafe }))).toMatchObject({
      status: 422,
      code: "unsafe-url",
    });
  });
});

describe("the view of a run", () => {
  it("shows the plan on the wire, every attempt, and what came out with signed links", async () => {
    const { call, run, double, backstage } = await begin();
    const { ids, resources } = backstage.wiring;
    const made = await resources.save({
      tenant: ALICE,
      id: await ids.newResource(ALICE, double.part),
      name: "summary.txt",
      declaredType: null,
      body: new Blob(["short"]).stream(),
      maxBytes: 100,
      origin: { by: "task", run: run.id, task: 0, output: "text", model: "custom:a/expert" },
    });
    const plan = {
      tasks: [
        { id: 0, type: "summarization", args: { text: { from: "literal", value: "a long text" } } },
        { id: 1, type: "text-classification", args: { text: { from: "task", task: 0, output: "text" } } },
      ],
    } as const;
    const candidates = [{ provider: "custom", model: "a/expert", reason: "the only one" }] as const;
    const unavailable = failure("provider-unavailable", "busy", true);
    double.record(run.id, { type: "plan-start", data: { attempt: 1, deadline: 0, shard: 0 } });
    double.record(run.id, {
      type: "plan-end",
      data: {
        attempt: 1,
        version: 1,
        planned: { as: "plan", plan, notes: ["You want it short."] },
        controller: "embedded",
        fetched: [],
        referenced: [],
        durationMs: 3,
      },
    });
    double.record(run.id, {
      type: "selection-end",
      data: { version: 1, selection: { 0: { candidates }, 1: { candidates } } },
    });
    for (const attempt of [1, 2]) {
      double.record(run.id, {
        type: "task-start",
        data: { task: 0, attempt, deadline: 0, shard: 0, provider: "custom", model: "a/expert" },
      });
      if (attempt === 1) {
        double.record(run.id, {
          type: "task-retry",
          data: { task: 0, attempt, error: unavailable, lost: false, next: false, retryAt: 0 },
        });
      }
    }
    double.record(run.id, { type: "task-progress", data: { task: 0, attempt: 2, note: "half", fraction: 0.5 } });
    expect(await runOf(await call(`/v1/runs/${run.id}`), 200)).toMatchObject({
      status: "running",
      tasks: [{ status: "running", progress: { note: "half", fraction: 0.5 } }, { status: "waiting" }],
    });
    double.record(run.id, {
      type: "task-end",
      data: {
        task: 0,
        attempt: 2,
        status: "succeeded",
        outputs: {
          summary: { as: "resource", kind: "text", resource: made, excerpt: "sho" },
          score: { as: "data", kind: "data", data: { a: [1] } },
        },
        notes: ["cut"],
      },
    });
    double.record(run.id, {
      type: "task-end",
      data: { task: 1, attempt: 0, status: "skipped", outputs: {}, notes: [], error: unavailable },
    });
    double.record(run.id, { type: "run-end", data: { status: "partial", answer: "Short." } });

    const view = await runOf(await call(`/v1/runs/${run.id}`), 200);
    expect(view).toMatchObject({
      status: "partial",
      planVersion: 1,
      understanding: ["You want it short."],
      answer: "Short.",
      usage: { llmCalls: 0, tasks: 2, attempts: 2 },
      files: [{ id: made.id, name: "summary.txt", bytes: 5 }],
    });
    expect(view.tasks[0]).toMatchObject({
      task: "summarization",
      id: 0,
      dep: [-1],
      args: { text: "a long text" },
      status: "succeeded",
      candidates,
      attempts: [
        { number: 1, model: "custom:a/expert", error: unavailable },
        { number: 2, model: "custom:a/expert" },
      ],
      outputs: {
        summary: { kind: "text", excerpt: "sho", resource: { id: made.id } },
        score: { kind: "data", data: { a: [1] } },
      },
      notes: ["cut"],
    });
    expect(view.tasks[1]).toMatchObject({
      dep: [0],
      args: { text: "<resource>-0" },
      status: "skipped",
      error: { code: "provider-unavailable" },
    });

    const link = view.files[0]?.url ?? "";
    const { bare } = createCaller(backstage);
    expect(await (await bare(link)).text()).toBe("short");
  });

  it("says in which conversation it is, by an id that opens it", async () => {
    const { call, run } = await begin();
    expect(run.conversation).toMatch(/^conv_[0-9a-f]{36}$/);
    expect(await conversationOf(await call(`/v1/conversations/${run.conversation}`))).toMatchObject({
      id: run.conversation,
      runs: [{ id: run.id, text: "Hello" }],
      log: [{ role: "user", text: "Hello", run: run.id }],
    });
  });
});

describe("the report", () => {
  it("comes as JSON or Markdown, as the caller prefers", async () => {
    const { call, run } = await begin();
    const asked = (accept?: string) =>
      call(`/v1/runs/${run.id}/report`, accept === undefined ? {} : { headers: { accept } });
    expect(await (await asked()).json()).toMatchObject({ run: run.id, status: "planning" });
    expect((await asked("application/json")).headers.get("content-type")).toMatch(/^application\/json/);
    const text = await asked("text/markdown, application/json;q=0.5");
    expect(text.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await text.text()).toContain(run.id);
  });

  it("is not there before the run has begun", async () => {
    const { call, run, double } = await begin();
    const known = double.runs.get(run.id);
    if (known) known.state = null;
    expect(await problemOf(await call(`/v1/runs/${run.id}/report`))).toMatchObject({ status: 409, code: "conflict" });
  });
});
