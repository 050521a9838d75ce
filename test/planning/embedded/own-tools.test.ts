import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { toolTypes } from "../../../src/providers/mcp/tool-type.ts";
import { outcomeOf, planned, requestOf } from "./case.ts";

const object = (properties: object = {}, required: readonly string[] = []) =>
  JSON.parse(JSON.stringify({ type: "object", properties, required }));
const number = { type: "number" };

/** As servers of npm describe them. */
const TOOLS = [
  {
    name: "get-sum",
    description: "Returns the sum of two numbers",
    inputSchema: object({ a: number, b: number }, ["a", "b"]),
  },
  { name: "read_graph", description: "Read the entire knowledge graph", inputSchema: object() },
  { name: "get-tiny-image", description: "Returns a tiny MCP logo image.", inputSchema: object() },
  {
    name: "get-structured-content",
    description: "Returns structured content along with an output schema for client data validation",
    inputSchema: object({ location: { type: "string", enum: ["New York", "Chicago"] } }, ["location"]),
  },
  {
    name: "set_lamp",
    description: "Switch the lamp to a colour",
    inputSchema: object({ colour: { enum: ["warm white", "blue"] }, dimmed: { type: "boolean" } }, ["colour"]),
  },
];
const own = toolTypes({ name: "box", url: "https://box.example/mcp" }, TOOLS, () => false).map(({ type }) => type);
const ontology = createOntology(own);

const planOf = async (text: string, files: readonly string[] = []) =>
  planned({ ...requestOf({ text, files }), ontology });

describe("a tool of an MCP server", () => {
  it.each([
    ["add 5 and 7 with get-sum", "get-sum", { a: 5, b: 7 }],
    ["Please use get_sum on 5 and 7", "get-sum", { a: 5, b: 7 }],
    ["what is the sum of the two numbers 3 and 4.5", "get-sum", { a: 3, b: 4.5 }],
    ["show me the graph", "read-graph", {}],
    ["show me the tiny image", "get-tiny-image", {}],
    ["get the structured content for New York", "get-structured-content", { location: "New York" }],
    ["switch the lamp to warm white, dimmed", "set-lamp", { colour: "warm white", dimmed: true }],
  ])("is called by “%s”", async (text, tool, values) => {
    const args = Object.fromEntries(Object.entries(values).map(([port, value]) => [port, { from: "literal", value }]));
    expect(await planOf(text)).toMatchObject({ as: "plan", plan: { tasks: [{ type: `mcp-box-${tool}`, args }] } });
  });

  it("asks for a value that the words do not say", async () => {
    expect(await planOf("use get-sum")).toMatchObject({ as: "ask", text: expect.stringContaining("“a”") });
  });

  it.each([
    ["What is the sum of the amounts in sales.csv?", ["sales.csv"]],
    ["Draw a graph of sales.csv", ["sales.csv"]],
    ["Draw a graph", []],
    ["Blur the image photo.jpg", ["photo.jpg"]],
  ])("is not meant by “%s”", async (text, files) => {
    expect(JSON.stringify(outcomeOf(await planOf(text, files)))).not.toContain("mcp-box");
  });
});
