import { describe, expect, it } from "vitest";
import { readArguments } from "../../../src/client/command-line/arguments.ts";
import { UsageError } from "../../../src/client/command-line/option-values.ts";

const read = (line: string, environment: NodeJS.ProcessEnv = {}) =>
  readArguments(line === "" ? [] : line.split(" "), environment);

describe("arguments", () => {
  it.each([
    ["", { do: "help" }],
    ["--help", { do: "help" }],
    ["help ask", { do: "help", text: expect.stringContaining("npm run cli -- ask [options]") }],
    ["ask --help", { do: "help", text: expect.stringContaining("npm run cli -- ask [options]") }],
    ["runs show run_1", { do: "runs", action: "show", run: "run_1", json: false, server: "http://127.0.0.1:8787" }],
    ["runs watch run_1 --out made", { do: "runs", action: "watch", run: "run_1", out: "made" }],
    ["runs report run_1 --json", { do: "runs", action: "report", run: "run_1", json: true }],
    [
      "runs cancel run_1 --server http://other:1 --key k",
      { do: "runs", action: "cancel", server: "http://other:1", key: "k" },
    ],
    ["runs approve run_1", { action: "approve", run: "run_1", plan: undefined }],
    ["runs approve run_1 --plan p.json", { action: "approve", run: "run_1", plan: "p.json" }],
    ["runs reject run_1", { action: "reject", run: "run_1" }],
    ["runs pause run_1", { action: "pause", run: "run_1" }],
    ["runs resume run_1 --json", { action: "resume", run: "run_1", json: true }],
    ["runs list", { do: "runs", action: "list", limit: 10, conversation: undefined }],
    ["runs list --limit 3 -c conv_1", { action: "list", limit: 3, conversation: "conv_1" }],
    [
      "models search tiny whisper --licence MIT --licence BSD --max-parameters 7B --min-parameters 1.5e6 --order=-likes",
      {
        do: "models",
        action: "search",
        conditions: {
          q: "tiny whisper",
          licence: ["MIT", "BSD"],
          maxParameters: 7e9,
          minParameters: 1.5e6,
          order: "-likes",
        },
      },
    ],
    ["models search --benchmark glue --order benchmark", { conditions: { order: "benchmark", benchmark: "glue" } }],
    ["models show a/b --snippets", { action: "show", id: "a/b", snippets: true }],
    ["models own", { action: "own" }],
    ["models remove a/b --task t", { action: "remove", id: "a/b", task: "t" }],
    [
      "models add a/b --task t --url https://x.test --format multipart --licence MIT --same-as c/d",
      {
        action: "add",
        stated: { id: "a/b", task: "t", url: "https://x.test", format: "multipart", licence: "MIT", sameAs: "c/d" },
        from: undefined,
      },
    ],
    ["models add a/b --from facts.json", { action: "add", stated: { id: "a/b" }, from: "facts.json" }],
    ["upload a.png https://x.test/b", { do: "upload", files: ["a.png", "https://x.test/b"] }],
    ["hooks list", { do: "hooks", action: "list" }],
    ["hooks remove hook_1", { action: "remove", id: "hook_1" }],
    ["hooks rotate hook_1", { action: "rotate", id: "hook_1", secret: undefined }],
    [
      "hooks add --source github --template {{body.x}} --name mine",
      {
        action: "add",
        stated: { source: "github", template: "{{body.x}}", name: "mine" },
        from: undefined,
      },
    ],
    ["hooks add --from h.json", { action: "add", stated: {}, from: "h.json" }],
    [
      "webhooks add https://x.test --event run.failed --event task.failed --description d",
      {
        do: "webhooks",
        action: "add",
        webhook: { url: "https://x.test", events: ["run.failed", "task.failed"], description: "d" },
      },
    ],
    ["webhooks deliveries", { action: "deliveries", run: undefined, page: { limit: undefined, cursor: undefined } }],
    ["webhooks deliveries run_1", { action: "deliveries", run: "run_1" }],
    ["webhooks deliveries --limit 5 --cursor 7", { action: "deliveries", page: { limit: 5, cursor: "7" } }],
    ["webhooks replay d_1", { action: "replay", id: "d_1" }],
    ["webhooks enable w_1", { action: "enable", id: "w_1" }],
    ["ask hello --detach", { do: "ask", detach: true }],
    ["ask hello --approve --json", { approve: true, json: true }],
    ["ask --plan p.json", { do: "ask", text: "", plan: "p.json" }],
    ["ask --fil x --help", { do: "help", text: expect.stringContaining("npm run cli -- ask [options]") }],
    [
      "--server http://x.test runs --help",
      { do: "help", text: expect.stringContaining("npm run cli -- runs [options]") },
    ],
    ["health --ids", { do: "health", ids: true }],
    ["ask - -f a.png", { do: "ask", text: "-", files: ["a.png"] }],
    ["chat -f a.png --out made", { do: "chat", files: ["a.png"], out: "made" }],
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
    ["runs resume run_1 --usd 1 --tasks 9", { action: "resume", run: "run_1", raise: { usd: 1, tasks: 9 } }],
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

  it("take the headers of a model out of variables, and repeat none of their values", () => {
    const given = "models add a/b --from f --header authorization=MODEL_KEY --header x-team=TEAM";
    expect(read(given, { MODEL_KEY: "Bearer SECRET\n", TEAM: "blue" })).toMatchObject({
      stated: { id: "a/b", headers: { authorization: "Bearer SECRET", "x-team": "blue" } },
    });
    expect(() => read(given, { MODEL_KEY: "Bearer SECRET" })).not.toThrow("SECRET");
  });
});
