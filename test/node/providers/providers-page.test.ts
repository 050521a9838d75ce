import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { OPENAI_ABILITIES } from "../../../src/config/openai-endpoints.ts";
import { type Doing, whoDoesWhat } from "./who-does-what.ts";

const page = readFileSync(fileURLToPath(new URL("../../../docs/providers.md", import.meta.url)), "utf8");
const rows = await whoDoesWhat();

const FROM_CATALOGUE: ReadonlySet<string> = new Set(["huggingface", "workers-ai"]);
const cell = (doing: Doing, isKnown: boolean): string => {
  if (doing === null) return "no";
  return isKnown ? doing : `${doing}, no model yet`;
};

/** The table of the page as it has to be. */
const table = rows.map(({ taskType, by, known }) =>
  [
    `\`${taskType}\``,
    ...Object.entries(by).map(([provider, doing]) => cell(doing, !FROM_CATALOGUE.has(provider) || known.has(provider))),
  ].join(" | "),
);

describe("docs/providers.md", () => {
  it("says of every task type who does it, as the providers' own tables have it", () => {
    const written = page.split("\n").flatMap((line) => /^\| (`[a-z0-9-]+`(?: \| [^|]*){4}) \|$/.exec(line)?.[1] ?? []);
    expect(written).toEqual(table);
  });

  it("names every ability of an OpenAI-compatible server", () => {
    for (const ability of OPENAI_ABILITIES) expect(page).toContain(`\`${ability}\``);
  });
});

describe("the catalogue that comes with the code", () => {
  it("offers nothing at Hugging Face or Workers AI that the provider has no way to do", () => {
    const wrong = rows.flatMap(({ taskType, by, known }) =>
      (["huggingface", "workers-ai"] as const)
        .filter((name) => known.has(name) && by[name] === null)
        .map((name) => `${name}: ${taskType}`),
    );
    expect(wrong).toEqual([]);
  });
});
