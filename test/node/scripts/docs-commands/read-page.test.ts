import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { commandsIn, toScript } from "../../../../scripts/docs-commands/read-page.ts";

const PAGE = `# A page

\`\`\`sh
A=$(echo 1)
\`\`\`

\`\`\`json
{}
\`\`\`

<!-- not run: it needs a key -->
\`\`\`sh
false
\`\`\`

\`\`\`sh
echo "$A"
\`\`\`
`;

const run = (page: string): { readonly status: number | null; readonly stdout: string } =>
  spawnSync(
    "bash",
    [
      "-c",
      toScript(
        "page.md",
        commandsIn(page).filter(({ whyNot }) => whyNot === null),
      ),
    ],
    {
      encoding: "utf8",
    },
  );

describe("the commands of a page", () => {
  it("are its blocks of shell, with their lines, and the reason why one is not run", () => {
    expect(commandsIn(PAGE)).toEqual([
      { line: 4, text: "A=$(echo 1)", whyNot: null },
      { line: 13, text: "false", whyNot: "it needs a key" },
      { line: 17, text: 'echo "$A"', whyNot: null },
    ]);
  });

  it("run in one shell, so that what one sets serves the next", () => {
    const { status, stdout } = run(PAGE);
    expect(status).toBe(0);
    expect(stdout).toBe("\n▶ page.md:4\n\n▶ page.md:17\n1\n");
  });

  it.each(["false\necho after", "false | cat\necho after", "B=$(false)\necho after", 'echo "$unset"\necho after'])(
    "end with the first that fails: %j",
    (commands) => {
      const { status, stdout } = run(`\`\`\`sh\n${commands}\n\`\`\``);
      expect(status).not.toBe(0);
      expect(stdout).toBe("\n▶ page.md:2\n");
    },
  );

  it("are refused where a block has no end", () => {
    expect(() => commandsIn("```sh\necho")).toThrow("line 1");
  });
});
