import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALICE, BOB, type CallInit, createCaller, post, problemOf, runOf, upload } from "./caller.ts";

const caller = createCaller();
const call = caller.as(ALICE);
const { ids } = caller.backstage.wiring;

const json = (text: BodyInit, type = "application/json"): CallInit => ({
  method: "POST",
  body: text,
  headers: { "content-type": type },
});

const BODIES: readonly (readonly [what: string, init: CallInit, status: number, code: string, path: string | null])[] =
  [
    ["no body", { method: "POST" }, 400, "invalid-request", "text"],
    ["an empty body", json(""), 400, "invalid-request", null],
    ["broken JSON", json('{"text": "x"'), 400, "invalid-request", null],
    ["JSON with a trailing comma", json('{"text": "x",}'), 400, "invalid-request", null],
    ["bytes that are not UTF-8", json(new Uint8Array([0x22, 0xff, 0x22])), 400, "invalid-request", null],
    ["a list", post([]), 400, "invalid-request", null],
    ["null", post(null), 400, "invalid-request", null],
    ["a number", post(7), 400, "invalid-request", null],
    ["an empty object", post({}), 400, "invalid-request", "text"],
    ["a blank text", post({ text: " \n\t" }), 400, "invalid-request", "text"],
    ["a text that is a number", post({ text: 7 }), 400, "invalid-request", "text"],
    ["a text too long", post({ text: "x".repeat(100_001) }), 400, "invalid-request", "text"],
    ["resources that are no list", post({ text: "x", resources: "res_1" }), 400, "invalid-request", "resources"],
    ["a resource that is no text", post({ text: "x", resources: [7] }), 400, "invalid-request", "resources.0"],
    [
      "too many resources",
      post({ text: "x", resources: new Array<string>(33).fill("https://example.com/") }),
      400,
      "invalid-request",
      "resources",
    ],
    ["a field of a later version", post({ text: "x", deadline: {} }), 400, "invalid-request", "deadline"],
    ["a webhook without an address", post({ text: "x", webhook: {} }), 400, "invalid-request", "webhook.url"],
    [
      "a webhook's secret that is none",
      post({ text: "x", webhook: { url: "https://example.com/", secret: "whsec_short" } }),
      400,
      "invalid-request",
      "webhook.secret",
    ],
    [
      "a webhook of events that there are not",
      post({ text: "x", webhook: { url: "https://example.com/", events: ["run.begun"] } }),
      400,
      "invalid-request",
      "webhook.events.0",
    ],
    [
      "a webhook in a format of our own",
      post({ text: "x", webhook: { url: "https://example.com/", format: "slack" } }),
      400,
      "invalid-request",
      "webhook.format",
    ],
    ["a webhook inside", post({ text: "x", webhook: { url: "http://10.0.0.7/" } }), 422, "unsafe-url", null],
    [
      "a field unknown inside another",
      post({ text: "x", budget: { timeMs: 1, money: 1 } }),
      400,
      "invalid-request",
      "budget.money",
    ],
    [
      "a licence list of nothing",
      post({ text: "x", constraints: { licence: { allow: [] } } }),
      400,
      "invalid-request",
      "constraints.licence.allow",
    ],
    [
      "a language that is none",
      post({ text: "x", constraints: { language: "not a tag" } }),
      400,
      "invalid-request",
      "constraints.language",
    ],
    [
      "a constraint nobody knows",
      post({ text: "x", constraints: { colour: "red" } }),
      400,
      "invalid-request",
      "constraints.colour",
    ],
    [
      "constraints that contradict each other",
      post({ text: "x", constraints: { model: { allow: ["whisper"], deny: ["whisper"] } } }),
      422,
      "contradictory-constraints",
      null,
    ],
    ["a language model where there is none", post({ text: "x", selection: "language" }), 400, "invalid-request", null],
    ["a budget of no time", post({ text: "x", budget: { timeMs: 0 } }), 400, "invalid-request", "budget.timeMs"],
    [
      "a budget of half a millisecond",
      post({ text: "x", budget: { timeMs: 0.5 } }),
      400,
      "invalid-request",
      "budget.timeMs",
    ],
    [
      "a budget of a year",
      post({ text: "x", budget: { timeMs: 31_536_000_000 } }),
      400,
      "invalid-request",
      "budget.timeMs",
    ],
    ["an approval that is none", post({ text: "x", approval: "maybe" }), 400, "invalid-request", "approval"],
    ["a plan that is a text", post({ plan: "first this, then that" }), 400, "invalid-request", "plan"],
    [
      "a prototype in place of a field",
      json('{"text": "x", "__proto__": {"a": 1}}'),
      400,
      "invalid-request",
      "__proto__",
    ],
    [
      "JSON nested without end",
      json(`{"plan": ${"[".repeat(400_000)}${"]".repeat(400_000)}}`),
      400,
      "invalid-request",
      null,
    ],
    [
      "a form in place of JSON",
      json("text=x", "application/x-www-form-urlencoded"),
      415,
      "unsupported-media-type",
      null,
    ],
    ["plain text", json("hello", "text/plain"), 415, "unsupported-media-type", null],
    [
      "JSON without saying so",
      { method: "POST", body: new TextEncoder().encode("{}") },
      415,
      "unsupported-media-type",
      null,
    ],
    ["a megabyte and a byte", json(`"${"x".repeat(1024 * 1024 - 1)}"`), 413, "resource-too-large", null],
  ];

describe("a message", () => {
  it.each(BODIES)("of %s is refused", async (_, init, status, code, path) => {
    const problem = await problemOf(await call("/v1/runs", init));
    expect(problem).toMatchObject({ status, code });
    if (path !== null) expect(problem.issues?.map((issue) => issue.path)).toContain(path);
  });

  it("without end is refused after its first megabyte", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    expect(await problemOf(await call("/v1/runs", json(body)))).toMatchObject({
      status: 413,
      code: "resource-too-large",
    });
    expect(sent).toBeLessThan(2 * 1024 * 1024);
  });

  it("announced as a gigabyte is refused unread", async () => {
    const init = json("{}");
    const headers = { ...init.headers, "content-length": String(1024 ** 3) };
    expect(await problemOf(await call("/v1/runs", { ...init, headers }))).toMatchObject({ status: 413 });
  });

  it("never brings the server down, whatever the JSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { status } = await call("/v1/runs", post(value));
        expect(status).toBe(400);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://１２７.0.0.1/",
    "http://localhost/",
    "http://127.0.0.1:8787/v1/conversations",
    "ftp://example.com/a",
    "file:///etc/passwd",
    "https://a:b@example.com/",
    "http://169.254.169.254/latest/meta-data/",
  ])("that names %s is refused, as a resource and in a plan", async (url) => {
    const plan = [{ task: "image-to-text", id: 0, dep: [-1], args: { image: url } }];
    for (const body of [
      { text: "x", resources: [url] },
      { plan },
      { text: "x", plan: [{ ...plan[0], args: { image: [url] } }] },
    ]) {
      expect(await problemOf(await call("/v1/runs", post(body)))).toMatchObject({ status: 422, code: "unsafe-url" });
    }
  });

  it("may name the private host that the deployment vouches for", async () => {
    await runOf(await call("/v1/runs", post({ text: "x", resources: ["http://127.0.0.1:9999/a.png"] })));
  });

  it("books nothing when what it names is not there", async () => {
    const { admissions } = caller.backstage.tenant(ALICE);
    const before = admissions.length;
    const made = await ids.newResource(BOB, null);
    const elsewhere = await ids.newResource(ALICE, "a".repeat(20));
    for (const id of [made, elsewhere, `res_${"0".repeat(56)}`, "res_", "photo.jpg", "../../etc/passwd", "run_1"]) {
      const problem = await problemOf(await call("/v1/runs", post({ text: "x", resources: [id] })));
      expect(problem).toMatchObject({ status: 404, code: "not-found" });
    }
    expect(admissions).toHaveLength(before);
  });

  it("with an upload that was never made is refused, and nothing is booked", async () => {
    const { admissions } = caller.backstage.tenant(ALICE);
    const before = admissions.length;
    const never = await ids.newResource(ALICE, null);
    const problem = await problemOf(await call("/v1/runs", post({ text: "x", resources: [never] })));
    expect(problem).toMatchObject({ status: 404, code: "not-found" });
    expect(admissions).toHaveLength(before);
  });
});

describe("a file", () => {
  it.each(["constructor", "__proto__", "toString", "valueOf"])("named or typed like %s is a text", async (name) => {
    for (const [file, type] of [
      [`x.${name}`, ""],
      ["x", name],
      ["x", `${name}; charset=utf-8`],
    ] as const) {
      expect(await upload(call, "words", file, type)).toMatchObject({ kind: "text", mediaType: "text/plain" });
    }
  });
});

describe("an address", () => {
  it("with a made-up id is not found, and wakes no object", async () => {
    const { as, backstage } = createCaller();
    const someone = as(ALICE);
    const made = [
      ["GET", `/v1/runs/run_${"0".repeat(44)}`],
      ["GET", "/v1/runs/x"],
      ["GET", "/v1/runs/%00"],
      ["GET", "/v1/runs/%E0%A4%A"],
      ["GET", `/v1/runs/${"x".repeat(5000)}`],
      ["GET", `/v1/runs/run_${"0".repeat(44)}/events`],
      ["POST", `/v1/runs/run_${"0".repeat(44)}/cancel`],
      ["GET", `/v1/conversations/conv_${"0".repeat(36)}`],
      ["DELETE", `/v1/conversations/conv_${"0".repeat(36)}`],
      ["GET", `/v1/resources/res_${"0".repeat(56)}`],
      ["GET", "/v1/resources/..%2F..%2Fsecret"],
      ["GET", "/v1/nothing"],
      ["GET", "/wp-admin.php"],
      ["POST", "/v1/runs/"],
    ] as const;
    for (const [method, path] of made) {
      expect(await problemOf(await someone(path, { method }))).toMatchObject({ status: 404, code: "not-found" });
    }
    expect(backstage.conversations.size).toBe(0);
  });

  it.each([
    ["PUT", "/v1/runs", "POST"],
    ["DELETE", "/v1/runs", "POST"],
    ["PATCH", "/v1/conversations", "POST, GET, HEAD"],
    ["POST", "/v1/health", "GET, HEAD"],
    ["GET", "/v1/resources", "POST"],
  ])("does not take %s %s", async (method, path, allow) => {
    const refused = await call(path, { method });
    expect(refused.headers.get("allow")).toBe(allow);
    expect(await problemOf(refused)).toMatchObject({ status: 405, code: "method-not-allowed" });
  });

  it("keeps the id that a caller gives its request, if it is a sane one", async () => {
    const kept = await call("/v1/health", { headers: { "x-request-id": "trace-42" } });
    expect(kept.headers.get("x-request-id")).toBe("trace-42");
    const replaced = await call("/v1/health", { headers: { "x-request-id": "<script>" } });
    expect(replaced.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("the list of conversations", () => {
  it("comes in pages, the newest first, and says where the next begins", async () => {
    const someone = createCaller().as(ALICE);
    const titles = ["a", "b", "c", "d", "e"];
    for (const title of titles) expect((await someone("/v1/conversations", post({ title }))).status).toBe(201);
    const seen: string[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null && pages < 10; pages++) {
      const page: { conversations: { title: string }[]; next: string | null } = await (
        await someone(`/v1/conversations?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`)
      ).json();
      seen.push(...page.conversations.map((entry) => entry.title));
      cursor = page.next;
    }
    expect(seen).toEqual(titles.toReversed());
  });

  it.each(["limit=0", "limit=101", "limit=x", "cursor=x", "cursor=-1"])("is refused for %s", async (query) => {
    expect(await problemOf(await call(`/v1/conversations?${query}`))).toMatchObject({
      status: 400,
      code: "invalid-request",
    });
  });

  it("has a conversation without a message, until it is deleted", async () => {
    const someone = createCaller().as(ALICE);
    const opened = await someone("/v1/conversations", { method: "POST" });
    const path = opened.headers.get("location") ?? "";
    expect(await (await someone(path)).json()).toMatchObject({ log: [], runs: [], resources: [] });
    for (let times = 0; times < 2; times++) expect((await someone(path, { method: "DELETE" })).status).toBe(204);
    expect(await problemOf(await someone(path))).toMatchObject({ status: 404 });
  });
});
