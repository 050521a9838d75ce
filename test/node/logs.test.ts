import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What is logged besides faults; what each says is ours, whoever sends what. */
const ALSO_LOGGED: readonly string[] = [
  // A line of `linesOf`, out of ids, names, codes and numbers.
  "console.log(JSON.stringify(line))",
  // The face of a failure, which says nothing of what the server said.
  `console.warn(\`The tools of the MCP server \${row.server.name} cannot be listed: \${row.fault}\`)`,
  // What a crawl of the Hub came to: counts, and a reason in words of ours.
  'console.warn("The catalogue could not be brought up to date", outcome)',
  'console.log("The catalogue is being brought up to date", outcome)',
];

/** A fixed text, which may name a request, a run or a server, and the fault without its message. */
const FAULT = /^console\.(?:warn|error)\((?:"[^"]*"|`(?:[^`$]|\$\{[\w.("]+\)?\})*`), ?describeFault\(\w+\),?\)/;

const calls = ["src", "durable-objects"].flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => {
      const text = readFileSync(`${ROOT}${folder}/${path}`, "utf8").replaceAll(/\s*\n\s*/g, "");
      return [...text.matchAll(/console\.\w+\(/g)].map(({ index }) => ({ path, call: text.slice(index) }));
    }),
);

describe("what the Worker logs", () => {
  it("is read from the real tree", () => {
    expect(calls.length).toBeGreaterThan(10);
  });

  it("quotes nothing that was thrown: every fault is described without its message", () => {
    const others = calls.filter(({ call }) => !FAULT.test(call) && !ALSO_LOGGED.some((one) => call.startsWith(one)));
    expect(others.map(({ path, call }) => `${path}: ${call.slice(0, 120)}`)).toEqual([]);
  });
});
