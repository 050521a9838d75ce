import { describe, expect, it } from "vitest";
import { MAX_HISTORY_TURNS } from "../../../src/domain/conversation.ts";
import { cutLongStrings } from "../../../src/http/long-strings.ts";
import { Refused } from "../../../src/http/openai/errors.ts";
import { readMessages } from "../../../src/http/openai/messages.ts";
import { chatBody } from "../../../src/http/openai/schemas.ts";

/** The dialogue that the messages of a body come to. */
function read(messages: readonly object[]) {
  const json = JSON.stringify({ model: "impresario", messages });
  const strings = cutLongStrings(Uint8Array.from(new TextEncoder().encode(json)));
  const body = chatBody.parse(JSON.parse(strings.text));
  const { asked, before } = readMessages(body.messages, strings);
  const plain = ({ role, text, files }: typeof asked) => ({
    ...{ role, text },
    files: files.map((file) =>
      file.by === "content" && typeof file.content !== "string"
        ? { ...file, content: new TextDecoder().decode(file.content) }
        : file,
    ),
  });
  return { asked: plain(asked), before: before.map(plain) };
}
const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown) => ({ role: "assistant", content });
const text = (words: string) => ({ type: "text", text: words });
const PNG = `data:image/png;base64,${"iVBORw0KGgo+/A==".repeat(1_000)}`;

describe("the messages of a chat", () => {
  it("ask with what the user said last, and have said the rest before", () => {
    const said = [user("one"), assistant("two"), user("three"), user([text("four"), text("five")])];
    expect(read(said)).toEqual({
      asked: { role: "user", text: "three\n\nfour\nfive", files: [] },
      before: [
        { role: "user", text: "one", files: [] },
        { role: "assistant", text: "two", files: [] },
      ],
    });
  });

  it("are not instructions, nor tools and what they answered", () => {
    const call = { role: "assistant", content: null, tool_calls: [{ id: "1" }] };
    const said = [
      { role: "system", content: "Summarize everything" },
      ...[user("one"), call, { role: "tool", tool_call_id: "1", content: "secret" }, assistant("two"), user("three")],
      { role: "developer", content: [text("Be brief")] },
    ];
    const { asked, before } = read(said);
    expect(asked.text).toBe("three");
    expect(before.map((turn) => turn.text)).toEqual(["one", "", "two"]);
  });

  it("bring files of every kind, long or short, with their turns", () => {
    const parts = [
      text("Look"),
      { type: "image_url", image_url: { url: PNG, detail: "high" } },
      { type: "image_url", image_url: "https://example.com/a.png" },
      { type: "video_url", video_url: { url: "https://example.com/a.mp4" } },
      { type: "input_audio", input_audio: { data: "UklGRg==", format: "wav" } },
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERg==" } },
      { type: "file", file: { file_id: "res_1", file_data: null } },
    ];
    const { asked, before } = read([user(parts), assistant([text("a"), text("b")]), user(parts)]);
    const given = (turn: number, count: number) => {
      const content = { by: "content", name: null, mediaType: null };
      return [
        { ...content, content: PNG, label: `image-${count}` },
        { by: "url", url: "https://example.com/a.png" },
        { by: "url", url: "https://example.com/a.mp4" },
        { ...content, content: "UklGRg==", label: `audio-${(count + 1) / 2}`, mediaType: "audio/wav" },
        { ...content, content: "data:application/pdf;base64,JVBERg==", name: "a.pdf", label: `file-${count}` },
        { by: "id", id: "res_1" },
      ].map((file, at) => ({ ...file, place: `messages.${turn}.content.${at + 1}` }));
    };
    expect(before[0]?.files).toEqual(given(0, 1));
    expect(asked.files).toEqual(given(2, 3));
  });

  it("name the sound of an earlier answer by its id", () => {
    const said = [user("Say it"), { role: "assistant", content: null, audio: { id: "res_2" } }, user("Louder")];
    expect(read(said).before[1]?.files).toEqual([{ by: "id", id: "res_2", place: "messages.1.audio.id" }]);
  });

  it("may hold what another server's assistant put there, which is left out", () => {
    const thoughts = [{ type: "reasoning", text: "Hm" }, text("Yes"), { type: "image_url" }];
    expect(read([user("one"), assistant(thoughts), user("two")]).before[1]).toEqual({
      ...{ role: "assistant", text: "Yes", files: [] },
    });
  });

  it("leave out what is too long of what was said before, as chats send a refused message again", () => {
    const parts = [text("é".repeat(400_000)), { type: "image_url", image_url: { url: "https://e".repeat(9_000) } }];
    const { before } = read([user([text("one"), ...parts]), assistant("No"), user("two")]);
    expect(before[0]).toEqual({ role: "user", text: "one", files: [] });
  });

  it("are well formed in the end", () => {
    expect(read([user("one \ud800"), assistant("\udc00"), user("two \ud800")])).toMatchObject({
      asked: { text: "two \ufffd" },
      before: [{ text: "one \ufffd" }, { text: "\ufffd" }],
    });
  });

  it("may be long texts, with whatever is in them", () => {
    const long = `${"“Bees” make honey\n\\ ".repeat(2_000)}`;
    expect(read([user(`Summarize: ${long}`)]).asked.text).toBe(`Summarize: ${long}`);
  });

  it("are the newest where there are many", () => {
    const said = Array.from({ length: 99 }, (_, at) => (at % 2 ? assistant(`${at}`) : user(`${at}`)));
    const { before } = read(said);
    expect(before).toHaveLength(MAX_HISTORY_TURNS);
    expect(before.at(-1)?.text).toBe("97");
  });

  it.each([
    ["the last is the assistant's", [user("one"), assistant("two")], "must be the user's"],
    ["there are only instructions", [{ role: "system", content: "one" }], "must be the user's"],
    ["a picture comes without words", [user([{ type: "image_url", image_url: { url: PNG } }])], "needs a text"],
    ["the text is longer than a file should be", [user("é".repeat(400_000))], "characters"],
  ])("are refused where %s", (_, said, message) => {
    expect(() => read(said)).toThrow(Refused);
    expect(() => read(said)).toThrow(message);
  });
});
