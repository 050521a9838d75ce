/** `npm run train:constraints -- FOLDER`: fits the tagger of the reader of constraints, measures it on unseen requests, stores it. */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loadKernelModule } from "#planner-files";
import { readArguments } from "../evaluation/arguments.ts";
import { readTagger } from "../src/planning/embedded/constraints/tagger.ts";
import { loadNetwork } from "../src/planning/embedded/rank/stored.ts";
import { learnWith, SCRIPTS } from "./learn.ts";
import { readRequests } from "./read-requests.ts";
import { exportLines, readRestrictions } from "./restrictions.ts";
import { scoreConstraints } from "./score-constraints.ts";

const USAGE = `npm run train:constraints -- FOLDER

  FOLDER  where what is learnt from, and what is learnt, is kept`;

const TAGGER = "tagger.safetensors";
const stored = (path: string): string => fileURLToPath(new URL(`../src/planning/embedded/${path}`, import.meta.url));

const { positionals, values } = readArguments(process.argv.slice(2), { help: { type: "boolean", short: "h" } });
const [given, ...more] = positionals;
if (values.help || given === undefined || more.length > 0) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(values.help ? 0 : 2);
}
// npm runs scripts in the package's folder, and says here where it was called.
const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given);
await mkdir(folder, { recursive: true });
const restrictions = await readRestrictions();
const plain = (await readRequests()).flatMap(({ request, isComposed }) => (isComposed ? [] : [request.text]));
const lines = exportLines(restrictions, plain);
await writeFile(join(folder, "restrictions.jsonl"), lines.map((line) => `${line}\n`).join(""));
await learnWith(process.env.PYTHON ?? "python3", SCRIPTS.tagger, folder, stored("rank/network.safetensors"));
await copyFile(join(folder, TAGGER), stored(`constraints/${TAGGER}`));

const [file, { words }, module] = await Promise.all([
  readFile(join(folder, TAGGER)),
  loadNetwork(),
  loadKernelModule(),
]);
const scores = scoreConstraints(readTagger(Uint8Array.from(file), words, module), restrictions.held);
const text = `${JSON.stringify(scores, null, 2)}\n`;
await writeFile(stored("constraints/scores.json"), text);
process.stdout.write(text);
