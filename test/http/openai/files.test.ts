import { describe, expect, it } from "vitest";
import { ALICE, BOB, expectStatus, ORIGIN, upload } from "../caller.ts";
import { ANSWER, assistant, chat, createChat, errorOf, PATH, posted, user } from "./chat.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const picture = { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } };
const text = (words: string) => ({ type: "text", text: words });

describe("the files of a chat", () => {
  it("are stored under names that a plan can tell apart, and adopted", async () => {
    const app = createChat();
    const sound = { type: "input_audio", input_audio: { data: "UklGRiQAAABXQVZF", format: "wav" } };
    const page = { type: "file", file: { filename: "a.txt", file_data: "data:text/plain;base64,SGVsbG8=" } };
    const messages = [user([text("Look"), picture, picture, sound, page])];
    await expectStatus(await app.as(ALICE)(PATH, chat({ messages })), 200);
    expect(posted(app)[0]?.attached).toMatchObject([
      { by: "adoption", resource: { name: "image-1.png", kind: "image" } },
      { by: "adoption", resource: { name: "image-2.png" } },
      { by: "adoption", resource: { name: "audio-1.wav" } },
      { by: "adoption", resource: { name: "a.txt", kind: "text" } },
    ]);
  });

  it("are called the same with each request, and none like another", async () => {
    const app = createChat();
    const page = { type: "file", file: { filename: "document.txt", file_data: "SGVsbG8=" } };
    const said = [user([text("Look"), picture, page]), assistant("I see")];
    const now = [
      ...said,
      user([text("And this?"), picture, { ...page, file: { ...page.file, filename: "Document.txt" } }]),
    ];
    for (const messages of [[said[0]], now]) await expectStatus(await app.as(ALICE)(PATH, chat({ messages })), 200);
    const names = posted(app).map(({ attached, history = [] }) => [
      history.map(({ resources }) => resources.map(({ name }) => name)),
      attached.map((one) => one.by === "adoption" && one.resource.name),
    ]);
    expect(names).toEqual([
      [[], ["image-1.png", "document.txt"]],
      [
        [["image-1.png", "document-2.txt"], []],
        ["image-2.png", "Document.txt"],
      ],
    ]);
  });

  it("may be as many uploads as a message holds, of the same name", async () => {
    const app = createChat();
    const alice = app.as(ALICE);
    const ids: string[] = [];
    for (let count = 0; count < 12; count++) ids.push((await upload(alice, "Hello", `${count % 10}.txt`)).id);
    const parts = ids.map((file_id) => ({ type: "file", file: { file_id } }));
    await expectStatus(await alice(PATH, chat({ messages: [user([text("Compare"), ...parts])] })), 200);
    const names = posted(app)[0]?.attached.map((one) => one.by === "adoption" && one.resource.name);
    expect(new Set(names).size).toBe(12);
  });

  it("may be uploads and links to them, and addresses", async () => {
    const app = createChat();
    const alice = app.as(ALICE);
    const photo = await upload(alice, Uint8Array.fromBase64(PNG), "photo.png");
    const messages = [
      user([
        text(`Compare ${photo.url} with the others`),
        { type: "image_url", image_url: { url: photo.url } },
        { type: "file", file: { file_id: photo.id } },
        { type: "image_url", image_url: { url: "https://example.com/other.png" } },
      ]),
    ];
    await expectStatus(await alice(PATH, chat({ messages })), 200);
    expect(posted(app)).toMatchObject([
      {
        text: "Compare photo.png with the others",
        attached: [
          { by: "adoption", resource: { id: photo.id } },
          { by: "url", url: "https://example.com/other.png" },
        ],
      },
    ]);
  });

  it("are nobody else's", async () => {
    const app = createChat();
    const photo = await upload(app.as(ALICE), Uint8Array.fromBase64(PNG), "photo.png");
    const messages = [user([text("Look"), { type: "file", file: { file_id: photo.id } }])];
    expect(await errorOf(await app.as(BOB)(PATH, chat({ messages })), 404)).toMatchObject({
      param: "messages[0].content[1]",
    });
    expect(posted(app)).toEqual([]);
  });

  it("may not be fetched from inside", async () => {
    const app = createChat();
    const messages = [user([text("Look"), { type: "image_url", image_url: { url: "http://169.254.169.254/x" } }])];
    expect(await errorOf(await app.as(ALICE)(PATH, chat({ messages })), 400)).toMatchObject({ code: "unsafe-url" });
  });

  it("are 30 MiB of a body at the most", async () => {
    const app = createChat();
    const headers = { "content-type": "application/json", "content-length": String(31 * 1024 * 1024) };
    const response = await app.as(ALICE)(PATH, { method: "POST", body: "{}", headers });
    expect(await errorOf(response, 413)).toMatchObject({ code: "resource-too-large" });
  });
});

describe("what was said before", () => {
  it("begins a conversation of its own, with its files", async () => {
    const app = createChat();
    const alice = app.as(ALICE);
    const made = await upload(alice, Uint8Array.fromBase64(PNG), "edges.png");
    const messages = [
      { role: "system", content: "Be brief" },
      user([text("Draw its edges"), picture]),
      assistant(`Here: ![edges.png](${made.url})`),
      user("Now make it grey"),
    ];
    const response = await alice(PATH, chat({ messages }));
    await expectStatus(response, 200);
    expect(response.headers.get("x-impresario-ignored")).toBe("messages.system");
    const [message] = posted(app);
    expect(message?.text).toBe("Now make it grey");
    expect(message?.attached).toEqual([]);
    expect(message?.history).toMatchObject([
      { role: "user", text: "Draw its edges", resources: [{ name: "image-1.png" }] },
      { role: "assistant", text: `Here: ![edges.png](/v1/resources/${made.id})`, resources: [{ id: made.id }] },
    ]);
    expect(app.backstage.tenant(ALICE).adoptions.size).toBe(2);
  });

  it("is left out where it is gone, and the request goes on", async () => {
    const app = createChat();
    const lost = await app.backstage.wiring.ids.newResource(ALICE, null);
    const messages = [
      user([text("Look"), { type: "file", file: { file_id: lost } }, { ...picture, image_url: { url: "data:x" } }]),
      assistant(`At ${ORIGIN}/v1/resources/${lost}?t=1`),
      user("And now?"),
    ];
    await expectStatus(await app.as(ALICE)(PATH, chat({ messages })), 200);
    expect(posted(app)[0]?.history?.map(({ resources }) => resources)).toEqual([[], []]);
  });

  it("is not brought to a conversation that is named, which has its own", async () => {
    const app = createChat();
    const alice = app.as(ALICE);
    const first = await alice(PATH, chat({}));
    const conversation = first.headers.get("x-impresario-conversation") ?? "";
    const messages = [user([text("Hello"), picture]), assistant(ANSWER), user("And now?")];
    const second = await alice(PATH, chat({ messages, metadata: { conversation } }));
    await expectStatus(second, 200);
    expect(second.headers.get("x-impresario-conversation")).toBe(conversation);
    expect(app.backstage.conversations.size).toBe(1);
    expect(posted(app).map(({ text: words, history }) => [words, history])).toEqual([
      ["Hello", undefined],
      ["And now?", undefined],
    ]);
    expect(app.backstage.tenant(ALICE).uploads.size).toBe(0);
  });

  it("does not lead to another's conversation", async () => {
    const app = createChat();
    const first = await app.as(ALICE)(PATH, chat({}));
    const conversation = first.headers.get("x-impresario-conversation") ?? "";
    const error = await errorOf(await app.as(BOB)(PATH, chat({ conversation })), 404);
    expect(error).toMatchObject({ param: "conversation", code: "not-found" });
    await expectStatus(await app.as(BOB)(PATH, chat({ messages: [user("Hello"), assistant(ANSWER), user("x")] })), 200);
    expect(app.backstage.conversations.size).toBe(2);
  });
});
