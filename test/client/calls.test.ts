import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, type Fetch, type RunView } from "../../src/client/client.ts";

const RUN = `run_${"a".repeat(44)}`;

const noPause = async (): Promise<void> => {};

const client = (fetch: Fetch) => createClient({ baseUrl: "https://api.test/", fetch, pause: noPause });

afterEach(() => vi.unstubAllGlobals());

describe("reading a run that is known from before", () => {
  const whole = {
    id: RUN,
    status: "running",
    seq: 7,
    tasks: [
      { id: 0, status: "running" },
      { id: 1, status: "waiting" },
    ],
  };
  const read = async (answer: object, known?: object) => {
    const asked: string[] = [];
    const { run } = client(async (url) => {
      asked.push(new URL(url).search);
      return Response.json({ ...whole, ...answer });
    });
    return { asked, run: await run(RUN, { known: known as RunView | undefined }) };
  };

  it("fetches what has changed and has the rest from there", async () => {
    const answer = { seq: 9, since: 7, tasks: [{ id: 1, status: "running" }] };
    const { asked, run } = await read(answer, whole);
    expect(asked).toEqual(["?since=7"]);
    expect(run).toEqual({ ...whole, seq: 9, tasks: [whole.tasks[0], { id: 1, status: "running" }] });
  });

  it("takes what comes whole", async () => {
    const answer = { seq: 9, tasks: [{ id: 4, status: "waiting" }] };
    expect((await read(answer, whole)).run).toEqual({ ...whole, ...answer });
    expect((await read({})).asked).toEqual([""]);
    // A server of an earlier version counts nothing.
    expect((await read({}, { ...whole, seq: undefined })).asked).toEqual([""]);
  });
});

describe("calls about goals", () => {
  const GOAL = `goal_${"a".repeat(36)}`;
  const view = { id: GOAL, goal: "Compare", steps: [], endedAt: null, status: "asking" };

  it("go to the goal, with what is said", async () => {
    const seen: unknown[] = [];
    const { goals } = client(async (url, init) => {
      seen.push([init.method, new URL(url).pathname + new URL(url).search, init.body]);
      return Response.json({ ...view, goals: [], versions: [] });
    });
    await goals.start({ goal: "Compare", budget: { usd: 2 } });
    await goals.approve(GOAL, { checkIn: 1, decision: "change", words: "Only three" });
    await goals.pause(GOAL);
    await goals.resume(GOAL, { budget: { usd: 3 } });
    await goals.resume(GOAL);
    await goals.cancel(GOAL);
    await goals.list({ limit: 2, cursor: "9" });
    await goals.report(GOAL, "json");
    await goals.report(GOAL, "markdown");
    await goals.remove(GOAL);
    const path = `/v1/goals/${GOAL}`;
    expect(seen).toEqual([
      ["POST", "/v1/goals", '{"goal":"Compare","budget":{"usd":2}}'],
      ["POST", `${path}/approve`, '{"checkIn":1,"decision":"change","words":"Only three"}'],
      ["POST", `${path}/pause`, undefined],
      ["POST", `${path}/resume`, '{"budget":{"usd":3}}'],
      ["POST", `${path}/resume`, undefined],
      ["POST", `${path}/cancel`, undefined],
      ["GET", "/v1/goals?limit=2&cursor=9", undefined],
      ["GET", `${path}/report`, undefined],
      ["GET", `${path}/report`, undefined],
      ["DELETE", path, undefined],
    ]);
  });

  it("wait until it asks somebody, or for its end over connections that break", async () => {
    const event = (seq: number, type: string): string =>
      `data: ${JSON.stringify({ seq, at: "2026-11-01T12:00:00.000Z", type, data: {} })}\n\n`;
    const log = ["goal-start", "check-in", "of-a-newer-server", "goal-end"];
    const { goals } = client(async (url, init) => {
      const last = Number(new Headers(init.headers).get("last-event-id") ?? 0);
      if (!url.endsWith("/events")) return Response.json(view);
      const next = log.slice(last, last + 2).map((type, place) => event(last + place + 1, type));
      return new Response(next.join(""), { headers: { "content-type": "text/event-stream" } });
    });
    const seen: number[] = [];
    expect(await goals.wait(GOAL, { until: "rest", onEvent: ({ seq }) => seen.push(seq) })).toEqual(view);
    expect(seen).toEqual([1, 2]);
    await goals.wait(GOAL, { onEvent: ({ seq }) => seen.push(seq) });
    expect(seen).toEqual([1, 2, 1, 2, 4]);
  });
});

describe("calls", () => {
  const run = { id: RUN, status: "planning", tasks: [] };

  it("go to the path under the base, with the key and a body of JSON", async () => {
    const seen: { url: string; method: string; headers: Headers; body: unknown }[] = [];
    const calls = createClient({
      baseUrl: "https://api.test/base/?x#y",
      apiKey: "imp_secret",
      fetch: async (url, init) => {
        seen.push({ url, method: init.method ?? "", headers: new Headers(init.headers), body: init.body });
        return Response.json(run);
      },
    });
    await calls.start({ text: "hello" }, { idempotencyKey: "once" });
    await calls.approve("a/b", { planVersion: 2 });
    expect(seen.map(({ url, method }) => `${method} ${url}`)).toEqual([
      "POST https://api.test/base/v1/runs",
      "POST https://api.test/base/v1/runs/a%2Fb/approve",
    ]);
    expect(seen.map(({ body }) => body)).toEqual(['{"text":"hello"}', '{"planVersion":2}']);
    expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer imp_secret", "Bearer imp_secret"]);
    expect(seen[0]?.headers.get("idempotency-key")).toBe("once");
  });

  it("ask for a plan, and take nothing else for one", async () => {
    const plan = { as: "plan", text: null, tasks: [], repairs: [] };
    const seen: unknown[] = [];
    const calls = (answer: unknown) =>
      client(async (url, init) => {
        seen.push([init.method, url, init.body]);
        return Response.json(answer);
      });
    expect(await calls(plan).plan({ text: "x", conversation: "conv_1" })).toEqual(plan);
    expect(seen).toEqual([["POST", "https://api.test/v1/plan", '{"text":"x","conversation":"conv_1"}']]);
    await expect(calls(run).plan({ text: "x" })).rejects.toMatchObject({ code: "unexpected-answer" });
  });

  it("send a token of Hugging Face in its header, and never in the body or where it is not meant", async () => {
    const seen: (readonly [string, string | null, unknown])[] = [];
    const calls = client(async (url, init) => {
      seen.push([new URL(url).pathname, new Headers(init.headers).get("x-hf-token"), init.body]);
      return Response.json({ id: RUN, status: "running", tasks: [], as: "plan", repairs: [] });
    });
    const message = { text: "x", controller: "openai", planning: "light", budget: { usd: 1 } } as const;
    const body = JSON.stringify(message);
    await calls.start(message, { hfToken: "hf_mine" });
    await calls.message("conv_1", message, { hfToken: "hf_mine" });
    await calls.plan(message, { hfToken: "hf_mine" });
    await calls.start(message);
    expect(seen).toEqual([
      ["/v1/runs", "hf_mine", body],
      ["/v1/conversations/conv_1/messages", "hf_mine", body],
      ["/v1/plan", "hf_mine", body],
      ["/v1/runs", null, body],
    ]);
  });

  it("search the catalogue by every condition, and read a model by its id", async () => {
    const seen: string[] = [];
    const calls = client(async (url) => {
      seen.push(url.slice("https://api.test".length));
      return Response.json({ id: "a/b c", endpoints: [], models: [], total: 0 });
    });
    await calls.models.search();
    await calls.models.search({
      q: "a b&c",
      licence: ["MIT", "BSD"],
      maxParameters: 7e9,
      order: "-likes",
      task: undefined,
    });
    await calls.models.get("@cf/a/b c");
    expect(seen).toEqual([
      "/v1/models",
      "/v1/models?q=a+b%26c&licence=MIT%2CBSD&maxParameters=7000000000&order=-likes",
      "/v1/models/%40cf/a/b%20c",
    ]);
  });

  it("walk the graph, and tell the version of the catalogue", async () => {
    const seen: string[] = [];
    const calls = client(async (url) => {
      seen.push(url.slice("https://api.test".length));
      return Response.json({ snapshot: "starter", nodes: [], edges: [], counts: {} });
    });
    await calls.models.graph({ center: "model:@cf/a b", depth: 2 });
    await calls.models.catalogue();
    expect(seen).toEqual(["/v1/catalogue/graph?center=model%3A%40cf%2Fa+b&depth=2", "/v1/catalogue"]);
  });

  it.each([
    ["json", "application/json"],
    ["markdown", "text/markdown"],
  ] as const)("read a report as %s, again where it breaks off", async (format, accept) => {
    let tries = 0;
    const calls = client(async (_, init) => {
      expect(new Headers(init.headers).get("accept")).toBe(accept);
      if (tries++ === 0) return new Response(new ReadableStream({ pull: (out) => out.error(new TypeError("broke")) }));
      return format === "json" ? Response.json({ run: RUN, tasks: [], stepCosts: {} }) : new Response("# Report");
    });
    const report = await (format === "json" ? calls.report(RUN, "json") : calls.report(RUN, "markdown"));
    expect(report).toEqual(format === "json" ? { run: RUN, tasks: [], stepCosts: {} } : "# Report");
  });

  it("add, list and remove a model of one's own", async () => {
    const model = { id: "our/model", task: "summarization", url: "https://models.test" };
    const seen: unknown[] = [];
    const calls = client(async (url, init) => {
      seen.push([init.method, new URL(url).pathname + new URL(url).search, init.body]);
      if (init.method === "DELETE") return new Response(null, { status: 204 });
      return Response.json(init.method === "POST" ? model : { models: [model] });
    });
    expect(await calls.models.add(model)).toEqual(model);
    expect(await calls.models.own()).toEqual([model]);
    await calls.models.remove("our/model", { task: "summarization" });
    expect(seen).toEqual([
      ["POST", "/v1/models", JSON.stringify(model)],
      ["GET", "/v1/own-models", undefined],
      ["DELETE", "/v1/models/our/model?task=summarization", undefined],
    ]);
  });

  it("open a conversation, once, as a repeat would open another", async () => {
    const seen: unknown[] = [];
    const calls = client(async (url, init) => {
      seen.push([init.method, new URL(url).pathname, init.body]);
      return seen.length > 2
        ? new Response(null, { status: 503 })
        : Response.json({ id: "conv_1", createdAt: "2026-11-22T12:00:00.000Z", log: [], runs: [], resources: [] });
    });
    expect(await calls.openConversation()).toMatchObject({ id: "conv_1", log: [] });
    await calls.openConversation("The harbour");
    await expect(calls.openConversation("x", { timeoutMs: 1_000 })).rejects.toMatchObject({ status: 503 });
    expect(seen).toEqual([
      ["POST", "/v1/conversations", "{}"],
      ["POST", "/v1/conversations", '{"title":"The harbour"}'],
      ["POST", "/v1/conversations", '{"title":"x"}'],
    ]);
  });

  it("list, read, rename and delete conversations", async () => {
    const seen: unknown[] = [];
    const calls = client(async (url, init) => {
      seen.push(`${init.method} ${new URL(url).pathname}${new URL(url).search}`);
      if (init.method === "DELETE") return new Response(null, { status: 204 });
      return Response.json({ id: "conv_1", title: "x", conversations: [], next: null, log: [], runs: [] });
    });
    expect((await calls.conversations({ limit: 5 })).next).toBeNull();
    await calls.conversation("conv_1");
    await calls.renameConversation("conv_1", "x");
    await calls.deleteConversation("conv_1");
    expect(seen).toEqual([
      "GET /v1/conversations?limit=5",
      "GET /v1/conversations/conv_1",
      "POST /v1/conversations/conv_1",
      "DELETE /v1/conversations/conv_1",
    ]);
  });

  it("resume a run, with a higher budget where one is given", async () => {
    const bodies: unknown[] = [];
    const calls = client(async (_, init) => {
      bodies.push(init.body);
      return Response.json({ id: RUN, status: "running", tasks: [] });
    });
    await calls.resume(RUN);
    await calls.resume(RUN, { budget: { usd: 1 } });
    expect(bodies).toEqual([undefined, '{"budget":{"usd":1}}']);
  });

  it("send a file's name in letters that a header can hold", async () => {
    let name: string | null = null;
    const calls = client(async (_, init) => {
      name = new Headers(init.headers).get("x-filename");
      return Response.json({ id: "res_1", sha256: "0" });
    });
    await calls.upload(new Blob(["x"]), { name: "Größe 图\n\ud800.png" });
    expect(decodeURIComponent(name ?? "")).toBe("Größe 图\n\ufffd.png");
  });

  it.each([
    ["a view of some bytes", new Uint8Array([0, 1, 2, 3]).subarray(1, 3)],
    ["a buffer", new Uint8Array([1, 2]).buffer],
    ["a blob", new Blob([new Uint8Array([1, 2])])],
  ])("upload %s", async (_, content) => {
    let sent: unknown;
    const calls = client(async (url, init) => {
      sent = [...new Uint8Array(await new Request(url, init).arrayBuffer())];
      return Response.json({ id: "res_1", sha256: "0" });
    });
    await calls.upload(content, { name: "a" });
    expect(sent).toEqual([1, 2]);
  });

  it("gather a stream first in a page, as browsers send none, or its name instead, and can repeat it then", async () => {
    vi.stubGlobal("document", {});
    const sent: number[][] = [];
    const calls = client(async (url, init) => {
      expect(init.body).toBeInstanceOf(Blob);
      sent.push([...new Uint8Array(await new Request(url, init).arrayBuffer())]);
      return sent.length === 1 ? new Response(null, { status: 503 }) : Response.json({ id: "res_1", sha256: "0" });
    });
    await calls.upload(new Blob([new Uint8Array([1, 2])]).stream(), { name: "a" });
    expect(sent).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it("download a file, and say how long it is where that is known", async () => {
    const calls = client(async (url) =>
      new URL(url).pathname.endsWith("1")
        ? new Response("bytes", { headers: { "content-type": "text/plain", "content-length": "5" } })
        : new Response(null),
    );
    const { body, ...known } = await calls.download("res_1");
    expect(known).toEqual({ mediaType: "text/plain", bytes: 5, range: null });
    expect(await new Response(body).text()).toBe("bytes");
    expect(await calls.download("res_2")).toMatchObject({ mediaType: "application/octet-stream", bytes: null });
  });

  it.each([
    [{ from: 0, to: 99 }, "bytes=0-99"],
    [{ from: 100 }, "bytes=100-"],
    [{ last: 10 }, "bytes=-10"],
  ])("download a part of a file: %j", async (range, header) => {
    const calls = client(async (_, init) => {
      expect(new Headers(init.headers).get("range")).toBe(header);
      const headers = { "content-range": "bytes 5-9/10", "content-length": "5" };
      return new Response("bytes", { status: 206, headers });
    });
    const { body, ...known } = await calls.download("res_1", { range });
    expect(known).toMatchObject({ bytes: 5, range: { from: 5, to: 9, of: 10 } });
    expect(await new Response(body).text()).toBe("bytes");
  });

  it("say that a server sent the whole where a part was asked for", async () => {
    const calls = client(async () => new Response("all"));
    expect(await calls.download("res_1", { range: { from: 1 } })).toMatchObject({ range: null });
  });

  it("lead to what a run names by its path", () => {
    const { addressOf } = client(async () => new Response());
    expect(addressOf("/v1/resources/res_1?s=1")).toBe("https://api.test/v1/resources/res_1?s=1");
    expect(addressOf("https://other.test/x")).toBe("https://other.test/x");
  });

  it.each([
    ["a problem", Response.json({ code: "rate-limited", detail: "Slower" }, { status: 429 }), "rate-limited", "Slower"],
    ["a proxy's page", new Response("<html>", { status: 502 }), "unexpected-answer", "The server answered 502"],
    ["plain words", new Response("busy", { status: 503 }), "unexpected-answer", "The server answered 503: busy"],
    ["an answer of something else", Response.json({ hello: 1 }), "unexpected-answer", expect.stringContaining("not")],
    ["no JSON at all", new Response("ok"), "unexpected-answer", expect.stringContaining("not")],
  ])("that meet %s reject with an ApiError", async (_, response, code, detail) => {
    await expect(client(async () => response.clone()).run(RUN)).rejects.toMatchObject({
      name: "ApiError",
      code,
      detail,
    });
  });

  it("tell what the server's log has a refused call under", async () => {
    const refusal = { code: "not-found", detail: "No such run", requestId: "r-1" };
    await expect(client(async () => Response.json(refusal, { status: 404 })).run(RUN)).rejects.toMatchObject({
      code: "not-found",
      requestId: "r-1",
    });
  });

  it.each([
    [
      "names it",
      Response.redirect("https://elsewhere.test/v1/runs?token=x", 301),
      /leads to https:\/\/elsewhere\.test:/,
    ],
    ["hides it", new Response(null, { status: 303 }), /leads elsewhere:/],
  ])("take neither key nor message to another address, where the server %s", async (_, response, detail) => {
    const seen: (readonly [string, string | undefined])[] = [];
    const calls = client(async (url, init) => {
      seen.push([url, init.redirect]);
      return response.clone();
    });
    await expect(calls.start({ text: "x" }, { hfToken: "hf_mine" })).rejects.toMatchObject({
      code: "unexpected-answer",
      detail: expect.stringMatching(detail),
    });
    expect(seen).toEqual([["https://api.test/v1/runs", "manual"]]);
  });

  it("that reach nobody say so", async () => {
    const calls = client(() => Promise.reject(new TypeError("fetch failed")));
    await expect(calls.health()).rejects.toMatchObject({ code: "unreachable", status: 0 });
  });

  it("need an http address", () => {
    expect(() => createClient({ baseUrl: "file:///etc" })).toThrow(TypeError);
    expect(() => createClient({ baseUrl: "nonsense" })).toThrow(TypeError);
    expect(() => createClient({ baseUrl: "https://me:hunter2@api.test" })).toThrow(/^(?!.*hunter2).*apiKey/);
  });
});
