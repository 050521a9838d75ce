import { describe, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { ALICE, BOB, type Caller, createCaller } from "../caller.ts";
import { codeOf, connect, type Era } from "./client.ts";

const ERAS: readonly Era[] = ["legacy", "modern"];

const file = (name: string, content: string) => ({ name, mediaType: "text/plain", data: btoa(content) });

/** Runs a request with files of its own. @returns its run */
async function ask(caller: Caller, text: string, ...resources: object[]): Promise<string> {
  const client = await connect(caller.as(ALICE));
  const { structuredContent } = await client.callTool({
    name: "run_request",
    arguments: { text, resources, wait: 0 },
  });
  return (structuredContent as { run: string }).run;
}

const upload = async (caller: Caller, name: string, body: BodyInit, mediaType = "text/plain"): Promise<string> => {
  const headers = { "content-type": mediaType, "x-filename": name };
  const answer = await caller.as(ALICE)("/v1/resources", { method: "POST", headers, body });
  return (await answer.json<{ id: string }>()).id;
};

describe.each(ERAS)("the resources of MCP, %s", (era) => {
  it("are uploads, files of conversations and those of the demo, in this order", async () => {
    const caller = createCaller();
    await ask(caller, "Compare these", file("one.txt", "1"), file("two.txt", "2"));
    await upload(caller, "unused.txt", "not yet");
    const client = await connect(caller.as(ALICE), era);
    const { resources } = await client.listResources();
    expect(resources.slice(0, 4)).toMatchObject([
      { name: "unused.txt", description: "Uploaded, and not used yet", mimeType: "text/plain", size: 7 },
      { name: "two.txt", description: "In the conversation “Compare these”" },
      { name: "one.txt" },
      { uri: "impresario://demo/invoice.png" },
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "impresario://files/{id}",
      "impresario://runs/{run}",
    ]);
  });

  it("come in pages, each file once and no page twice", async () => {
    const caller = createCaller();
    for (let place = 1; place <= 23; place++) await ask(caller, `Read ${place}`, file(`${place}.txt`, "x"));
    const client = await connect(caller.as(ALICE), era);
    const names: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await client.request({ method: "resources/list", params: cursor === undefined ? {} : { cursor } });
      names.push(...page.resources.map(({ name }) => name));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== undefined);
    expect(pages).toBe(3);
    expect(names.slice(0, 23)).toEqual(Array.from({ length: 23 }, (_, place) => `${23 - place}.txt`));
    const made = client.request({ method: "resources/list", params: { cursor: "another" } });
    await expect(made).rejects.toThrow("This cursor is none that a list gave");
  });

  it("are read as text or as base64, by their owner alone", async () => {
    const caller = createCaller();
    const words = await upload(caller, "words.txt", "Grüße");
    const bytes = await upload(caller, "bytes.bin", "\u0000\u0001", "application/octet-stream");
    const client = await connect(caller.as(ALICE), era);
    const read = async (id: string) => (await client.readResource({ uri: `impresario://files/${id}` })).contents;
    expect(await read(words)).toEqual([{ uri: `impresario://files/${words}`, mimeType: "text/plain", text: "Grüße" }]);
    expect(await read(bytes)).toMatchObject([{ blob: btoa("\u0000\u0001") }]);
    const latin = await upload(caller, "latin.csv", Uint8Array.from([71, 114, 252, 223, 101]), "text/csv");
    expect(await read(latin)).toMatchObject([{ blob: btoa("Gr\u00fc\u00dfe") }]);
    const others = await connect(caller.as(BOB), era);
    for (const uri of [`impresario://files/${words}`, "impresario://files/../x", "file:///etc/passwd"]) {
      await expect(others.readResource({ uri })).rejects.toMatchObject({ code: -32602, data: { uri } });
    }
  });

  it("larger than a call may be are not read, and it is said where they are", async () => {
    const caller = createCaller();
    const id = await upload(caller, "long.txt", "x".repeat(8 * 1024 * 1024 + 1));
    const client = await connect(caller.as(ALICE), era);
    const read = client.readResource({ uri: `impresario://files/${id}` });
    await expect(read).rejects.toThrow(`GET /v1/resources/${id} has it`);
  });

  it("are runs as well", async () => {
    const caller = createCaller();
    const run = await ask(caller, "hello");
    const client = await connect(caller.as(ALICE), era);
    const { contents } = await client.readResource({ uri: `impresario://runs/${run}` });
    const [{ text = "" } = {}] = contents as { text?: string }[];
    expect(JSON.parse(text)).toMatchObject({ run, status: "planning", tasks: [] });
    const others = await connect(caller.as(BOB), era);
    await expect(others.readResource({ uri: `impresario://runs/${run}` })).rejects.toMatchObject({ code: -32602 });
  });

  it("can be given to a request by their address", async () => {
    const caller = createCaller();
    const id = await upload(caller, "words.txt", "words");
    const client = await connect(caller.as(ALICE), era);
    const resources = [`impresario://files/${id}`, "impresario://demo/english.txt"];
    await client.callTool({ name: "run_request", arguments: { text: "Compare them", resources, wait: 0 } });
    const [conversation] = caller.backstage.conversations.values();
    expect(conversation?.resources).toMatchObject([{ id }, { name: "english.txt", mediaType: "text/plain" }]);
    const missing = { text: "Read it", resources: ["impresario://demo/none.txt"] };
    expect(codeOf(await client.callTool({ name: "run_request", arguments: missing }))).toBe("not-found");
  });

  it("are completed by the beginning of a name or an id", async () => {
    const caller = createCaller();
    const run = await ask(caller, "Read it", file("Report.txt", "1"));
    const other = await upload(caller, "words.txt", "words");
    const client = await connect(caller.as(ALICE), era);
    const values = async (uri: string, name: string, value: string) =>
      (await client.complete({ ref: { type: "ref/resource", uri }, argument: { name, value } })).completion.values;
    expect(await values("impresario://files/{id}", "id", "rep")).toEqual([expect.stringMatching(/^res_/)]);
    expect(await values("impresario://files/{id}", "id", "res_")).toHaveLength(2);
    expect(await values("impresario://files/{id}", "id", other)).toEqual([other]);
    expect(await values("impresario://runs/{run}", "run", "run_")).toEqual([run]);
    expect(await values("impresario://runs/{run}", "other", "")).toEqual([]);
  });
});

describe("subscriptions", () => {
  it("follow a run from where it stands, until the client leaves", async () => {
    const caller = createCaller();
    const run = await ask(caller, "hello");
    const client = await connect(caller.as(ALICE));
    const subscription = await client.listen({ resourceSubscriptions: [`impresario://runs/${run}`] });
    const [conversation] = caller.backstage.conversations.values();
    await eventually(() => expect(conversation?.asked.at(-1)).toMatchObject({ what: "events", run, more: 1 }));
    await subscription.close();
    await eventually(() => expect(conversation?.cancelledStreams).toContain(run));
  });

  it("tell at once of a run that has ended since the client looked, and end", async () => {
    const caller = createCaller();
    const run = await ask(caller, "hello");
    const [conversation] = caller.backstage.conversations.values();
    conversation?.record(run, { type: "run-cancel", data: { reason: "enough" } });
    conversation?.record(run, { type: "run-end", data: { status: "cancelled", answer: "" } });
    const client = await connect(caller.as(ALICE));
    const heard: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    const uri = `impresario://runs/${run}`;
    const theirs = await connect(caller.as(BOB));
    theirs.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    const subscriptions = [await theirs.listen({ resourceSubscriptions: [uri] })];
    subscriptions.push(await client.listen({ resourceSubscriptions: [uri] }));
    await eventually(() => expect(heard).toEqual([uri]));
    for (const subscription of subscriptions) await subscription.close();
  });

  it("of more runs than are followed are refused", async () => {
    const client = await connect(createCaller().as(ALICE));
    const resourceSubscriptions = Array.from({ length: 21 }, (_, place) => `impresario://runs/run_${place}`);
    await expect(client.listen({ resourceSubscriptions })).rejects.toThrow("at most 20 runs");
  });

  it("are acknowledged, as far as there is something to tell", async () => {
    const caller = createCaller();
    const id = await upload(caller, "words.txt", "words");
    const client = await connect(caller.as(ALICE));
    const uri = `impresario://files/${id}`;
    const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] });
    expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: [uri] });
    await subscription.close();
  });

  it("before 2026-07-28 are of files, which never change", async () => {
    const caller = createCaller();
    const run = await ask(caller, "hello");
    const id = await upload(caller, "words.txt", "words");
    const client = await connect(caller.as(ALICE), "legacy");
    expect(await client.subscribeResource({ uri: `impresario://files/${id}` })).toEqual({});
    expect(await client.unsubscribeResource({ uri: `impresario://files/${id}` })).toEqual({});
    await expect(client.subscribeResource({ uri: "impresario://files/res_0" })).rejects.toMatchObject({ code: -32602 });
    await expect(client.subscribeResource({ uri: `impresario://runs/${run}` })).rejects.toThrow("get_run with `wait`");
  });
});
