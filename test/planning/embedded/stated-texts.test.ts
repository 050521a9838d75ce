import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { toolTypes } from "../../../src/providers/mcp/tool-type.ts";
import { planned, requestOf } from "./case.ts";

const text = { type: "string" };
const tool = (name: string, description: string, properties: object, required: readonly string[]) => ({
  ...{ name, description },
  inputSchema: JSON.parse(JSON.stringify({ type: "object", properties, required })),
});

/** As servers of file systems, trackers and mail describe them. */
const TOOLS = [
  tool(
    "search_files",
    "Recursively search for files and directories matching a pattern.",
    { path: text, pattern: text, excludePatterns: { type: "array", items: text, default: [] } },
    ["path", "pattern"],
  ),
  tool("write_file", "Create a new file with new content.", { path: text, content: text }, ["path", "content"]),
  tool("move_file", "Move or rename files and directories.", { source: text, destination: text }, [
    "source",
    "destination",
  ]),
  tool("read_text_file", "Read the complete contents of a file from the file system as text.", { path: text }, [
    "path",
  ]),
  tool("grep_code", "Search the code of a folder", { regex: text, folder: text }, ["regex", "folder"]),
  tool("create_issue", "Create a new issue in a repository", { repo: text, title: text, body: text }, [
    "repo",
    "title",
  ]),
  tool("send_mail", "Send an e-mail", { to: text, subject: text, body: text }, ["to", "subject", "body"]),
];
const types = toolTypes({ name: "box", url: "https://box.example/mcp" }, TOOLS, () => false).map(({ type }) => type);
const ontology = createOntology(types);
const planOf = (said: string) => planned({ ...requestOf({ text: said }), ontology });

describe("the texts that a request states for a tool", () => {
  it.each([
    ['search files for "*.md" in "/srv"', "search-files", { path: "/srv", pattern: "*.md" }],
    ['search_files in "/srv" for "*.md"', "search-files", { path: "/srv", pattern: "*.md" }],
    ["search files for *.md in /srv", "search-files", { path: "/srv", pattern: "*.md" }],
    ['use search_files with pattern "docs" and path "app"', "search-files", { path: "app", pattern: "docs" }],
    ['write_file "hello world" to "/srv/a.txt"', "write-file", { path: "/srv/a.txt", content: "hello world" }],
    [
      'use write_file with content "see /etc/hosts for more" and path "/srv/b.txt"',
      "write-file",
      { path: "/srv/b.txt", content: "see /etc/hosts for more" },
    ],
    ['move_file "/srv/a.txt" to "/srv/b.txt"', "move-file", { source: "/srv/a.txt", destination: "/srv/b.txt" }],
    ['use read_text_file on "notes.md"', "read-text-file", { path: "notes.md" }],
    ['use read_text_file on "/srv/my notes"', "read-text-file", { path: "/srv/my notes" }],
    ['use grep_code for "TODO|FIXME" in "/srv/app"', "grep-code", { regex: "TODO|FIXME", folder: "/srv/app" }],
    ['grep_code "foo/bar" in folder "src"', "grep-code", { regex: "foo/bar", folder: "src" }],
    [
      'use create_issue with title "Login fails" and body "It says 500" in repo "acme/web"',
      "create-issue",
      { repo: "acme/web", title: "Login fails", body: "It says 500" },
    ],
    [
      'send_mail to "bob@example.com" with subject "Hello" and body "How are you?"',
      "send-mail",
      { to: "bob@example.com", subject: "Hello", body: "How are you?" },
    ],
  ])("go each to the argument that is named or that it looks like: %s", async (said, name, values) => {
    const args = Object.fromEntries(
      Object.entries(values).map(([port, value]) => [port, { from: "literal", value }] as const),
    );
    expect(await planOf(said)).toEqual(
      expect.objectContaining({
        as: "plan",
        plan: { tasks: [expect.objectContaining({ type: `mcp-box-${name}`, args })] },
      }),
    );
  });

  it("leave the rest to what was made before", async () => {
    const said = 'Summarize "Bees make honey. They make it from nectar." and write_file it to "/srv/a.txt"';
    expect(await planOf(said)).toMatchObject({
      plan: {
        tasks: [
          { type: "summarization" },
          {
            type: "mcp-box-write-file",
            args: { path: { from: "literal", value: "/srv/a.txt" }, content: { from: "task", task: 0 } },
          },
        ],
      },
    });
  });

  it("are read where they stand, in a later sentence too", async () => {
    const said = "Read “Good morning” aloud. Then use read_text_file on notes/a.md";
    expect(await planOf(said)).toMatchObject({
      plan: { tasks: [{}, { type: "mcp-box-read-text-file", args: { path: { value: "notes/a.md" } } }] },
    });
  });

  it("are asked for where there are too few, and never made of the words around them", async () => {
    expect(await planOf('use send_mail to "bob@example.com" with subject "Hello"')).toMatchObject({ as: "ask" });
    expect(await planOf('write_file "hello world"')).toMatchObject({ as: "ask" });
  });
});
