import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { KIND_FACTS, limitFacts } from "../../src/domain/system-facts.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const PAGES = ["*.md", "docs/**/*.md", "bench/*.md", "evaluation/*.md", "demo/*.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .toSorted();

/** What the links of a page lead to, addresses of the web and places on the page itself left out. */
const linksOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/\]\(<?([^\s()<>#]+)[^)]*\)/g)].flatMap(([, href = ""]) =>
    /^[a-z]+:/.test(href) ? [] : [href],
  );

describe("the documentation", () => {
  it("is all looked at", () => {
    for (const page of ["README.md", "AGENTS.md", "ARCHITECTURE.md", "docs/embedded-experts.md", "bench/README.md"])
      expect(PAGES).toContain(page);
    expect(linksOf("README.md")).toContain("docs/embedded-experts.md");
  });

  it.each(PAGES)("has no link that leads nowhere: %s", (page) => {
    const broken = linksOf(page).filter((href) => !existsSync(resolve(ROOT, dirname(page), decodeURIComponent(href))));
    expect(broken).toEqual([]);
  });

  it("tells kinds of files and limits as the planner does", () => {
    const faq = read("docs/faq.md");
    for (const [kind, { such }] of Object.entries(KIND_FACTS)) expect(faq).toContain(`| \`${kind}\` | ${such} |`);
    for (const [what, limit] of limitFacts()) expect(faq).toContain(`| ${what} | ${limit}`);
  });

  it("has every page that the sources name", () => {
    const named = globSync("src/**/*.ts", { cwd: ROOT }).flatMap((source) =>
      [...read(source).matchAll(/\bdocs\/[\w./-]+\.md\b/g)].map(([page]) => page),
    );
    expect(named).toContain("docs/configuration.md");
    expect([...new Set(named)].filter((page) => !existsSync(join(ROOT, page)))).toEqual([]);
  });

  it.each(["ARCHITECTURE.md", "AGENTS.md", "docs/selection.md", "docs/embedded-planner.md", "docs/catalogue.md"])(
    "names only files and folders that are there: %s",
    (page) => {
      const named = [
        ...read(page).matchAll(/`((?:src|durable-objects|r2-schemas|scripts|test|bench|demo)\/[\w./-]+)`/g),
      ];
      expect(named.length).toBeGreaterThan(0);
      expect(named.flatMap(([, path = ""]) => (existsSync(join(ROOT, path)) ? [] : [path]))).toEqual([]);
    },
  );

  it("names every script of package.json that it tells to run", () => {
    const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"));
    const told = PAGES.flatMap((page) =>
      [...read(page).matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = ""]) => name),
    );
    expect(told).toContain("ci");
    expect([...new Set(told)].filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});
