import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/client/command-line/command-line.ts";
import { useCommandLine } from "./use-command-line.ts";

const { now, run, calls, session } = useCommandLine();

const REFUSED = { events: [], problem: { status: 404, code: "not-found", detail: "-" } };

/** Commands, the calls that they make first, and what these carry. */
const CALLS: readonly [line: string, call: string, body?: object][] = [
  ["runs show run_1", "GET /v1/runs/run_1"],
  ["runs report run_1 --json", "GET /v1/runs/run_1/report"],
  ["runs cancel run_1", "POST /v1/runs/run_1/cancel"],
  ["runs pause run_1", "POST /v1/runs/run_1/pause"],
  ["runs resume run_1 --usd 1 --tasks 9", "POST /v1/runs/run_1/resume", { budget: { usd: 1, tasks: 9 } }],
  ["runs list", "GET /v1/conversations?limit=10"],
  ["runs list --limit 3 -c conv_1", "GET /v1/conversations/conv_1"],
  [
    "models search tiny whisper --licence MIT --licence BSD --max-parameters 7B --min-parameters 1.5e6 --order=-likes",
    "GET /v1/models?licence=MIT%2CBSD&maxParameters=7000000000&minParameters=1500000&order=-likes&q=tiny+whisper",
  ],
  ["models search --benchmark glue --order benchmark", "GET /v1/models?benchmark=glue&order=benchmark"],
  ["models show a/b --snippets", "GET /v1/models/a/b"],
  ["models own", "GET /v1/own-models"],
  ["models remove a/b --task t", "DELETE /v1/models/a/b?task=t"],
  [
    "models add a/b --task t --url https://x.test --format multipart --licence MIT --same-as c/d",
    "POST /v1/models",
    { id: "a/b", task: "t", url: "https://x.test", format: "multipart", licence: "MIT", sameAs: "c/d" },
  ],
  ["models add a/b --from facts.json", "POST /v1/models", { id: "a/b", fact: true }],
  ["upload https://x.test/b", "POST /v1/resources", { url: "https://x.test/b" }],
  ["hooks list", "GET /v1/hooks"],
  ["hooks remove hook_1", "DELETE /v1/hooks/hook_1"],
  ["hooks rotate hook_1", "POST /v1/hooks/hook_1/rotate", {}],
  [
    "hooks add --source github --template {{body.x}} --name mine",
    "POST /v1/hooks",
    { source: "github", template: "{{body.x}}", name: "mine" },
  ],
  ["hooks add --from facts.json", "POST /v1/hooks", { fact: true }],
  [
    "webhooks add https://x.test --event run.failed --event task.failed --description d",
    "POST /v1/webhooks",
    { url: "https://x.test", events: ["run.failed", "task.failed"], description: "d" },
  ],
  ["webhooks deliveries", "GET /v1/webhooks/deliveries"],
  ["webhooks deliveries run_1", "GET /v1/runs/run_1/deliveries"],
  ["webhooks deliveries goal_1", "GET /v1/goals/goal_1/deliveries"],
  ["webhooks deliveries --limit 5 --cursor 7", "GET /v1/webhooks/deliveries?limit=5&cursor=7"],
  ["webhooks replay d_1", "POST /v1/webhooks/deliveries/d_1/replay"],
  ["webhooks enable w_1", "POST /v1/webhooks/w_1/enable"],
  ["ask hello --detach", "POST /v1/runs", { text: "hello" }],
  ["ask hello --approve --json", "POST /v1/runs", { text: "hello", approval: "plan" }],
  ["ask --plan facts.json", "POST /v1/runs", { text: "", plan: { fact: true } }],
  ["ask hello -f https://x.test/a", "POST /v1/runs", { text: "hello", resources: ["https://x.test/a"] }],
  ["plan hello -c conv_1", "GET /v1/conversations/conv_1"],
  ["plan --plan facts.json", "POST /v1/plan", { text: "", plan: { fact: true } }],
  [
    "ask hello --usd 0.5 --llm-calls 0 --tasks 3 --time 1.5 --on-exhausted ask",
    "POST /v1/runs",
    { text: "hello", budget: { usd: 0.5, llmCalls: 0, tasks: 3, timeMs: 1500, onExhausted: "ask" } },
  ],
  ["plan hello --usd 0 --llm-calls 2", "POST /v1/plan", { text: "hello", budget: { usd: 0, llmCalls: 2 } }],
  ["ask hello --controller embedded", "POST /v1/runs", { text: "hello", controller: "embedded" }],
  [
    "plan hello --controller workers-ai --planning light",
    "POST /v1/plan",
    { text: "hello", controller: "workers-ai", planning: "light" },
  ],
  [
    "ask hello --licence MIT --licence Apache-2.0 --avoid whisper --avoid our/sum --selection language",
    "POST /v1/runs",
    {
      text: "hello",
      constraints: { licence: { allow: ["MIT", "Apache-2.0"] }, model: { deny: ["whisper", "our/sum"] } },
      selection: "language",
    },
  ],
  [
    'plan hello --constraints {"size":{"max":7e9},"gated":false} --licence permissive --selection rules',
    "POST /v1/plan",
    {
      text: "hello",
      constraints: { size: { max: 7e9 }, gated: false, licence: { allow: ["permissive"] } },
      selection: "rules",
    },
  ],
  ["task-types", "GET /v1/task-types"],
  ["health", "GET /v1/health"],
];

describe("arguments", () => {
  it.each<[line: string, call: string, body?: object]>(CALLS)(
    "%j makes the call that it means",
    async (line, call, body) => {
      await writeFile(join(now.folder, "facts.json"), '{"fact":true}');
      await run(line.split(" "), { events: [], problem: { status: 404, code: "not-found", detail: "-" } });
      const [first] = now.server?.seen ?? [];
      expect(first?.call).toBe(call);
      expect(first?.body === "" ? undefined : JSON.parse(first?.body ?? "")).toEqual(body);
    },
  );

  it.each([
    ["", "npm run cli -- [options]"],
    ["--help", "npm run cli -- [options]"],
    ["help ask", "npm run cli -- ask [options]"],
    ["ask --help", "npm run cli -- ask [options]"],
    ["ask --fil x --help", "npm run cli -- ask [options]"],
    ["--server http://x.test runs --help", "npm run cli -- runs [options]"],
  ])("%j asks for help", async (line, words) => {
    expect(await runCommandLine(line === "" ? [] : line.split(" "), session())).toBe(0);
    expect(now.output).toContain(words);
  });

  it("take the server and the key from the environment, where none is given", async () => {
    const key = () => now.server?.seen[0]?.headers.authorization;
    await run(["health"], REFUSED, { environment: { IMPRESARIO_KEY: "imp_1" } });
    expect(key()).toBe("Bearer imp_1");
    await now.server?.stop();
    await run(["health", "--key", "k"], REFUSED, { environment: { IMPRESARIO_KEY: "imp_1" } });
    expect(key()).toBe("Bearer k");
    await now.server?.stop();
    await run(["health"], REFUSED, { environment: { IMPRESARIO_KEY: "" } });
    expect(key()).toBeUndefined();
    // Port 1 on loopback is reserved and never listened at.
    await runCommandLine(["health", "--server", "http://127.0.0.1:1"], session());
    expect(now.errors).toContain("No answer from http://127.0.0.1:1");
  });

  it.each(["ask", "plan"])("of %s take a token of Hugging Face out of the variable that is named", async (command) => {
    const environment = { HF_TOKEN: "hf_deployed", MINE: " hf_mine\n" };
    await run([command, "hello", "--hf-token", "MINE"], REFUSED, { environment });
    expect(now.server?.seen[0]?.headers["x-hf-token"]).toBe("hf_mine");
    await now.server?.stop();
    await run([command, "hello"], REFUSED, { environment });
    expect(now.server?.seen[0]?.headers["x-hf-token"]).toBeUndefined();
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ["hf_SECRET", {}, "and not the token itself"],
    ["HF_TOKEN", {}, "is not set"],
    ["HF_TOKEN", { HF_TOKEN: "" }, "is not set"],
    ["HF_TOKEN", { HF_TOKEN: "SECRET" }, "does not begin with hf_"],
    ["SECRET-of-mine", {}, "takes the name of an environment variable"],
  ])("take no token of Hugging Face out of %s, and repeat none", async (variable, environment, words) => {
    expect(await run(["ask", "hello", "--hf-token", variable], REFUSED, { environment })).toBe(2);
    expect(now.errors).toContain(words);
    expect(now.errors).not.toContain("SECRET");
    expect(calls()).toEqual([]);
  });

  it("take the headers of a model out of variables, and repeat none of their values", async () => {
    await writeFile(join(now.folder, "f"), "{}");
    const given = "models add a/b --from f --header authorization=MODEL_KEY --header x-team=TEAM";
    await run(given.split(" "), REFUSED, { environment: { MODEL_KEY: "Bearer SECRET\n", TEAM: "blue" } });
    expect(JSON.parse(now.server?.seen[0]?.body ?? "")).toEqual({
      id: "a/b",
      headers: { authorization: "Bearer SECRET", "x-team": "blue" },
    });
    await now.server?.stop();
    expect(await run(given.split(" "), REFUSED, { environment: { MODEL_KEY: "Bearer SECRET" } })).toBe(2);
    expect(now.errors).not.toContain("SECRET");
  });
});
