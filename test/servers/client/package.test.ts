import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goalText, startGoalModel } from "../../../scripts/goal-model.ts";
import { ROOT } from "../../../scripts/server.ts";
import { startTestServer, useServer } from "../use-server.ts";

/** The blocks of code of the page, in order, with what they are for. */
const BLOCKS = [
  ...(await readFile(join(ROOT, "docs/integrations/typescript.md"), "utf8")).matchAll(/^```(.+)\n([\s\S]*?)^```$/gm),
].map(([, language = "", code = ""]) => ({ language, code }));
const blocks = (language: string): readonly string[] =>
  BLOCKS.filter((block) => block.language === language).map(({ code }) => code);
const [install = "", ...commands] = blocks("sh");
const programs = blocks("ts");

let folder: string | undefined;
let project: string;
const server = useServer();

async function run(command: string, args: readonly string[], cwd: string, url = server.url()): Promise<string> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, IMPRESARIO_URL: url, NO_COLOR: "1", npm_config_offline: "true" };
  const { stdout } = await promisify(execFile)(command, args, { cwd, env, timeout: 120_000 });
  return stdout;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "impresario-package-"));
  project = join(folder, "my-project");
  await mkdir(project);
  await symlink(ROOT, join(folder, "impresario"));
  await writeFile(join(project, "package.json"), JSON.stringify({ name: "my-project", private: true, type: "module" }));
  for (const name of ["invoice.png", "photo.jpg"]) await copyFile(join(ROOT, "demo", name), join(project, name));
  await run("sh", ["-euc", install], folder);
}, 180_000);

afterAll(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

describe("the package", () => {
  it("brings nothing else along, and no sources", async () => {
    const { packages } = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8"));
    expect(Object.keys(packages)).toEqual(["", "node_modules/impresario"]);
    const client = await readFile(join(project, "node_modules/impresario/dist/client.js"), "utf8");
    expect(client).not.toMatch(/^import |require\(|\bprocess\.|\bBuffer\.|Promise\.withResolvers/m);
  });

  it.each([
    { name: "nodenext", module: "nodenext", moduleResolution: "nodenext" },
    { name: "bundler", module: "esnext", moduleResolution: "bundler" },
  ])("has types that hold at the compiler's strictest, and need no others of ours: $name", async (resolution) => {
    const { name, ...options } = resolution;
    for (const [index, code] of [...programs, ...blocks("ts worker"), ...blocks("ts browser")].entries()) {
      await writeFile(join(project, `example-${index}.ts`), code);
    }
    const compilerOptions = {
      ...options,
      ...{ target: "es2022", lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"], strict: true, noEmit: true },
      ...{ skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
    };
    const config = join(project, `tsconfig.${name}.json`);
    await writeFile(config, JSON.stringify({ compilerOptions, include: ["example-*.ts"] }));
    expect(await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", config], project)).toBe(
      "",
    );
  });
});

describe("a program in CommonJS", () => {
  it("requires the client, by either of its names", async () => {
    const program = `
      const { createClient } = require("impresario/client");
      const client = createClient({ baseUrl: process.env.IMPRESARIO_URL });
      client.health().then(({ status }) => console.log(status, require("impresario").createClient === createClient));`;
    await writeFile(join(project, "program.cjs"), program);
    expect(await run(process.execPath, ["program.cjs"], project)).toBe("ok true\n");
  });

  it("finds its types, also where a compiler reads no exports", async () => {
    const program = `
      import impresario = require("impresario/client");
      export const run: Promise<impresario.RunView> = impresario.createClient({ baseUrl: "" }).run("");`;
    await writeFile(join(project, "program.cts"), program);
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--lib", "es2024,dom", "--types", ""];
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    expect(await run(process.execPath, [tsc, ...options, "program.cts"], project)).toBe("");
    const installed = join(project, "node_modules/impresario");
    const { main, types, typesVersions } = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
    expect(typesVersions).toEqual({ "*": { client: [types] } });
    for (const file of [main, types]) expect(await readFile(join(installed, file), "utf8")).not.toBe("");
  });
});

describe("docs/integrations/typescript.md", () => {
  it("has code that is known here", () => {
    const known = new Set(["sh", "ts", "ts worker", "ts browser"]);
    expect(BLOCKS.filter(({ language }) => !known.has(language))).toEqual([]);
    expect(programs).toHaveLength(EXPECTED.length);
  });

  it("names the oldest Node that the package says it runs on", async () => {
    const { engines } = JSON.parse(await readFile(join(project, "node_modules/impresario/package.json"), "utf8"));
    const page = await readFile(join(ROOT, "docs/integrations/typescript.md"), "utf8");
    // `AbortSignal.any` came with it.
    expect(engines).toEqual({ node: ">=20.3" });
    expect(page).toContain("Node 20.3 or later");
  });

  /** What each program prints, in order. */
  const EXPECTED = [
    /^succeeded [\s\S]*Northwind Paper Supplies Ltd[\s\S]*\S+\.png http:\/\/127\.0\.0\.1:\d+\/v1\/resources\/res_/,
    /^task 0 runs on canny\n\*\*Canny control/,
    /^awaiting-approval \[ 'summarization' \]\nsucceeded\n$/,
    /^plan-unsound 422 .+\n0\/text: /,
    /^no-model A goal is pursued by a language model/,
    /^openai\/whisper-tiny apache-2\.0 \d+ false\n[\s\S]*LibriSpeech wer/,
    /^post to http:\/\/127\.0\.0\.1:\d+\/hooks\/hook_\S+, signed with \d+ characters that are shown this once\n$/,
    /^a key of \d+ characters, shown this once 4 null\n[0-9a-f]{8} website 20\S+Z\n[0-9a-f]{8} website 20/,
  ];

  it.each(EXPECTED.map((expected, index) => ({ expected, index })))(
    "has a program that runs in Node: $index",
    async ({ expected, index }) => {
      const file = join(project, `program-${index}.ts`);
      await writeFile(file, programs[index] ?? "");
      expect(await run(process.execPath, [file], project)).toMatch(expected);
    },
    60_000,
  );

  it("has one that pursues a goal where a model can be had: follows it, answers its question, and reads its report", async () => {
    const asked = JSON.stringify("Write a short guide to the harbour, and a quiz about it");
    const program = programs.find((code) => code.includes(asked)) ?? "";
    const goal = goalText("The harbour", [
      { name: "guide", inputs: [], delayMs: 1, isPlan: true },
      { name: "quiz", inputs: ["guide"], delayMs: 1 },
    ]);
    const file = join(project, "goal.ts");
    await writeFile(file, program.replace(asked, JSON.stringify(goal)));
    const model = await startGoalModel();
    const prices = [{ usd: 2, per: "million-output-tokens", asOf: "2026-11-27" }];
    const models = [{ model: "scripted-writer", does: "chat", contextTokens: 128_000, prices }];
    const priced = await startTestServer(join(folder ?? "", "priced"), {
      OPENAI_BASE_URL: model.openAiUrl,
      CONFIG: JSON.stringify({ openai: { models } }),
    });
    try {
      const said = await run(process.execPath, [file], project, priced.url);
      expect(said).toMatch(
        /^refine done\nIt is to be done in 2 steps: .+ Shall it begin\?\nstep done\nstep done\nsucceeded /,
      );
      expect(said).toContain("**quiz**\n\nThe harbour: quiz in 1 ms done");
      expect(said).toMatch(/^0\.0\d+ \[/m);
      expect(said).toContain("make-quiz: its value of 5 comes at an effort of 1");
    } finally {
      await priced.stop();
      await model.stop();
    }
  }, 120_000);

  it("has one that runs in a Worker", async () => {
    const [code = ""] = blocks("ts worker");
    const worker = await bundle(code, "worker.ts");
    const miniflare = new Miniflare({
      cf: false,
      workers: [
        {
          config: {
            name: "example",
            compatibilityDate: "2026-10-01",
            env: { IMPRESARIO_URL: { type: "text", value: server.url() } },
            manifest: { mainModule: "worker.js", modules: { "worker.js": { type: "esm", contents: worker } } },
          },
        },
      ],
    });
    try {
      const body = "How similar are 'two dogs' and 'a pair of dogs'?";
      const answer = await miniflare.dispatchFetch("http://worker.test/", { method: "POST", body });
      expect(await answer.text()).toContain("How it was done");
      expect(answer.status).toBe(200);
    } finally {
      await miniflare.dispose();
    }
  }, 60_000);

  it("has one that a bundler takes for a browser, with nothing of Node's", async () => {
    const [code = ""] = blocks("ts browser");
    const bundled = await bundle(code, "browser.ts");
    expect(bundled).toContain("transcribe");
    expect(bundled).not.toMatch(/node:|require\(/);
  });

  it("has commands that do what they say", async () => {
    const [shown = "", scripted = ""] = await commands.reduce<Promise<readonly string[]>>(
      async (before, script) => [...(await before), await run("sh", ["-euc", script], project)],
      Promise.resolve([]),
    );
    expect(shown).toContain("Northwind Paper Supplies Ltd");
    expect(shown).toContain("nothing has run");
    expect(shown).toMatch(/^succeeded +\d{4}-/m);
    expect(shown).toContain("openai/whisper-tiny");
    expect(shown).toMatch(/^ {2}secret +\S+$/m);
    expect(shown).toContain("You have no webhook.");
    expect(scripted).toContain("made/");
  }, 180_000);
});

async function bundle(code: string, name: string): Promise<string> {
  const entry = join(project, name);
  await writeFile(entry, code);
  const { outputFiles } = await build({
    ...{ entryPoints: [entry], bundle: true, write: false, format: "esm", platform: "browser", target: "es2022" },
  });
  return outputFiles[0]?.text ?? "";
}
