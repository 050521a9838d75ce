import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Resource } from "../../../src/domain/resources.ts";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { readPlan, repairPlan } from "../../../src/planning/index.ts";
import { DEMONSTRATIONS } from "../../../src/planning/language/demonstrations.ts";
import { type Action, actionsOf } from "../../../src/planning/language/formal-prompt.ts";
import { createLanguageController } from "../../../src/planning/language/index.ts";
import { readActions } from "../../../src/planning/language/read-actions.ts";
import { resource } from "../resources.ts";

const ontology = createOntology();

/** The plan that comes of a model's choice of actions: its tasks, and what each takes from which by their types. */
async function planned(text: string, attached: readonly Resource[], answer: object) {
  const { plan } = createLanguageController({
    name: "workers-ai",
    planning: "formal",
    model: { complete: async () => JSON.stringify(answer) },
  });
  const reply = await plan({ text, attached, log: [], ontology });
  if (reply.as !== "written") throw new Error(`It is ${reply.as}`);
  const repaired = repairPlan(reply.json, { resources: attached, ontology, text, isByModel: true });
  if (repaired.as === "unsound") throw new Error(repaired.faults.map(({ message }) => message).join(" "));
  return repaired.plan;
}

const linksOf = ({ tasks }: Awaited<ReturnType<typeof planned>>): readonly string[] => {
  const typeOf = (id: number): string => tasks.find((task) => task.id === id)?.type ?? "";
  return tasks.flatMap(({ type, args }) =>
    Object.entries(args).flatMap(([port, binding]) =>
      binding.from === "task" ? [`${typeOf(binding.task)} → ${type}.${port}`] : [],
    ),
  );
};

describe("actions without links", () => {
  it.each<[string, string, readonly Action[], readonly string[]]>([
    [
      "a chain out of order",
      "Read speech.mp3's gist aloud in French",
      [
        { task: "text-to-speech" },
        { task: "translation", inputs: { "target-language": "French" } },
        { task: "automatic-speech-recognition", inputs: { audio: "speech.mp3" } },
      ],
      ["automatic-speech-recognition → text-to-speech.text", "automatic-speech-recognition → translation.text"],
    ],
    [
      "a chain in order",
      "Say the gist of speech.mp3 in French",
      [
        { task: "automatic-speech-recognition", inputs: { audio: "speech.mp3" } },
        { task: "summarization" },
        { task: "translation", inputs: { "target-language": "French" } },
        { task: "text-to-speech" },
      ],
      [
        "automatic-speech-recognition → summarization.text",
        "summarization → translation.text",
        "translation → text-to-speech.text",
      ],
    ],
    [
      "a map and what is drawn from it",
      "Draw a robot that stands like the dancer",
      [
        { task: "openpose-text-to-image", inputs: { text: "a robot" } },
        { task: "pose-detection", inputs: { image: "dancer.png" } },
      ],
      ["pose-detection → openpose-text-to-image.image"],
    ],
    [
      "a step that was forgotten",
      "Sum up scan.pdf",
      [{ task: "summarization", inputs: { text: "scan.pdf" } }],
      ["optical-character-recognition → summarization.text"],
    ],
    [
      "a question to what was made",
      "Make a picture of a red house, then tell me how many windows it has",
      [
        { task: "visual-question-answering", inputs: { question: "How many windows does it have?" } },
        { task: "text-to-image", inputs: { text: "a red house" } },
      ],
      ["text-to-image → visual-question-answering.image"],
    ],
    [
      "a link that the model is sure of",
      "Sum speech.mp3 up, and translate the whole of it to German",
      [
        { task: "automatic-speech-recognition", inputs: { audio: "speech.mp3" } },
        { task: "summarization" },
        { task: "translation", inputs: { text: "<resource>-0", "target-language": "German" } },
      ],
      ["automatic-speech-recognition → summarization.text", "automatic-speech-recognition → translation.text"],
    ],
  ])("become a proved plan: %s", async (_, text, actions, links) => {
    const files = actions.flatMap(({ inputs = {} }) =>
      Object.values(inputs).filter((value): value is string => /^\w+\.\w{3}$/.test(String(value))),
    );
    const plan = await planned(
      text,
      files.map((name) => resource(name)),
      { actions },
    );
    expect(linksOf(plan).toSorted()).toEqual(links.toSorted());
  });

  it.each(DEMONSTRATIONS.filter(({ answer }) => answer.plan.length > 0).map((one) => [one.text, one] as const))(
    "of the demonstration %j become the plan that was demonstrated",
    async (text, { attached, log, answer }) => {
      const resources = [...attached, ...log.flatMap((turn) => turn.resources)];
      const whole = readPlan(answer.plan, { resources, ontology });
      expect(await planned(text, resources, { actions: actionsOf(answer.plan) })).toEqual(
        whole.ok ? whole.value : null,
      );
    },
  );
});

describe("an answer of a model that chooses actions", () => {
  const context = { atHand: [], ontology };
  it.each<[string, string, object]>([
    ["no action and a reply", '{"actions": [], "reply": "Hello."}', { as: "reply", text: "Hello." }],
    ["no action and a question", '{"actions": [], "ask": "Which?"}', { as: "ask", text: "Which?" }],
    ["no action at all", '{"actions": []}', { as: "reply", text: expect.stringContaining("None of the task types") }],
    [
      "names alone",
      '{"actions": ["translation"]}',
      { as: "written", json: { plan: [{ task: "translation", id: 0 }] } },
    ],
    ["goals", '{"actions": ["translation"], "goals": [0]}', { as: "written", json: { goals: [0] } }],
    ["a plan after all", '{"plan": [{"task": "translation"}]}', { as: "written", json: { plan: [{ id: 0 }] } }],
    [
      "broken JSON",
      '{"actions": [{"task": "translation"}',
      { as: "written", json: { plan: [{ task: "translation" }] }, notes: [expect.stringContaining("mended")] },
    ],
    ["words", "I would rather not.", { as: "written", json: "I would rather not." }],
  ])("is read: %s", (_, answer, expected) => {
    expect(readActions(answer, context, [])).toMatchObject(expected);
  });

  it("never makes the reader fail", () => {
    const actions = fc.json().map((json) => `{"actions": [${json}, ${json}]}`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), actions), (answer) =>
        ["written", "reply", "ask"].includes(readActions(answer, context, []).as),
      ),
    );
  });

  it("keeps every action once, in an order that is decided by what is at hand", () => {
    const names = fc.shuffledSubarray(ontology.all.map(({ name }) => name));
    fc.assert(
      fc.property(names, (actions) => {
        const read = readActions(JSON.stringify({ actions }), { atHand: ["audio"], ontology }, []);
        const plan = read.as === "written" ? (read.json as { plan: { task: string; id: number }[] }).plan : [];
        expect(plan.map(({ task }) => task).toSorted()).toEqual(actions.toSorted());
        for (const { task, id } of plan) expect(actions[id]).toBe(task);
      }),
      { numRuns: 50 },
    );
  });
});
