import { describe, expect, it } from "vitest";
import { readOptions } from "../../../../scripts/start-models/options.ts";

const ALL = ["chat", "transcription", "speech", "ocr", "embeddings"];
const USUAL = { port: 8787, kinds: ALL, chat: "smollm", serversOnly: false, record: null };

describe("the options of `npm run start:models`", () => {
  it.each([
    ["none", [], {}],
    ["some kinds, in whatever order", ["--only", "speech, chat"], { kinds: ["chat", "speech"] }],
    ["another chat model", ["--chat", "gemma"], { chat: "gemma" }],
    ["servers alone, at any free port", ["--servers-only"], { serversOnly: true, port: 0 }],
    ["servers alone, at one port", ["--servers-only", "--port", "9000"], { serversOnly: true, port: 9000 }],
    ["a folder for what is said", ["--record", "kept"], { record: "kept" }],
  ])("are read: %s", (_, args, read) => {
    expect(readOptions(args)).toEqual({ ...USUAL, ...read });
  });

  it.each([
    [["--only", "chat,smell"], /"smell" is none of chat, transcription/],
    [["--chat", "mistral"], /"mistral" is none of smollm, gemma, qwen, qwen-small/],
    [["--port", "many"], /"many" is no port/],
    [["--loud"], /--loud/],
    [["chat"], /chat/],
  ])("are refused, with why: %j", (args, why) => {
    expect(readOptions(args)).toEqual({ fault: expect.stringMatching(why) });
  });

  it("ask for help", () => {
    expect(readOptions(["-h"])).toBe("help");
  });
});
