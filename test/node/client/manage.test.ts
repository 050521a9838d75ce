import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONVERSATION_ID, INVOICE_RUN, RUN_ID } from "./recorded-runs.ts";
import { useCommandLine } from "./use-command-line.ts";

const { now, run, calls } = useCommandLine();

const sent = (): unknown => JSON.parse(now.server?.seen[0]?.body ?? "null");

describe("upload", () => {
  it("prints the id of each file, alone on its line", async () => {
    await writeFile(join(now.folder, "a.png"), "bytes");
    expect(await run(["upload", "a.png", "a.png"], { events: [] })).toBe(0);
    expect(now.output).toBe(`res_${"f".repeat(56)}\n`.repeat(2));
    expect(now.server?.seen[0]).toMatchObject({ headers: { "x-filename": "a.png" }, body: "bytes" });
  });
});

describe("ask", () => {
  it("leaves a run that was to go on alone, and says how to find it", async () => {
    expect(await run(["ask", "x", "--detach"], { events: INVOICE_RUN })).toBe(0);
    expect(now.errors).toContain(`runs watch ${RUN_ID} --server ${now.server?.url}`);
    expect(calls()).toEqual(["POST /v1/runs"]);
  });

  const waiting = { id: RUN_ID, status: "awaiting-approval", tasks: [], endedAt: null, files: [], planVersion: 1 };
  const upToApproval = { holdFrom: 4, answers: { [`GET /v1/runs/${RUN_ID}`]: waiting } };

  it.each([[["--json"]], [[]]])("leaves a run waiting for approval where nobody can be asked: %j", async (more) => {
    const events = INVOICE_RUN.slice(0, 2).concat({
      seq: 3,
      at: INVOICE_RUN[0]?.at ?? 0,
      type: "approval-required",
      data: { planVersion: 1 },
    });
    expect(await run(["ask", "x", "--approve", ...more], { events, ...upToApproval })).toBe(5);
    if (more.length > 0) expect(now.output).toContain('"status": "awaiting-approval"');
    else expect(now.errors).toContain(`runs approve ${RUN_ID}`);
  });
});

describe("runs list", () => {
  const listed = {
    "GET /v1/conversations?limit=10": { conversations: [{ id: "conv_2" }, { id: "conv_1" }], next: null },
    "GET /v1/conversations/conv_2": {
      ...{ id: "conv_2", log: [], resources: [] },
      runs: [{ id: "run_3", status: "failed", text: "third", createdAt: "2026-11-22T10:00:00.000Z" }],
    },
    "GET /v1/conversations/conv_1": {
      ...{ id: "conv_1", log: [], resources: [] },
      runs: [
        { id: "run_1", status: "succeeded", text: "first", createdAt: "2026-11-21T10:00:00.000Z" },
        { id: "run_2", status: "running", text: "second\nline", createdAt: "2026-11-22T11:00:00.000Z" },
      ],
    },
  };

  it("shows those of the last conversations, the newest first", async () => {
    expect(await run(["runs", "list"], { events: [], answers: listed })).toBe(0);
    expect(now.output).toBe(
      [
        "running            2026-11-22 11:00  second line\n",
        "failed             2026-11-22 10:00  third\n",
        "succeeded          2026-11-21 10:00  first\n",
      ].join(""),
    );
  });

  it("shows ids when asked to", async () => {
    expect(await run(["runs", "list", "--ids"], { events: [], answers: listed })).toBe(0);
    expect(now.output).toContain("third\n  run_3\n  of conv_2\n");
  });

  it("passes over a conversation that has gone meanwhile, and not over one that is named", async () => {
    const answers = { "GET /v1/conversations?limit=10": { conversations: [{ id: "conv_9" }], next: null } };
    expect(await run(["runs", "list"], { events: [], answers })).toBe(0);
    expect(now.output).toBe("There is no run yet.\n");
    await now.server?.stop();
    expect(await run(["runs", "list", "-c", "conv_9"], { events: [] })).toBe(1);
    expect(now.errors).toContain("not-found");
  });

  it("shows those of one conversation as JSON", async () => {
    expect(await run(["runs", "list", "-c", CONVERSATION_ID, "--json"], { events: [] })).toBe(0);
    expect(JSON.parse(now.output)).toEqual([]);
  });
});

describe("models", () => {
  const model = {
    ...{ id: "a/b", description: "Does it", tasks: ["summarization"], licence: "mit", licenceConfidence: "sure" },
    ...{
      parameters: 1.55e9,
      parametersConfidence: "unsure",
      downloads: 1200,
      downloadsOn: "2026-10-05",
      gated: true,
      here: true,
      figure: null,
    },
  };

  it("are shown on a line with what is known of each, and how to get more", async () => {
    const answers = {
      "GET /v1/models?task=summarization&q=tiny": { models: [model], total: 9, next: "NEXT", measure: null },
    };
    expect(await run(["models", "search", "tiny", "--task", "summarization"], { events: [], answers })).toBe(0);
    expect(now.output).toContain(
      "✔ a/b  summarization · licence mit · 1.6B parameters (unsure) · 1.2k downloads a month (2026-10-05) · gated\n    Does it\n",
    );
    expect(now.output).toContain("1 of 9; the next: --cursor NEXT\n");
  });

  it("show nothing where none is known", async () => {
    const answers = { "GET /v1/models": { models: [], total: 0, next: null, measure: null } };
    expect(await run(["models", "search"], { events: [], answers })).toBe(0);
    expect(now.output).toBe("No model is known to satisfy all of that.\n");
  });

  it("are shown with the function of their card, and with its code where code is asked for", async () => {
    const known = {
      ...{ ...model, languages: null, datasets: [], baseModels: [], papers: [], endpoints: [], scores: [] },
      snippets: [{ language: "curl", client: "curl", calls: "impresario", code: "curl x" }],
      cardCode: {
        ...{ language: "python", code: "pipe(x)\u001b[31m\n", licence: "mit" },
        function: {
          name: "summarization",
          inputs: [
            { name: "text", kinds: ["text", "table"], required: true, many: false },
            { name: "length", kinds: ["text"], required: false, many: false },
          ],
          outputs: [{ name: "text", kinds: ["text"] }],
          defaults: { num_beams: 4, do_sample: false },
        },
      },
    };
    const answers = { "GET /v1/models/a/b": known };
    const signature = "summarization(text: text | table, length?: text, num_beams=4, do_sample=false) → text: text";
    expect(await run(["models", "show", "a/b"], { events: [], answers })).toBe(0);
    expect(now.output).toContain(signature);
    expect(now.output).not.toContain("pipe(x)");
    expect(await run(["models", "show", "a/b", "--snippets"], { events: [], answers })).toBe(0);
    expect(now.output).toContain("curl, by impresario\ncurl x\n");
    expect(now.output).toContain("python, as its card has it, licence mit\npipe(x)");
    expect(now.output).not.toContain("\u001b[31m");
  });

  it("are added with what the options and the file say", async () => {
    await writeFile(join(now.folder, "facts.json"), '{"task":"t","parameters":7}');
    const given = ["models", "add", "a/b", "--from", "facts.json", "--url", "https://x.test"];
    const answers = { "POST /v1/models": { ...model, url: "https://x.test", task: "t" } };
    expect(await run(given, { events: [], answers })).toBe(0);
    expect(sent()).toEqual({ id: "a/b", task: "t", parameters: 7, url: "https://x.test" });
    expect(now.output).toContain("a/b takes part in your next request");
  });
});

describe("hooks", () => {
  const hook = {
    id: "hook_1",
    url: "https://s.test/hooks/hook_1",
    name: "",
    source: "github",
    template: "Sum {{body}}",
  };

  it("are listed without secrets", async () => {
    expect(await run(["hooks", "list"], { events: [], answers: { "GET /v1/hooks": { hooks: [hook] } } })).toBe(0);
    expect(now.output).toContain(
      "hook_1\n  url       https://s.test/hooks/hook_1\n  source    github\n  template  Sum {{body}}\n",
    );
  });

  it("say which key made them", async () => {
    const hooks = [
      { ...hook, keyId: "0000002a" },
      { ...hook, id: "hook_2", keyId: null },
    ];
    expect(await run(["hooks", "list"], { events: [], answers: { "GET /v1/hooks": { hooks } } })).toBe(0);
    expect(now.output).toContain("template  Sum {{body}}\n  keyId     0000002a\nhook_2");
    expect(now.output.match(/keyId/g)).toHaveLength(1);
  });

  it.each([
    [["add", "--source", "github", "--template", "x"], "POST /v1/hooks", { source: "github", template: "x" }],
    [["rotate", "hook_1"], "POST /v1/hooks/hook_1/rotate", {}],
  ])("print their secret this once: %j", async (given, call, body) => {
    const answers = { [call]: { ...hook, secret: "s3cret" } };
    expect(await run(["hooks", ...given], { events: [], answers })).toBe(0);
    expect(sent()).toEqual(body);
    expect(now.output).toContain("secret    s3cret\n");
  });
});

describe("webhooks", () => {
  const webhook = { id: "w_1", url: "https://x.test", description: "", events: ["run.failed"], disabled: null };
  const delivery = {
    ...{ id: "d_1", run: "run_1", type: "run.failed", state: "parked", webhook: "w_1", url: null, tries: 9 },
    ...{ lastStatus: 500, lastError: null },
  };

  it.each([
    [["list"], "GET /v1/webhooks", { webhooks: [webhook] }, "w_1\n  url     https://x.test\n  events  run.failed\n"],
    [["show", "w_1"], "GET /v1/webhooks/w_1", webhook, "w_1\n  url     https://x.test"],
    [["enable", "w_1"], "POST /v1/webhooks/w_1/enable", webhook, "w_1\n  url     https://x.test"],
    [["add", "https://x.test"], "POST /v1/webhooks", { ...webhook, secret: "whsec_1" }, "secret  whsec_1\n"],
    [["rotate", "w_1"], "POST /v1/webhooks/w_1/rotate", { ...webhook, secret: "whsec_1" }, "secret  whsec_1\n"],
    [
      ["deliveries"],
      "GET /v1/webhooks/deliveries",
      { deliveries: [delivery], next: "7" },
      "d_1\n  run         run_1\n  type        run.failed\n  state       parked\n",
    ],
    [["deliveries", "run_1"], "GET /v1/runs/run_1/deliveries", { deliveries: [], next: null }, "no such delivery"],
    [["replay", "d_1"], "POST /v1/webhooks/deliveries/d_1/replay", delivery, "d_1\n  run "],
  ])("%j are shown", async (given, call, answer, words) => {
    expect(await run(["webhooks", ...given], { events: [], answers: { [call]: answer } })).toBe(0);
    expect(now.output).toContain(words);
  });
});
