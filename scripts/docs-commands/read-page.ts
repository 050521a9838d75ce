/** A block of shell commands on a page of the documentation. */
export interface DocsCommand {
  /** Of the block's first command, counted from 1. */
  readonly line: number;
  readonly text: string;
  /** Why the block cannot be run by a test; null for one that is. */
  readonly whyNot: string | null;
}

const OPEN = /^```sh\s*$/;
const CLOSE = /^```\s*$/;
const NOT_RUN = /^<!-- not run: (.+) -->$/;

/**
 * Every block of a Markdown page that is marked `sh`. One that stands right below `<!-- not run: it needs a key -->`
 * carries that reason.
 */
export function commandsIn(page: string): readonly DocsCommand[] {
  const lines = page.split("\n");
  return lines.flatMap((line, index) => {
    if (!OPEN.test(line)) return [];
    const length = lines.slice(index + 1).findIndex((later) => CLOSE.test(later));
    if (length < 0) throw new Error(`The block in line ${index + 1} is not closed`);
    const text = lines.slice(index + 1, index + 1 + length).join("\n");
    return [{ line: index + 2, text, whyNot: NOT_RUN.exec(lines[index - 1] ?? "")?.[1] ?? null }];
  });
}

/**
 * One bash script of a page's commands. It ends with the first command that fails, a call whose answer is an error
 * included, and prints a line before each block that says where it stands: `▶ README.md:12`.
 */
export const toScript = (page: string, commands: readonly DocsCommand[]): string =>
  [
    "set -euo pipefail",
    'curl() { command curl --fail-with-body --show-error --max-time 120 "$@"; }',
    ...commands.flatMap(({ line, text }) => [`printf '\\n▶ %s\\n' '${page}:${line}'`, text]),
  ].join("\n");
