import type { CallToolResult } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import type { Kind } from "../../../src/domain/kinds.ts";
import { outputsOf } from "../../../src/providers/mcp/call-tool.ts";
import { toolTypes } from "../../../src/providers/mcp/tool-type.ts";
import { PIXEL } from "../../fakes/mcp/toolbox.ts";

const giving = (...gives: Kind[]) => {
  const server = { name: "box", url: "https://box.example/mcp", tools: [{ name: "a", gives }] };
  const [made] = toolTypes(server, [{ name: "a", inputSchema: {} }], () => false);
  if (!made) throw new Error("The tool is no task type");
  return made.type;
};
const image = { type: "image", data: PIXEL, mimeType: "image/png" } as const;
const words = { type: "text", text: "words" } as const;

describe("what a tool gives", () => {
  it.each<[string, CallToolResult, Kind[], object]>([
    ["texts", { content: [words, words] }, ["text"], { text: { as: "text", text: "words\n\nwords" } }],
    [
      "a picture",
      { content: [words, image] },
      ["image", "text"],
      { image: { mediaType: "image/png" }, text: { text: "words" } },
    ],
    [
      "the first of two pictures",
      { content: [image, { ...image, mimeType: "image/gif" }] },
      ["image"],
      { image: { mediaType: "image/png" } },
    ],
    ["data", { content: [], structuredContent: { sum: 1 } }, ["data"], { data: { as: "data", data: { sum: 1 } } }],
    [
      "data as words where words are wanted",
      { content: [], structuredContent: { sum: 1 } },
      ["text"],
      { text: { text: '{"sum":1}' } },
    ],
    [
      "a file that is embedded",
      { content: [{ type: "resource", resource: { uri: "a:b", blob: PIXEL, mimeType: "application/pdf" } }] },
      ["document"],
      { document: { mediaType: "application/pdf" } },
    ],
    [
      "the text of one",
      { content: [{ type: "resource", resource: { uri: "a:b", text: "inside" } }] },
      ["text"],
      { text: { text: "inside" } },
    ],
    [
      "where to find what is only linked",
      { content: [{ type: "resource_link", uri: "https://a.example/b.png", name: "b" }] },
      ["text"],
      { text: { text: "https://a.example/b.png" } },
    ],
  ])("may be %s", (_, result, kinds, outputs) => {
    const made = outputsOf(result, giving(...kinds));
    expect(made.outputs).toMatchObject(outputs);
    expect(Object.keys(made.outputs)).toEqual(Object.keys(outputs));
    expect(made.notes).toEqual([]);
  });

  it("is said where its settings do not name it", () => {
    const { outputs, notes } = outputsOf({ content: [words, image] }, giving("text"));
    expect(Object.keys(outputs)).toEqual(["text"]);
    expect(notes).toEqual(["The tool gave image as well, which its `gives` in CONFIG.mcpServers does not name."]);
  });

  it.each([
    ["no base64", { ...image, data: "%%%" }],
    ["no media type", { ...image, mimeType: "image/png\r\nx: y" }],
  ])("is no file with %s", (_, block) => {
    expect(outputsOf({ content: [block] }, giving("image")).outputs).toEqual({});
  });
});
