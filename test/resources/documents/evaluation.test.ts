import { describe, expect, it } from "vitest";
import { decodeText, isReadable, rowsOfDocumentFile, textOfDocumentFile } from "../../../src/resources/index.ts";
import { detectMediaType } from "../../../src/resources/media-type.ts";
import { EXPECTED, type Expected, fixture } from "./fixtures.ts";

/** Lines or rows that are as they must be, and words that are not there. */
async function score(name: string, { lines = [], rows = [], absent = [] }: Expected) {
  const file = await fixture(name);
  const mediaType = await detectMediaType(file, true, { name, declaredType: null });
  const text = isReadable(mediaType) ? await textOfDocumentFile(file, mediaType) : decodeText(file);
  const found = new Set(text.split(/\r?\n/));
  const foundRows = rows.length > 0 ? await rowsOfDocumentFile(file, mediaType) : [];
  const missing = [
    ...lines.filter((line) => !found.has(line)),
    ...rows
      .filter((row, index) => JSON.stringify(foundRows[index]) !== JSON.stringify(row))
      .map((row) => row.join("|")),
    ...absent.filter((words) => text.includes(words)).map((words) => `not: ${words}`),
  ];
  return { all: lines.length + rows.length + absent.length, missing, text };
}

/** Prints what docs/experts/vision.md quotes. */
describe("files that people have", () => {
  it.each(["development", "held-out"] as const)("%s files give their text and tables", async (part) => {
    let [all, right] = [0, 0];
    for (const [name, expected] of Object.entries(EXPECTED[part])) {
      const found = await score(name, expected);
      all += found.all;
      right += found.all - found.missing.length;
      console.log(`  ${name.padEnd(16)} ${found.all - found.missing.length} of ${found.all}`);
      if (part === "development" && found.missing.length > 0) console.log(found.missing, `\n${found.text}`);
    }
    console.log(`documents, ${part}: ${right} of ${all} (${Math.round((100 * right) / all)} %)`);
    expect(right / all).toBeGreaterThanOrEqual(0.95);
  });
});
