import { describe, expect, it } from "vitest";
import { FIRST_REQUESTS } from "../../../src/domain/first-requests.ts";
import { ALICE, BOB, createCaller } from "../caller.ts";
import { connect, type Era } from "./client.ts";

const ERAS: readonly Era[] = ["legacy", "modern"];

describe.each(ERAS)("the prompts of MCP, %s", (era) => {
  it("are the requests of the demo, with the files that they are about", async () => {
    const client = await connect(createCaller().as(ALICE), era);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ description }) => description)).toEqual(FIRST_REQUESTS.map(({ text }) => text));
    const { messages } = await client.getPrompt({ name: "draw-edges" });
    const text = "Please generate a canny image based on photo.jpg";
    const call = `{"text": "${text}", "resources": ["impresario://demo/photo.jpg"]}`;
    expect(messages).toEqual([
      { role: "user", content: { type: "image", mimeType: "image/jpeg", data: btoa("an asset") } },
      { role: "user", content: { type: "text", text: `${text}\n\nHave it done with run_request: ${call}` } },
    ]);
    const sound = await client.getPrompt({ name: "clean-up-a-recording" });
    expect(sound.messages[0]?.content).toMatchObject({ type: "resource_link", uri: "impresario://demo/noisy.wav" });
    const texts = await client.getPrompt({ name: "tell-languages-apart" });
    expect(texts.messages.map(({ content }) => content.type)).toEqual(["resource", "resource", "resource", "text"]);
  });

  it("take words and files of one's own in place of the demo's", async () => {
    const caller = createCaller();
    const headers = { "content-type": "text/plain", "x-filename": "My $& words.txt" };
    const answer = await caller.as(ALICE)("/v1/resources", { method: "POST", headers, body: "words" });
    const { id } = await answer.json<{ id: string }>();
    const client = await connect(caller.as(ALICE), era);
    const textOf = async (name: string, args: Record<string, string>) =>
      JSON.stringify((await client.getPrompt({ name, arguments: args })).messages.at(-1));
    expect(await textOf("compare-sentences", { first: "a $1 cat" })).toContain(
      "How similar are the captions 'a $1 cat' and 'a pair of dogs'?",
    );
    for (const named of ["My $& words.txt", id, `impresario://files/${id}`]) {
      const text = await textOf("read-an-invoice", { file: named });
      expect(text).toContain("Read the text in My $& words.txt, tell me");
      expect(text).toContain(`impresario://files/${id}`);
    }
    expect(await textOf("draw-edges", { file: "https://example.com/a/cat.jpg?x=1" })).toContain("based on cat.jpg");
    const others = await connect(caller.as(BOB), era);
    const theirs = others.getPrompt({ name: "draw-edges", arguments: { file: id } });
    await expect(theirs).rejects.toThrow("among your newest");
    await expect(client.getPrompt({ name: "no-such" })).rejects.toThrow("There is no prompt no-such");
  });

  it("take what they say they take, and refuse all else", async () => {
    const caller = createCaller();
    const client = await connect(caller.as(ALICE), era);
    const swapped = await client.getPrompt({
      ...{ name: "compare-sentences", arguments: { first: "a pair of dogs", second: "two dogs" } },
    });
    expect(JSON.stringify(swapped.messages)).toContain("the captions 'a pair of dogs' and 'two dogs'");
    const ofDemo = await client.getPrompt({
      ...{ name: "draw-edges", arguments: { file: "impresario://demo/invoice.png" } },
    });
    expect(JSON.stringify(ofDemo.messages)).toContain("based on invoice.png");
    for (const [name, args] of [
      ["tell-languages-apart", { file: "english.txt" }],
      ["compare-sentences", { third: "x" }],
      ["compare-sentences", { first: "x".repeat(2_001) }],
      ["draw-edges", { file: "impresario://runs/run_1" }],
    ] as const) {
      await expect(client.getPrompt({ name, arguments: { ...args } })).rejects.toMatchObject({ code: -32602 });
    }
  });

  it("have files that are not among the newest, and large ones are linked", async () => {
    const caller = createCaller();
    const upload = async (name: string, body: BodyInit, mediaType: string) => {
      const headers = { "content-type": mediaType, "x-filename": name };
      const answer = await caller.as(ALICE)("/v1/resources", { method: "POST", headers, body });
      return (await answer.json<{ id: string }>()).id;
    };
    const id = await upload("old.txt", `${"x".repeat(600 * 1024)}`, "text/plain");
    for (let place = 0; place < 100; place++) await upload(`${place}.txt`, "x", "text/plain");
    const client = await connect(caller.as(ALICE), era);
    const { messages } = await client.getPrompt({ name: "read-an-invoice", arguments: { file: id } });
    expect(messages[0]?.content).toMatchObject({ type: "resource_link", name: "old.txt" });
  });

  it("have the names of one's files completed", async () => {
    const caller = createCaller();
    for (const name of ["photo-1.jpg", "photo-2.jpg", "words.txt"]) {
      const headers = { "content-type": "text/plain", "x-filename": name };
      await caller.as(ALICE)("/v1/resources", { method: "POST", headers, body: "words" });
    }
    const client = await connect(caller.as(ALICE), era);
    const ref = { type: "ref/prompt", name: "draw-edges" } as const;
    const { completion } = await client.complete({ ref, argument: { name: "file", value: "Photo" } });
    expect(completion).toEqual({ values: ["photo-2.jpg", "photo-1.jpg"], total: 2, hasMore: false });
    expect((await client.complete({ ref, argument: { name: "other", value: "" } })).completion.values).toEqual([]);
  });
});
