import { describe, expect, it } from "vitest";
import { readArguments, UsageError } from "../../../src/client/command-line/arguments.ts";
import { COMMANDS, HELP } from "../../../src/client/command-line/help.ts";
import { OWN_OPTIONS } from "../../../src/client/command-line/options.ts";

const read = (line: string, environment: NodeJS.ProcessEnv = {}) =>
  readArguments(line === "" ? [] : line.split(" "), environment);

describe("arguments", () => {
  it.each([
    ["", { do: "help", about: null }],
    ["--help", { do: "help", about: null }],
    ["help ask", { do: "help", about: "ask" }],
    ["ask --help", { do: "help", about: "ask" }],
    ["runs show run_1", { do: "show", run: "run_1", json: false, server: "http://127.0.0.1:8787" }],
    ["runs watch run_1 --out made", { do: "watch", run: "run_1", out: "made" }],
    ["report run_1 --json", { do: "report", run: "run_1", json: true }],
    ["cancel run_1 --server http://other:1 --key k", { do: "cancel", server: "http://other:1", key: "k" }],
    ["runs approve run_1", { do: "approve", run: "run_1" }],
    ["runs reject run_1", { do: "reject", run: "run_1" }],
    ["runs pause run_1", { do: "pause", run: "run_1" }],
    ["runs resume run_1 --json", { do: "resume", run: "run_1", json: true }],
    ["task-types", { do: "task-types" }],
    ["health", { do: "health", key: undefined }],
    [
      "ask hello -f a.png --file b.png -c conv_1 --approve --time 1.5 -o made",
      {
        do: "ask",
        text: "hello",
        files: ["a.png", "b.png"],
        conversation: "conv_1",
        approve: true,
        budget: { timeMs: 1500 },
        out: "made",
      },
    ],
    [
      "plan hello -f a.png -c conv_1 --plan p.json --pddl",
      { do: "plan", text: "hello", files: ["a.png"], conversation: "conv_1", plan: "p.json", pddl: true, json: false },
    ],
    ["plan --plan p.json", { do: "plan", text: "", files: [], conversation: undefined, plan: "p.json", pddl: false }],
    ["ask hello", { casting: {}, budget: undefined, hfToken: undefined }],
    [
      "ask hello --usd 0.5 --llm-calls 0 --tasks 3 --time 60 --on-exhausted ask",
      { budget: { usd: 0.5, llmCalls: 0, tasks: 3, timeMs: 60_000, onExhausted: "ask" } },
    ],
    ["plan hello --usd 0 --llm-calls 2", { do: "plan", budget: { usd: 0, llmCalls: 2 } }],
    ["runs resume run_1 --usd 1 --tasks 9", { do: "resume", run: "run_1", raise: { usd: 1, tasks: 9 } }],
    ["ask hello --controller embedded", { casting: { controller: "embedded" } }],
    [
      "plan hello --controller workers-ai --planning formal",
      { casting: { controller: "workers-ai", planning: "formal" } },
    ],
    [
      "ask hello --licence MIT --licence Apache-2.0 --avoid whisper --avoid our/sum --selection language",
      {
        casting: {
          constraints: { licence: { allow: ["MIT", "Apache-2.0"] }, model: { deny: ["whisper", "our/sum"] } },
          selection: "language",
        },
      },
    ],
    [
      'plan hello --constraints {"size":{"max":7e9},"gated":false} --licence permissive --selection rules',
      {
        casting: {
          constraints: { size: { max: 7e9 }, gated: false, licence: { allow: ["permissive"] } },
          selection: "rules",
        },
      },
    ],
    ["ask hello --json --events", { do: "ask", json: true, events: true, files: [] }],
  ])("%j is understood", (line, command) => {
    expect(read(line)).toMatchObject(command);
  });

  it("take the server and the key from the environment, where none is given", () => {
    const environment = { IMPRESARIO_URL: "https://host.test", IMPRESARIO_KEY: "imp_1" };
    expect(read("health", environment)).toMatchObject({ server: "https://host.test", key: "imp_1" });
    expect(read("health --server http://x.test --key k", environment)).toMatchObject({
      server: "http://x.test",
      key: "k",
    });
    expect(read("health", { IMPRESARIO_URL: "", IMPRESARIO_KEY: "" })).toMatchObject({ key: undefined });
  });

  it.each(["ask", "plan"])("of %s take a token of Hugging Face out of the variable that is named", (command) => {
    const environment = { HF_TOKEN: "hf_deployed", MINE: " hf_mine\n" };
    expect(read(`${command} hello --hf-token MINE`, environment)).toMatchObject({ hfToken: "hf_mine" });
    expect(read(`${command} hello`, environment)).toMatchObject({ hfToken: undefined });
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ["hf_SECRET", {}, "and not the token itself"],
    ["HF_TOKEN", {}, "is not set"],
    ["HF_TOKEN", { HF_TOKEN: "" }, "is not set"],
    ["HF_TOKEN", { HF_TOKEN: "SECRET" }, "does not begin with hf_"],
    ["SECRET-of-mine", {}, "takes the name of a variable"],
  ])("take no token of Hugging Face out of %s, and repeat none", (variable, environment, words) => {
    const reading = () => read(`ask hello --hf-token ${variable}`, environment);
    expect(reading).toThrow(UsageError);
    expect(reading).toThrow(words);
    expect(reading).not.toThrow("SECRET");
  });

  it.each([
    ["dance", 'no command "dance"'],
    ["ask", "Say what you want"],
    ["ask two words", "in quotes"],
    ["plan", "give a plan with --plan"],
    ["plan two words", 'plan "…"'],
    ["plan x --approve", "`plan` has no option --approve"],
    ["ask x --pddl", "`ask` has no option --pddl"],
    ["ask x --file", "--file needs a value"],
    ["ask x --file --json", "--file needs a value"],
    ["ask x -o -out", "one that begins with a hyphen goes as --out=-out"],
    ["ask x --fil a.png", "`ask` has no option --fil; did you mean --file?"],
    ["ask x --fiel a.png", "`ask` has no option --fiel; did you mean --file?"],
    ["ask x --output d", "`ask` has no option --output; did you mean --out?"],
    ["ask x --conv c", "did you mean --conversation?"],
    ["ask x -z", /^`ask` has no option -z$/],
    ["ask x --colour red", /^`ask` has no option --colour$/],
    ["--constructor", /^There is no option --constructor$/],
    ["ask x --json=yes", "--json takes no value"],
    ["ask x --events", "--json"],
    ["ask x --approve --json", "--approve"],
    ["ask x --time soon", "seconds"],
    ["ask x --time 0", "seconds"],
    ["ask x --usd=-1", '--usd takes US dollars, not "-1"'],
    ["ask x --usd=", '--usd takes US dollars, not ""'],
    ["ask x --usd 1e999", "--usd takes US dollars"],
    ["plan x --llm-calls 1.5", "--llm-calls takes a whole number"],
    ["plan x --tasks 0", "--tasks takes a whole number from 1 on"],
    ["ask x --on-exhausted stop", "--on-exhausted is ask or answer"],
    ["plan x --on-exhausted ask", "`plan` has no option --on-exhausted"],
    ["ask x --controller auto", "--controller is embedded or openai or workers-ai"],
    ["ask x --planning light", "--planning is global or formal"],
    ["runs show r --usd 1", "--usd goes with `runs resume`, not with `runs show`"],
    ["runs watch r --time 1", "--time goes with `runs resume`"],
    ["runs resume r --out d", "--out goes with `runs watch`"],
    ["ask x --constraints {size", /^--constraints takes a JSON object, such as '\{"size"/],
    ["ask x --constraints 7e9", "--constraints takes a JSON object"],
    ["ask x --constraints []", "--constraints takes a JSON object"],
    [
      'ask x --constraints {"licence":{"allow":["MIT"]}} --licence MIT',
      "Say it once: --licence, or licence in --constraints",
    ],
    ['plan x --constraints {"model":{"allow":["a"]}} --avoid b', "Say it once: --avoid, or model in --constraints"],
    ["ask x --selection llm", "--selection is rules or language"],
    ["ask x --licence=", "--licence needs a name"],
    ["ask x --license MIT", "did you mean --licence?"],
    ["report r --licence MIT", "`report` has no option --licence"],
    ["ask x --server localhost", "localhost"],
    ["health --out x", "--out"],
    ["health now", "nothing more"],
    ["runs", "runs show ID"],
    ["runs show", "runs show ID"],
    ["runs show a b", "runs show ID"],
    ["runs show a --out b", "--out"],
    ["runs approve a --out b", "--out"],
    ["runs approve", "runs approve ID"],
    ["report", "report ID"],
  ])("%j is refused with words that say why", (line, words) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(words);
  });

  it.each(["ask", "plan"] as const)("teach in the help of %s how models are restricted", (command) => {
    for (const option of ["--licence", "--avoid", "--constraints", "--selection", "--hf-token"])
      expect(HELP[command]).toContain(option);
    for (const [, json = ""] of HELP[command].matchAll(/--constraints '([^']+)'/g)) {
      expect(() => JSON.parse(json)).not.toThrow();
    }
    expect(HELP[command]).toMatch(/--constraints '\{/);
  });

  it.each(Object.entries(OWN_OPTIONS))("teach in the help of %s every option that it has", (command, options) => {
    const help = HELP[COMMANDS.find((one) => one === command) ?? "health"];
    for (const option of options) expect(help).toMatch(new RegExp(`--${option}\\b`));
  });

  it("show in the help only calls that are understood", () => {
    const environment = { HF_TOKEN: "hf_token" };
    const shown = COMMANDS.flatMap((command) => HELP[command].split("\n"))
      .filter((line) => line.includes("npm run cli -- ") && !/\[|TEXT|\bID\b/.test(line))
      .map((line) => line.slice(line.indexOf("-- ") + 3).split(/ {2,}| \| /)[0] ?? "");
    expect(shown.length).toBeGreaterThan(10);
    for (const line of shown) {
      const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
      expect(() => readArguments(words, environment), line).not.toThrow();
    }
  });

  it("have a help text for every command, with how to call it", () => {
    for (const command of COMMANDS) expect(HELP[command]).toContain(`npm run cli -- ${command}`);
  });
});
