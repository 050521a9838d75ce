import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommandLine } from "../../../src/client/command-line/command-line.ts";
import type { Understood } from "../../../src/domain/understanding.ts";
import type { PlanView } from "../../../src/http/schemas/plan-view.ts";
import { startFakeServer } from "./fake-server.ts";
import { CONVERSATION_ID, REPAIRS } from "./recorded-runs.ts";
import { useCommandLine } from "./use-command-line.ts";

const { now, session, run, calls } = useCommandLine();

const UNDERSTOOD: Understood = {
  parts: {
    instruction: ["Read the text in invoice.png.", "Translate the printed text into French."],
    texts: [],
    questions: ["How \u001b[2Jmuch?"],
    files: ["invoice.png", "b.png"],
    urls: [],
    tables: [],
    categories: [],
    languages: { source: [], target: ["French"] },
  },
  constraints: { licence: { allow: ["Apache-2.0"] } },
  given: null,
  budget: { usd: 0.1 },
  conditions: ["Only models under Apache-2.0", "At most 0.10 dollars"],
  confidence: 0.874,
  reasons: [
    { task: 0, words: [] },
    { task: 1, words: ["translate", "into French"] },
  ],
};

const PLANNED: PlanView = {
  as: "plan",
  choices: [],
  estimate: null,
  budget: {
    usd: { estimate: null, limit: 0.1, isEnough: null },
    llmCalls: { estimate: 1, limit: null, isEnough: true },
    tasks: { estimate: 2, limit: 1, isEnough: false },
    timeMs: { estimate: 1_500, limit: 60_000, isEnough: true },
  },
  text: null,
  controller: "embedded",
  understanding: ["invoice.png is an image with text"],
  understood: UNDERSTOOD,
  tasks: [
    {
      title: "Read the text in a file",
      ...{ task: "optical-character-recognition", id: 0, dep: [-1], args: { image: `res_${"f".repeat(56)}` } },
      estimates: [0, null],
      candidates: [
        { provider: "embedded", model: "tesseract", reason: "As good as any" },
        { provider: "custom", model: "a/reader", reason: "Configured" },
      ],
    },
    {
      title: "Translate the text into French",
      ...{ task: "translation", id: 1, dep: [0], args: { text: "<resource>-0", "target-language": "French" } },
      estimates: [],
      candidates: [],
      missing: "No expert for \u001b[2Jtranslation",
    },
  ],
  repairs: REPAIRS,
  changed: { nodes: 0.5, links: 0 },
  proof: {
    levels: [[0], [1]],
    tasks: [],
    pddl: {
      domain: "(define (domain d)\n  (:predicates))\n",
      problem: "(define (problem p)) ; \u001b[31mred\n",
      solution: "(a b)\n",
    },
  },
};

describe("plan", () => {
  it("passes on which models may be used", async () => {
    expect(await run(["plan", "Read it", "--avoid", "our/sum"], { events: [], plan: PLANNED })).toBe(0);
    expect(JSON.parse(now.server?.seen[0]?.body ?? "")).toEqual({
      text: "Read it",
      constraints: { model: { deny: ["our/sum"] } },
    });
  });

  it("passes on who plans, what it may cost, and a token out of the environment", async () => {
    now.server = await startFakeServer({ events: [], plan: PLANNED });
    const given = ["plan", "Read it", "--controller", "openai", "--usd", "0.1", "--hf-token", "HF_TOKEN"];
    const code = await runCommandLine(
      given,
      session({ environment: { IMPRESARIO_URL: now.server.url, HF_TOKEN: "hf_secret" } }),
    );
    expect(code).toBe(0);
    expect(now.server.seen).toMatchObject([{ call: "POST /v1/plan", headers: { "x-hf-token": "hf_secret" } }]);
    expect(JSON.parse(now.server.seen[0]?.body ?? "")).toEqual({
      ...{ text: "Read it", controller: "openai", budget: { usd: 0.1 } },
    });
  });

  it("uploads the files and shows tasks, what was mended, and who would do them", async () => {
    await writeFile(join(now.folder, "invoice.png"), "bytes of a picture");
    expect(await run(["plan", "Read it", "--file", "invoice.png"], { events: [], plan: PLANNED })).toBe(0);
    expect(calls()).toEqual(["POST /v1/resources", "POST /v1/plan"]);
    expect(JSON.parse(now.server?.seen[1]?.body ?? "")).toEqual({
      text: "Read it",
      resources: [`res_${"f".repeat(56)}`],
    });
    expect(now.output.split("\n").map((line) => line.trimEnd())).toEqual([
      "  2 tasks, planned by the embedded controller · 87% sure · proved sound · nothing has run",
      "  invoice.png is an image with text",
      "",
      "  1. Read the text in invoice.png.",
      "  2. Translate the printed text into French.",
      "  questions: “How much?”",
      "  files: invoice.png, b.png",
      "  into the language: French",
      "  condition: Only models under Apache-2.0",
      "  condition: At most 0.10 dollars",
      "",
      "  ○ 1 Read the text in a file         invoice.png                        embedded:tesseract",
      "  ○ 2 Translate the text into French  text: from 1 · target-language:…",
      '  mended: Task 4: "sumarize" is summarization (93% sure)',
      "  mended: Task 6 does exactly what task 4 does, and was dropped",
      "",
      "  1 optical-character-recognition: embedded:tesseract  As good as any",
      "      else custom:a/reader  Configured",
      "      as another task needs it",
      "  2 translation: No expert for translation",
      "      because of “translate”, “into French”",
      "",
      "  money: unknown (allowed: 10 cents)",
      "  language model: about 1 call",
      "  tasks: about 2 (allowed: 1, too little)",
      "  time: about 1.5 s (allowed: 1 m 00 s)",
      "",
    ]);
  });

  it("says nothing of how sure a controller is that doesn't tell, nor why a task is there", async () => {
    const plan = { ...PLANNED, understood: { ...UNDERSTOOD, confidence: null, reasons: [] } };
    expect(await run(["plan", "Read it"], { events: [], plan })).toBe(0);
    expect(now.output).toContain("planned by the embedded controller · proved sound");
    expect(now.output).not.toMatch(/because of|as another/);
  });

  it("prints the proof in PDDL when asked to, with nothing in it that moves the cursor", async () => {
    await writeFile(join(now.folder, "plan.json"), "[]");
    const given = ["plan", "--plan", "plan.json", "-c", CONVERSATION_ID, "--pddl"];
    expect(await run(given, { events: [], plan: PLANNED })).toBe(0);
    expect(JSON.parse(now.server?.seen.at(-1)?.body ?? "")).toEqual({
      text: "",
      plan: [],
      conversation: CONVERSATION_ID,
    });
    expect(now.output).toContain(
      "\n; domain\n(define (domain d)\n  (:predicates))\n\n; problem\n(define (problem p)) ; red\n\n; solution\n(a b)\n",
    );
  });

  it("prints what the controller says when there is nothing to plan", async () => {
    const plan = {
      ...PLANNED,
      as: "ask",
      text: "Which **file**?",
      understood: null,
      tasks: [],
      repairs: [],
      proof: null,
    } as const;
    expect(await run(["plan", "Read it"], { events: [], plan })).toBe(0);
    expect(now.output).toBe("  Which file?\n  There is no plan before that is known.\n");
  });

  it("prints one JSON document for programs", async () => {
    expect(await run(["plan", "Read it", "--json"], { events: [], plan: PLANNED })).toBe(0);
    expect(JSON.parse(now.output)).toEqual(PLANNED);
  });

  it("tells why a plan is refused, fault by fault", async () => {
    const issues = [{ path: "3/text", message: "There is \u001b[2Jno such file" }];
    const problem = { status: 422, code: "plan-unsound", detail: "The plan is unsound.", issues };
    expect(await run(["plan", "x"], { events: [], problem })).toBe(1);
    expect(now.errors).toBe("plan-unsound: The plan is unsound.\n  3/text: There is no such file\n");
  });
});
