import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = "docs/integrations";
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

type Versions = Readonly<Record<string, string>>;
interface Package {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
}
const packageAt = (path: string): Package => JSON.parse(read(path));
const here = packageAt("package.json").devDependencies ?? {};
const apart = packageAt("test/clients/package.json").dependencies ?? {};

/** The versions of a package that are installed; `npm:@scope/name@1.2.3` is that of another name. */
const installed = (name: string): readonly string[] =>
  [here[name], apart[name]].flatMap((stated) => (stated === undefined ? [] : [stated.replace(/^npm:.*@/, "")]));

/** What a row names, in the order of its columns. */
interface Row {
  readonly client: string;
  readonly packages: readonly string[];
  readonly versions: readonly string[];
  readonly tests: readonly string[];
}

const ROWS: readonly Row[] = read(`${FOLDER}/clients.md`)
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [client = "", version = "", , tests = ""] = line.slice(2, -2).split(" | ");
    return {
      client,
      packages: [...client.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
      versions: version.split(", "),
      tests: [...tests.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, path = ""]) => path),
    };
  });

/** The source of a test, with the files beside it that it imports. */
function sourceOf(path: string): string {
  const source = read(path);
  const beside = [...source.matchAll(/from "\.\/([\w-]+\.ts)"/g)].map(([, name = ""]) => join(dirname(path), name));
  return [source, ...beside.map(read)].join("\n");
}

describe("the table of clients", () => {
  it.each(ROWS)("has for $client versions that its tests install", ({ packages, versions, tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    const known = packages.flatMap(installed);
    for (const version of versions) expect(known).toContain(version);
    const sources = tests.map(sourceOf).join("\n");
    for (const name of packages) expect(sources).toContain(name);
  });

  it("has every version that is installed, and all that is installed for nothing but trying it", () => {
    const named = new Map<string, string[]>();
    for (const { packages, versions } of ROWS)
      for (const name of packages) named.set(name, [...(named.get(name) ?? []), ...versions]);
    for (const [name, versions] of named) expect(versions, name).toEqual(expect.arrayContaining([...installed(name)]));
    expect(Object.keys(apart).filter((name) => name !== "zod" && !named.has(name))).toEqual([]);
  });
});
