import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { prepare } from "../../../src/planning/embedded/read/index.ts";
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

const text = { type: "string" };
const tool = (name: string, description: string, inputSchema = object()) => ({ name, description, inputSchema });
/** More of them, by which nothing was chosen. */
const OTHERS = [
  tool("search_nodes", "Search for nodes in the knowledge graph based on a query", object({ query: text }, ["query"])),
  tool("get_current_time", "Get current time in a specific timezone", object({ timezone: text }, ["timezone"])),
  tool("echo", "Echoes back the input string", object({ message: text }, ["message"])),
  tool("get-env", "Returns all environment variables, helpful for debugging MCP server configuration"),
  tool(
    "trigger-long-running-operation",
    "Demonstrates a long running operation with progress updates",
    object({ duration: number, steps: number }),
  ),
  tool("list_allowed_directories", "Returns the list of directories that this server is allowed to access"),
  tool("list_tables", "List all tables in the database"),
  tool("printer_status", "Returns the status of the office printer"),
  tool("set_temperature", "Set the target temperature of the thermostat", object({ degrees: number }, ["degrees"])),
  tool("get_temperature", "Get the current temperature of the living room"),
  tool("list_open_orders", "List the open orders of the shop"),
  tool("get_sales_chart", "Returns the sales chart of this week"),
  tool("take_snapshot", "Take a snapshot with the front door camera"),
  tool("read_file", "Read the complete contents of a file as text", object({ path: text }, ["path"])),
  tool("create_issue", "Create an issue in the tracker", object({ title: text }, ["title"])),
];
const own = toolTypes({ name: "box", url: "https://box.example/mcp" }, [...TOOLS, ...OTHERS], () => false).map(
  ({ type }) => type,
);
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

  describe("that reaches files of its own", () => {
    const path = object({ path: text }, ["path"]);
    /** As the official server of a file system describes them. */
    const FILES = [
      tool("read_text_file", "Read the complete contents of a file from the file system as text.", path),
      tool("read_media_file", "Read an image or audio file. Returns the base64 encoded data and MIME type.", path),
      tool(
        "read_multiple_files",
        "Read the contents of multiple files simultaneously.",
        object({ paths: { type: "array", items: text } }, ["paths"]),
      ),
      tool(
        "write_file",
        "Create a new file with new content.",
        object({ path: text, content: text }, ["path", "content"]),
      ),
      tool(
        "directory_tree",
        "Get a recursive tree view of files and directories as a JSON structure.",
        object({ path: text, excludePatterns: { type: "array", items: text } }, ["path"]),
      ),
      tool("get_file_info", "Retrieve detailed metadata about a file or directory.", path),
      tool("fetch", "Fetches an address", object({ address: { type: "string", format: "uri" } }, ["address"])),
    ];
    const types = toolTypes({ name: "files", url: "https://files.example/mcp" }, FILES, () => false);
    const withFiles = createOntology(types.map(({ type }) => type));
    const planWith = async (said: string, files: readonly string[]) =>
      planned({ ...requestOf({ text: said, files }), ontology: withFiles });

    it.each([
      ["read the file and summarize it", ["notes.txt"]],
      ["Read notes.txt and summarize it", ["notes.txt"]],
      ["Read the contents of the file and translate it into German", ["notes.txt"]],
      ["read these files and summarize each", ["a.txt", "b.txt"]],
      ["read multiple files and summarize each", ["a.txt", "b.txt"]],
      ["Read me the media file", ["talk.mp3"]],
      ["Open the file and read it to me", ["notes.txt"]],
      ["give me information about the file", ["notes.txt"]],
      ["Read the text in this image", ["scan.png"]],
      ["write a summary of the file", ["notes.txt"]],
    ])("leaves to others what is asked of a file of the conversation: “%s”", async (said, files) => {
      const without = await planned(requestOf({ text: said, files }));
      expect(outcomeOf(await planWith(said, files))).toEqual(outcomeOf(without));
    });

    it.each<[string, readonly string[], string, object]>([
      ["use read_text_file on notes.txt", ["notes.txt"], "read-text-file", { path: "notes.txt" }],
      ["read_text_file with path /srv/data/a.txt", [], "read-text-file", { path: "/srv/data/a.txt" }],
      [
        "use read_multiple_files on /srv/a.txt and b.txt",
        [],
        "read-multiple-files",
        { paths: ["/srv/a.txt", "b.txt"] },
      ],
      ["show the directory tree of /srv/data", [], "directory-tree", { path: "/srv/data" }],
      ["use files fetch on https://example.com/a.html", [], "fetch", { address: "https://example.com/a.html" }],
    ])("is told where its own are: “%s”", async (said, files, name, values) => {
      const args = Object.entries(values).map(([port, value]) => [port, { from: "literal", value }]);
      const plan = { tasks: [{ type: `mcp-files-${name}`, args: Object.fromEntries(args) }] };
      expect(await planWith(said, files)).toMatchObject({ as: "plan", plan });
    });

    it("is asked for the place that nobody says", async () => {
      expect(await planWith("use read_text_file", [])).toMatchObject({
        ...{ as: "ask", text: expect.stringContaining("“path”") },
      });
    });
  });

  it("keeps its name, whole, where who does it is restricted to it", () => {
    const text = `${"İ".repeat(9)} not with budget-sum, with get-sum`;
    const restricted = "not with budget-sum, with get-sum";
    const rest = text.replace(restricted, " ".repeat(restricted.length));
    const { request } = prepare({ ...requestOf({ text }), ontology }, () => ({
      ...{ constraints: {}, budget: {}, rest, unread: [] },
    }));
    expect(request.text.trim().split(/ +/)).toEqual(["İ".repeat(9), "get-sum"]);
    expect(request.text).toHaveLength(text.length);
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

  /** What each means: the name of a tool, or null for none. */
  const SENTENCES: readonly (readonly [text: string, tool: string | null, file?: string])[] = [
    ["show me the environment variables", "get-env"],
    ["list the tables of the database", "list-tables"],
    ["what is the status of the printer", "printer-status"],
    ["read the knowledge graph", "read-graph"],
    ["add 12 and 30", "get-sum"],
    ["give me the sum of 12 and 30", "get-sum"],
    ["set the temperature to 21 degrees", "set-temperature"],
    ["what is the temperature in the living room?", "get-temperature"],
    ["which directories may you access?", "list-allowed-directories"],
    ["show the open orders", "list-open-orders"],
    ["get the logo image", "get-tiny-image"],
    ["show me the sales chart of this week", "get-sales-chart"],
    ["start the long operation for 3 seconds with 5 steps", "trigger-long-running-operation"],
    ["turn the lamp blue", "set-lamp"],
    ["take a picture with the camera", "take-snapshot"],
    ["use read_file on notes.txt", "read-file", "notes.txt"],
    ["Summarize notes.txt and turn the lamp blue", "set-lamp", "notes.txt"],
    ["Draw a bar chart of revenue by month", null],
    ["Show me a chart of sales.csv", null, "sales.csv"],
    ["Which region sold most?", null],
    ["What is the total of the open orders in orders.csv?", null, "orders.csv"],
    ["List the columns of the table", null],
    ["Make a picture of a lamp", null],
    ["Turn the image blue", null, "photo.jpg"],
    ["What temperature was measured most often in weather.csv?", null, "weather.csv"],
    ["Plot the temperature over time", null],
    ["Describe the image", null],
    ["Read the table in the picture", null],
    ["Show me the biggest orders", null, "orders.csv"],
    ["Draw a logo for a bakery", null],
    ["How many people are in the picture?", null],
    ["Show the sum per region", null, "sales.csv"],
    ["Read the file notes.txt aloud", null, "notes.txt"],
    ["Create a summary of the issue in notes.txt", null, "notes.txt"],
    ["Read the numbers of the graph in chart.png", null, "chart.png"],
  ];

  it("is heard in most sentences that mean it, and in few that do not", async () => {
    const wrong: string[] = [];
    for (const [said, name, file] of SENTENCES) {
      const made = JSON.stringify(outcomeOf(await planOf(said, file === undefined ? [] : [file])));
      const called = /mcp-box-([a-z-]+)/.exec(made)?.[1] ?? null;
      if (called !== name) wrong.push(`${said}: ${called}`);
    }
    expect(wrong).toEqual([
      "add 12 and 30: null",
      "List the columns of the table: list-tables",
      "Plot the temperature over time: get-temperature",
      "Create a summary of the issue in notes.txt: create-issue",
    ]);
  });
});
