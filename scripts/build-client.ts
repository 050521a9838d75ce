/**
 * `npm run build:client`: the typed client and the command line as JavaScript in `dist/`, with declarations, as Node
 * strips no types from what is installed. All that they need is in there: whoever installs them installs nothing else.
 */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { chmod, cp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { type BuildOptions, build } from "esbuild";
import { declareInferred } from "./build-client/declarations.ts";
import { runScript, ScriptError } from "./run-script.ts";
import { ROOT } from "./server.ts";

const OUT = join(ROOT, "dist");
const TYPES = join(OUT, "types");
/** The same as CommonJS, with the declarations once more: a compiler reads from the package above them which of the two they are. */
const COMMON_JS = join(OUT, "cjs");
/** What Node 20 runs, and browsers of its year. */
const TARGET = "es2023";
const TYPES_LIMIT_MS = 120_000;

const COMMON: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  metafile: true,
  format: "esm",
  target: TARGET,
  legalComments: "inline",
  logLevel: "silent",
};

/** `require` for what is bundled as CommonJS: esbuild's own stand-in throws on Node's modules. */
const COMMAND_LINE_BANNER = `#!/usr/bin/env node
import { createRequire } from "node:module";
const require = createRequire(import.meta.url);`;

/** The client, in both formats of modules, and the command line. @returns what went into them, by path */
async function bundle(): Promise<readonly string[]> {
  const commandLine = join(OUT, "command-line.js");
  // Neutral: an import of Node's that slips in fails the build.
  const client: BuildOptions = {
    ...COMMON,
    ...{ platform: "neutral", mainFields: ["module", "main"], entryPoints: ["src/client/client.ts"] },
  };
  const built = await Promise.all([
    build({ ...client, outfile: join(OUT, "client.js") }),
    build({ ...client, format: "cjs", outfile: join(COMMON_JS, "client.js") }),
    build({
      ...{ ...COMMON, platform: "node", banner: { js: COMMAND_LINE_BANNER } },
      ...{ entryPoints: ["src/client/command-line/main.ts"], outfile: commandLine },
    }),
  ]);
  await chmod(commandLine, 0o755);
  return built.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
}

/** What is bundled is here under licences that want their text to go along. */
async function giveCredit(inputs: readonly string[]): Promise<void> {
  const packages = new Set(
    inputs.flatMap((input) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []),
  );
  const texts = [...packages].toSorted().map(async (name) => {
    const [file] = globSync(["LICENSE*", "license*"], { cwd: join(ROOT, "node_modules", name) });
    if (file === undefined) throw new ScriptError(`${name} has no licence to go along with it`);
    return `${name}\n\n${(await readFile(join(ROOT, "node_modules", name, file), "utf8")).trim()}\n`;
  });
  await writeFile(join(OUT, "THIRD-PARTY-LICENCES.txt"), (await Promise.all(texts)).join("\n---\n\n"));
}

async function declare(signal: AbortSignal): Promise<void> {
  const tsc = [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.client.json"];
  try {
    await promisify(execFile)(process.execPath, tsc, { cwd: ROOT, timeout: TYPES_LIMIT_MS, signal });
  } catch (cause) {
    const said = cause instanceof Error && "stdout" in cause ? cause.stdout : cause;
    throw new ScriptError(`The declarations could not be made: ${said}`, { cause });
  }
  await keepReached(join(TYPES, "client/client.d.ts"));
  await cp(TYPES, join(COMMON_JS, "types"), { recursive: true });
  await writeFile(join(COMMON_JS, "package.json"), '{ "type": "commonjs" }\n');
}

/**
 * Leaves the declarations that an entry reaches. Modules of schemas are written out, as whoever installs this has no
 * zod; and as their sources import each other as `.ts`, which only they are, imports name what a compiler finds.
 */
async function keepReached(entry: string): Promise<void> {
  const reached = new Set([entry]);
  for (const path of reached) {
    const module = relative(TYPES, path).replace(/\.d\.ts$/, "");
    const text = module.startsWith("http/")
      ? await declareInferred(join(ROOT, "src", `${module}.ts`))
      : await readFile(path, "utf8");
    await writeFile(path, text.replaceAll(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
    for (const [, to = ""] of text.matchAll(/from "(\.[^"]*)\.ts"/g)) reached.add(join(dirname(path), `${to}.d.ts`));
  }
  for (const file of globSync("**/*.d.ts", { cwd: TYPES })) {
    if (!reached.has(join(TYPES, file))) await rm(join(TYPES, file));
  }
}

await runScript(async (signal) => {
  await rm(OUT, { recursive: true, force: true });
  await giveCredit(await bundle());
  await declare(signal);
  return 0;
});
