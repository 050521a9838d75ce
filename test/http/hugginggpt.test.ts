import { describe, expect, it } from "vitest";
import { makeApiKey } from "../../src/domain/api-key.ts";
import { mediaPathOf } from "../../src/http/hugginggpt/media-names.ts";
import type { ResourceView } from "../../src/http/schemas/views.ts";
import { ALICE, BOB, type Call, createCaller, expectStatus, madeElsewhere, post, problemOf, upload } from "./caller.ts";
import { createBackstage } from "./doubles.ts";
import type { MemoryConversation } from "./memory-conversation.ts";

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
const OPENAI_KEY = `sk-${"a".repeat(48)}`;

const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });
const ask = (...messages: readonly object[]) => ({ messages });

/** The one conversation that there is now. */
function only(conversations: ReadonlyMap<string, MemoryConversation>): MemoryConversation {
  const [conversation, ...others] = [...conversations.values()];
  if (!conversation || others.length > 0) throw new Error(`There are ${conversations.size} conversations`);
  return conversation;
}

const posted = (conversation: MemoryConversation) => [...conversation.runs.values()].map(({ message }) => message);
const path = (file: ResourceView): string => mediaPathOf(file);

describe("who may ask as a client of HuggingGPT", () => {
  const { backstage, bare } = createCaller();
  const imp = (tenant: string, keyId = "00000001") => makeApiKey(backstage.wiring.ids, tenant, keyId);
  const call = (body: object, headers: Record<string, string> = {}) =>
    bare("/tasks", post({ ...ask(user("hello")), ...body }, headers));

  it("is who shows a key of this deployment in the body, where original clients have theirs", async () => {
    await expectStatus(await call({ api_key: await imp(ALICE) }), 200);
    await expectStatus(await call({ api_key: await imp(ALICE) }, { authorization: `Bearer ${OPENAI_KEY}` }), 200);
    await expectStatus(await call({ api_key: OPENAI_KEY }, { authorization: `Bearer ${await imp(BOB)}` }), 200);
    expect([...backstage.tenants.keys()].toSorted()).toEqual([BOB, ALICE].toSorted());
  });

  it.each([
    ["nothing", {}, {}],
    ["a key of OpenAI's in the body", { api_key: OPENAI_KEY }, {}],
    ["a key of OpenAI's in the header", {}, { authorization: `Bearer ${OPENAI_KEY}` }],
    ["an empty key", { api_key: "" }, { authorization: "Bearer " }],
    ["no key at all", { api_key: null }, {}],
  ])("is nobody who shows %s", async (_, body, headers) => {
    const problem = await problemOf(await call(body, { ...headers }));
    expect(problem).toMatchObject({ status: 401, code: "unauthorized" });
    expect(JSON.stringify(problem)).not.toContain(OPENAI_KEY);
  });

  it("is nobody any more once the key is revoked", async () => {
    backstage.tenant(ALICE).revoked.add("0000000f");
    const problem = await problemOf(await call({ api_key: await imp(ALICE, "0000000f") }));
    expect(problem).toMatchObject({ status: 401, detail: "This API key has been revoked" });
  });

  it.each([
    ["api_endpoint", "https://evil.example/v1/chat/completions"],
    ["api_endpoint", "http://127.0.0.1:9999/"],
  ])("does not choose %s: %s", async (field, value) => {
    for (const route of ["/hugginggpt", "/tasks", "/results"]) {
      const body = { ...ask(user("hello")), api_key: await imp(ALICE), [field]: value };
      const problem = await problemOf(await bare(route, post(body)));
      expect(problem).toMatchObject({ status: 403, code: "forbidden" });
      expect(problem.detail).toContain(field);
    }
  });

  it("may say what kind of service it thinks is called, as its scripts do", async () => {
    await expectStatus(await call({ api_key: await imp(ALICE), api_type: "huggingface", api_endpoint: "" }), 200);
  });

  it("may leave empty what it does not choose", async () => {
    await expectStatus(await call({ api_key: await imp(ALICE), api_type: "", api_endpoint: null }), 200);
  });
});

describe("an open deployment", () => {
  const { backstage, bare } = createCaller(createBackstage("open"));

  it("serves clients that show keys of other services, in the header or the body", async () => {
    const headers = { authorization: `Bearer ${OPENAI_KEY}` };
    await expectStatus(await bare("/tasks", post({ ...ask(user("hi")), api_key: OPENAI_KEY }, headers)), 200);
    expect(JSON.stringify([...backstage.tenants.values(), ...backstage.dryRuns])).not.toContain(OPENAI_KEY);
  });

  it.each(["http://localhost:9999", "http://127.0.0.1:5173"])("serves the web client at %s", async (origin) => {
    const answer = await bare("/tasks", post(ask(user("hi")), { origin }));
    await expectStatus(answer, 200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const asked = { origin, "access-control-request-method": "POST" };
    const preflight = await bare("/hugginggpt", { method: "OPTIONS", headers: asked });
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/Authorization.*Content-Type/);
  });

  it.each(["https://evil.example", "null", "http://localhost.evil.example", "http://192.168.1.7:9999"])(
    "refuses pages of %s",
    async (origin) => {
      expect(await problemOf(await bare("/tasks", post(ask(user("hi")), { origin })))).toMatchObject({ status: 403 });
    },
  );
});

describe("a dialogue", () => {
  const asAlice = () => {
    const { as, bare, backstage } = createCaller();
    return { alice: as(ALICE), bob: as(BOB), bare, backstage };
  };

  it("asks with its last message, in a conversation of its own, and ends in time for its client", async () => {
    const { alice, backstage } = asAlice();
    const said = [{ role: "system", content: "You are HuggingGPT." }, user("one"), assistant("two"), user("three")];
    await expectStatus(await alice("/hugginggpt", post({ model: "gpt-3.5-turbo", messages: said })), 200);
    const conversation = only(backstage.conversations);
    expect(posted(conversation)).toMatchObject([{ text: "three", budget: { onExhausted: "answer" } }]);
    expect(posted(conversation)[0]?.history).toMatchObject([
      { role: "user", text: "one" },
      { role: "assistant", text: "two" },
    ]);
    const [{ what, more } = { what: "", more: 0 }] = conversation.asked;
    expect(what).toBe("wait");
    expect(Number(more)).toBeLessThan(180_000);
    expect(posted(conversation)[0]?.budget.timeMs).toBeLessThan(Number(more));
  });

  it.each([
    ["nothing", []],
    ["an answer at its end", [user("one"), assistant("two")]],
    ["a last message of spaces", [user(" \n")]],
    ["a role that there is not", [{ role: "tool", content: "x" }]],
    ["a message of another shape", [{ role: "user", content: [{ type: "text", text: "x" }] }]],
  ])("is refused with %s", async (_, messages) => {
    const { alice } = asAlice();
    expect(await problemOf(await alice("/hugginggpt", post({ messages })))).toMatchObject({ code: "invalid-request" });
  });

  it.each([
    ["/results", true],
    ["/hugginggpt", undefined],
  ])("at %s has its likeliest plan run, however unsure that is: %s", async (route, isUnattended) => {
    const { backstage, as } = createCaller();
    await expectStatus(await as(ALICE)(route, post(ask(user("Make it better")))), 200);
    expect(posted(only(backstage.conversations))[0]?.isUnattended).toBe(isUnattended);
  });

  it("brings the files that its paths name, whichever server they were read from", async () => {
    const { alice, backstage } = asAlice();
    const [photo, map] = [await upload(alice, PNG, "photo.png"), await upload(alice, PNG, "photo.png")];
    const text = `Compare /images/${photo.id}.png with http://localhost:8004${path(map)}.`;
    await expectStatus(await alice("/hugginggpt", post(ask(user(text)))), 200);
    const [message] = posted(only(backstage.conversations));
    expect(message?.text).toBe("Compare photo.png with photo-2.png.");
    expect(message?.attached.map((one) => one.by === "adoption" && one.resource.name)).toEqual([
      "photo.png",
      "photo-2.png",
    ]);
  });

  it.each(["images/", "./images/", "public/images/", "/public/images/", "http://127.0.0.1:8004/public/images/"])(
    "brings a file by its path below %s, as it lies there in the original",
    async (folder) => {
      const { alice, backstage } = asAlice();
      const photo = await upload(alice, PNG, "photo.png");
      await expectStatus(await alice("/hugginggpt", post(ask(user(`Describe ${folder}${photo.id}.png`)))), 200);
      expect(posted(only(backstage.conversations))).toMatchObject([{ text: "Describe photo.png" }]);
      const elsewhere = `Describe backup/images/${photo.id}.png`;
      const other = asAlice();
      await expectStatus(await other.alice("/hugginggpt", post(ask(user(elsewhere)))), 200);
      expect(posted(only(other.backstage.conversations))).toMatchObject([{ text: elsewhere, attached: [] }]);
    },
  );

  it("does not bring what is another tenant's, made up or gone", async () => {
    const { alice, bob, backstage } = asAlice();
    const theirs = await upload(bob, PNG, "theirs.png");
    const text = `Show ${path(theirs)} and /images/res_${"0".repeat(56)}.png and /examples/f.jpg`;
    await expectStatus(await alice("/hugginggpt", post(ask(user(text)))), 200);
    expect(posted(only(backstage.conversations))).toMatchObject([{ text, attached: [] }]);
  });

  it("copies with its kind what an earlier conversation made", async () => {
    const { alice, backstage } = asAlice();
    const edges = { name: "edges.png", content: PNG, declaredType: "image/png", kind: "image/canny" } as const;
    const id = await madeElsewhere(backstage, ALICE, edges);
    await expectStatus(await alice("/hugginggpt", post(ask(user(`Describe /images/${id}.png`)))), 200);
    const [message] = posted(only(backstage.conversations));
    expect(message?.attached).toMatchObject([{ by: "adoption", resource: { kind: "image/canny", name: "edges.png" } }]);
    expect(message?.attached).not.toMatchObject([{ resource: { id } }]);
  });

  it("knows the files of what was said before", async () => {
    const { alice, backstage } = asAlice();
    const photo = await upload(alice, PNG, "photo.png");
    const said = [user("Make it sharp"), assistant(`Here it is: ${path(photo)}`), user("Draw its edges")];
    await expectStatus(await alice("/tasks", post({ messages: said })), 200);
    expect(backstage.dryRuns[0]?.job).toMatchObject({
      text: "Draw its edges",
      log: [
        { role: "user", text: "Make it sharp", resources: [] },
        { role: "assistant", text: "Here it is: photo.png", resources: [{ id: photo.id }] },
      ],
      known: [{ id: photo.id }],
    });
  });
});

describe("a file under /images, /audios and /videos", () => {
  const { as, bare } = createCaller();
  const stored = async (call: Call): Promise<string> => path(await upload(call, PNG, "photo.png"));

  it("is served to whoever has its path, with ranges", async () => {
    const made = await stored(as(ALICE));
    expect(made).toMatch(/^\/images\/[\w-]+\.png$/);
    const answer = await bare(made);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(await answer.bytes()).toEqual(PNG);
    expect((await bare(made, { headers: { range: "bytes=0-3" } })).status).toBe(206);
    expect((await bare(made.replace("/images/", "/audios/"))).status).toBe(200);
  });

  it("is not served by a path with any part of its name changed", async () => {
    const made = await stored(as(ALICE));
    const [id = "", tenant = "", expires = "", signature = ""] = made
      .slice("/images/".length, -".png".length)
      .split("-");
    const other = (text: string): string => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");
    for (const parts of [
      [other(id), tenant, expires, signature],
      [id, BOB, expires, signature],
      [id, tenant, `${Number(expires) + 1}`, signature],
      [id, tenant, expires, other(signature)],
    ]) {
      expect(await problemOf(await bare(`/images/${parts.join("-")}.png`))).toMatchObject({ code: "forbidden" });
    }
  });

  it("needs a key where its name is not signed, and is not there for another tenant", async () => {
    const { id } = await upload(as(ALICE), PNG, "photo.png");
    expect((await as(ALICE)(`/images/${id}.png`)).status).toBe(200);
    expect(await problemOf(await bare(`/images/${id}.png`))).toMatchObject({ code: "unauthorized" });
    expect(await problemOf(await as(BOB)(`/images/${id}.png`))).toMatchObject({ code: "not-found" });
  });

  it.each(["/images/e59a.png", "/images/..%2f..%2fsecret.png", `/videos/${"a".repeat(5000)}.mp4`])(
    "is not found by a guess: %.30s",
    async (guess) => expect(await problemOf(await bare(guess))).toMatchObject({ code: "not-found" }),
  );
});
