import { afterAll, describe, expect, it } from "vitest";
import { startMcpServer } from "../../fakes/mcp/server.ts";
import { demoFile, upload, useServer } from "../use-server.ts";
import { connect, type Era, inspect, runIn, startSilentExpert, textIn } from "./mcp-clients.ts";

const expert = await startSilentExpert();
const toolbox = await startMcpServer();
afterAll(() => {
  for (const { server } of [expert, toolbox]) server.close(() => undefined).closeAllConnections();
});

const { url, client: api } = useServer({
  CONFIG: JSON.stringify({
    endpoints: [{ model: "silent", taskType: "text2text-generation", url: expert.url }],
    mcpServers: [{ name: "toolbox", url: `${toolbox.url}/mcp` }],
  }),
});
const mcp = (query = ""): string => `${url()}/mcp${query}`;

const LIMIT_MS = 60_000;
const base64 = async (name: string): Promise<string> => Buffer.from(await demoFile(name)).toString("base64");
const ERAS: readonly Era[] = ["legacy", "modern"];
const invoice = { name: "invoice.png", mediaType: "image/png", data: await base64("invoice.png") };
const silent = { task: "text2text-generation", id: 0, dep: [-1], args: { text: "anything" } };

describe.each(ERAS)("the official client, %s", (era) => {
  it("has a multimodal request done, and goes on with the conversation", { timeout: LIMIT_MS }, async () => {
    const { client } = await connect(mcp(), era);
    const asked = { text: "Read invoice.png and read a summary of it aloud", resources: [invoice] };
    const result = await client.callTool({ name: "run_request", arguments: asked });
    const first = runIn(result);
    expect(first.status).toBe("succeeded");
    expect(first.tasks.map(({ task }) => task)).toEqual(
      expect.arrayContaining(["optical-character-recognition", "text-to-speech"]),
    );
    const link = result.content.find((block) => block.type === "resource_link");
    expect(link).toMatchObject({ mimeType: "audio/wav", uri: first.files[0]?.url });
    const speech = await fetch(link?.type === "resource_link" ? link.uri : "");
    expect([speech.status, speech.headers.get("content-type")]).toEqual([200, "audio/wav"]);

    const more = { text: "Who sent invoice.png?", conversation: first.conversation };
    const second = runIn(await client.callTool({ name: "run_request", arguments: more }));
    expect(second).toMatchObject({ conversation: first.conversation, status: "succeeded" });
    expect(second.answer).toContain("Northwind Paper Supplies");
    await client.close();
  });

  it("hears how far a run is, in numbers that grow", { timeout: LIMIT_MS }, async () => {
    const { client } = await connect(mcp(), era);
    const heard: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
    const asked = { text: "What is the sentiment of “I love this”?" };
    const result = await client.callTool(
      { name: "run_request", arguments: asked },
      { onprogress: (progress) => void heard.push(progress) },
    );
    expect(heard[0]?.message).toBe(`Run ${runIn(result).run}`);
    expect(heard.map(({ message }) => message)).toContain("Planned: text-classification");
    const numbers = heard.map(({ progress }) => progress);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(heard.at(-1)?.total).toBe(3);
    await client.close();
  });

  it("is told by a stable code why a request fails", { timeout: LIMIT_MS }, async () => {
    const { client } = await connect(mcp(), era);
    const unsound = { text: "", plan: [{ task: "no-such-task", id: 0, dep: [-1], args: {} }] };
    const refused = await client.callTool({ name: "run_request", arguments: unsound });
    expect(refused).toMatchObject({ isError: true, _meta: { "impresario/error": { code: "plan-unsound" } } });
    expect(textIn(refused)).toMatch(/^plan-unsound: /);
    const misspelt = await client.callTool({ name: "get_run", arguments: { runn: "x" } });
    expect(misspelt).toMatchObject({ isError: true, _meta: { "impresario/error": { code: "invalid-request" } } });

    const plan = [{ task: "mcp-toolbox-fail", id: 0, dep: [-1], args: {} }];
    const failed = await client.callTool({ name: "run_request", arguments: { text: "", plan } });
    expect(failed.isError).toBe(true);
    expect(runIn(failed)).toMatchObject({ tasks: [{ status: "failed", error: { code: "provider-rejected" } }] });
    expect(textIn(failed)).toContain("reported an error: “Out of paper. See …”");
    await client.close();
  });

  it("cancels the run of a request that it cancels", { timeout: LIMIT_MS }, async () => {
    const { client } = await connect(mcp(), era);
    const text = crypto.randomUUID();
    const stop = new AbortController();
    const called = expert.nextCall();
    const call = client.callTool({ name: "run_request", arguments: { text, plan: [silent] } }, { signal: stop.signal });
    const cancelled = expect(call).rejects.toThrow("no longer wanted");
    await called;
    stop.abort(new Error("no longer wanted"));
    await cancelled;
    await becomes(text, "cancelled");
    await client.close();
  });
});

/** The only run of the conversation that began with these words. */
async function runOf(text: string): Promise<{ id: string; status: string; createdAt: string } | undefined> {
  const listed = await (await fetch(`${url()}/v1/conversations`)).json();
  const id = listed.conversations.find(({ title }: { title: string }) => title === text)?.id;
  const conversation = await (await fetch(`${url()}/v1/conversations/${id}`)).json();
  return conversation.runs[0];
}

const statusOf = async (text: string): Promise<string | undefined> => (await runOf(text))?.status;

/** Milliseconds since a run began that is still under way; 0 for one that has ended. */
async function keptFor(text: string): Promise<number> {
  const { status, createdAt = "" } = (await runOf(text)) ?? {};
  return status === "running" ? Date.now() - Date.parse(createdAt) : 0;
}

const becomes = (text: string, status: string): Promise<void> =>
  expect.poll(() => statusOf(text), { timeout: 20_000, interval: 250 }).toBe(status);

describe("leaving and coming back", () => {
  it("changes nothing before the revision of 2026, and get_run waits for the end", { timeout: LIMIT_MS }, async () => {
    const { client, cut } = await connect(mcp(), "legacy");
    const text = crypto.randomUUID();
    const called = expert.nextCall();
    const call = client.callTool({ name: "run_request", arguments: { text, plan: [silent] } });
    const ended = expect(call).rejects.toThrow("Connection closed");
    await called;
    cut();
    await client.close();
    await ended;
    // Its leaving is noticed within some seconds, as when it means something.
    await expect.poll(() => keptFor(text), { timeout: 20_000, interval: 1_000 }).toBeGreaterThan(6_000);
    const { client: other } = await connect(mcp(), "legacy");
    const { id = "", status } = (await runOf(text)) ?? {};
    expect(status).toBe("running");
    const waiting = other.callTool({ name: "get_run", arguments: { run: id, wait: 20 } });
    await api().cancel(id);
    expect(runIn(await waiting)).toMatchObject({ run: id, status: "cancelled" });
    await other.close();
  });
});

describe("resources and prompts", () => {
  it("has the demo's request done that a prompt says, and lists what it made", { timeout: LIMIT_MS }, async () => {
    const { client } = await connect(mcp("?files=content"), "modern");
    const { messages } = await client.getPrompt({ name: "draw-edges" });
    expect(messages[0]?.content).toMatchObject({ type: "image", mimeType: "image/jpeg" });
    const told = messages.at(-1)?.content;
    const [, call = ""] = /run_request: (.*)$/.exec(told?.type === "text" ? told.text : "") ?? [];
    const result = await client.callTool({ name: "run_request", arguments: JSON.parse(call) });
    const [made] = runIn(result).files;
    expect(result.content.map(({ type }) => type)).toEqual(["text", "resource_link", "image"]);
    const { resources } = await client.listResources();
    expect(resources[0]).toMatchObject({ uri: `impresario://files/${made?.id}`, mimeType: "image/png" });
    await client.close();
  });

  it("tells a client that listens of each change of a run", { timeout: LIMIT_MS }, async () => {
    const { client } = await connect(mcp(), "modern");
    const heard: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    const called = expert.nextCall();
    const asked = { text: crypto.randomUUID(), plan: [silent], wait: 0 };
    const { run } = runIn(await client.callTool({ name: "run_request", arguments: asked }));
    await called;
    const uri = `impresario://runs/${run}`;
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [uri] });
    await api().cancel(run);
    await expect.poll(() => heard).toContain(uri);
    const { contents } = await client.readResource({ uri });
    expect(JSON.stringify(contents)).toContain("cancelled");
    await subscription.close();
    await client.close();
  });
});

describe("the other tools", () => {
  it("plans without running, and the plan can be run", { timeout: LIMIT_MS }, async () => {
    const { client } = await connect(mcp(), "modern");
    const asked = { text: "What language is “Guten Morgen, wie geht es dir heute?” in?" };
    const planned = await client.callTool({ name: "plan_request", arguments: asked });
    expect(planned.structuredContent).toMatchObject({ as: "plan", tasks: [{ task: "language-identification" }] });
    const plan = (planned.structuredContent as { tasks: unknown[] }).tasks;
    const result = await client.callTool({ name: "run_request", arguments: { ...asked, plan } });
    expect(runIn(result)).toMatchObject({ status: "succeeded" });
    await client.close();
  });

  it("finds models", { timeout: LIMIT_MS }, async () => {
    const { client } = await connect(mcp(), "modern");
    const sought = { task: "asr", maxParameters: 2e9, licence: "permissive", limit: 3 };
    const found = await client.callTool({ name: "search_models", arguments: sought });
    expect(found.structuredContent).toMatchObject({ total: expect.any(Number), models: expect.any(Array) });
    expect(textIn(found)).toContain("automatic-speech-recognition");
    await client.close();
  });

  it("gives a tool for a task type to who asks for it, and to nobody else", { timeout: LIMIT_MS }, async () => {
    const usual = ["run_request", "plan_request", "get_run", "search_models"];
    const { client: plain } = await connect(mcp(), "modern");
    expect((await plain.listTools()).tools.map(({ name }) => name)).toEqual(usual);
    await plain.close();

    const { client } = await connect(mcp("?tools=canny-control,summarization"), "modern");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      ...usual,
      "canny-control",
      "summarization",
    ]);
    const photo = { name: "photo.jpg", data: await base64("photo.jpg") };
    const made = runIn(await client.callTool({ name: "canny-control", arguments: { inputs: { image: photo } } }));
    expect(made).toMatchObject({ status: "succeeded", files: [{ mediaType: "image/png" }] });
    expect(made.tasks[0]?.outputs).toMatchObject({ image: { kind: "image/canny" } });
    await client.close();
  });
});

/** It prints results alone: of what is told meanwhile, and of taking back a call, it knows nothing. */
describe("the Inspector's command line", () => {
  const callTool = (name: string, args: Readonly<Record<string, string>>, signal?: AbortSignal) => {
    const given = Object.entries(args).flatMap(([key, value]) => ["--tool-arg", `${key}=${value}`]);
    return inspect(mcp(), ["--method", "tools/call", "--tool-name", name, ...given], signal);
  };

  it("lists the tools", { timeout: LIMIT_MS }, async () => {
    const listed = await inspect(mcp(), ["--method", "tools/list"]);
    expect(listed).toMatchObject({ tools: expect.arrayContaining([expect.objectContaining({ name: "run_request" })]) });
  });

  it("has a multimodal request done, and goes on with the conversation", { timeout: LIMIT_MS }, async () => {
    const { id } = await upload(api(), "invoice.png");
    const text = "Read invoice.png and read a summary of it aloud";
    const first = await callTool("run_request", { text, resources: JSON.stringify([id]) });
    expect(first).toMatchObject({
      content: expect.arrayContaining([expect.objectContaining({ type: "resource_link", mimeType: "audio/wav" })]),
      structuredContent: { status: "succeeded", conversation: expect.any(String) },
    });
    const { conversation } = (first as { structuredContent: { conversation: string } }).structuredContent;
    const second = await callTool("run_request", { text: "Who sent invoice.png?", conversation });
    expect(second).toMatchObject({
      structuredContent: { conversation, answer: expect.stringContaining("Northwind Paper Supplies") },
    });
  });

  it("is told by a stable code what fails", { timeout: LIMIT_MS }, async () => {
    const missing = await callTool("get_run", { run: "run_x" });
    expect(missing).toMatchObject({ isError: true, _meta: { "impresario/error": { code: "not-found" } } });
    const plan = JSON.stringify([{ task: "mcp-toolbox-fail", id: 0, dep: [-1], args: {} }]);
    const failed = await callTool("run_request", { text: "Fail, please", plan });
    expect(failed).toMatchObject({ isError: true, structuredContent: { tasks: [{ status: "failed" }] } });
  });

  it("may be stopped, sees that the run goes on, and then that it was cancelled", { timeout: LIMIT_MS }, async () => {
    const text = crypto.randomUUID();
    const stop = new AbortController();
    const called = expert.nextCall();
    const stopped = expect(callTool("run_request", { text, plan: JSON.stringify([silent]) }, stop.signal)).rejects;
    const over = stopped.toMatchObject({ code: "ABORT_ERR" });
    await called;
    stop.abort();
    await over;
    const { id: run = "" } = (await runOf(text)) ?? {};
    expect(await callTool("get_run", { run })).toMatchObject({ structuredContent: { run, status: "running" } });
    await api().cancel(run);
    expect(await callTool("get_run", { run, wait: "20" })).toMatchObject({
      structuredContent: { status: "cancelled" },
    });
  });
});

describe("a run that waits for a person", () => {
  it("is not waited for, and it is said what it waits for", { timeout: LIMIT_MS }, async () => {
    const { client } = await connect(mcp(), "modern");
    const send = async (path: string, message: object) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(`${url()}${path}`, { method: "POST", headers, body: JSON.stringify(message) })).json();
    };
    const { id: run } = await send("/v1/runs", { text: "Summarize: Bees make honey.", approval: "plan" });
    const look = () => client.callTool({ name: "get_run", arguments: { run, wait: 120 } });
    const waiting = await look();
    expect(runIn(waiting).status).toBe("awaiting-approval");
    expect(textIn(waiting)).toContain("It waits for its plan to be approved.");
    await send(`/v1/runs/${run}/pause`, {});
    const paused = await look();
    expect(runIn(paused).status).toBe("paused");
    expect(textIn(paused)).toContain("It is paused");
    await client.close();
  });
});
