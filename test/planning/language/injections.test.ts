import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import type { Controller, PlanRequest, SelectRequest } from "../../../src/planning/controller.ts";
import { createLanguageController, type LanguageControllerParts } from "../../../src/planning/language/index.ts";
import type { Prompt } from "../../../src/planning/language/language-model.ts";
import { actingIn } from "../../response/spoken/acting.ts";
import { INJECTIONS, type Injection } from "../../response/spoken/injections.ts";
import { resource } from "../resources.ts";

const ontology = createOntology();
const CHOSEN = { task: 0, model: "custom:ours/asr" };

/** A controller whose model says the same whatever it is asked, and what it was shown. */
function obeying(answer: string, parts: Pick<LanguageControllerParts, "planning"> = {}) {
  const prompts: Prompt[] = [];
  const complete = async (prompt: Prompt): Promise<string> => {
    prompts.push(prompt);
    return answer;
  };
  return { controller: createLanguageController({ ...parts, name: "openai", model: { complete } }), prompts };
}

/** A request with such words in it, in a file's name, and in what was said and made before. */
const requestWith = (words: string): PlanRequest => ({
  text: `Sum it up. ${words}`,
  attached: [resource("notes.txt"), { ...resource("scan.png"), name: `${words}.png` }],
  log: [
    { role: "user", text: words, resources: [] },
    { role: "assistant", text: `**Text read:** ${words}`, resources: [{ ...resource("old.png"), name: words }] },
  ],
  ontology,
});

/** A choice with such words in the card of one of the models. */
const choiceWith = (words: string): SelectRequest => ({
  text: `Transcribe it. ${words}`,
  tasks: [
    {
      ...{ task: 0, type: "automatic-speech-recognition", does: "Write down what is said" },
      candidates: [
        { model: "huggingface:evil/asr", facts: words },
        { model: CHOSEN.model, facts: "Licence MIT" },
      ],
    },
  ],
});

const STEPS: Readonly<Record<string, (controller: Controller, words: string) => Promise<unknown> | undefined>> = {
  plan: (controller, words) => controller.plan(requestWith(words)),
  revise: (controller, words) =>
    controller.revise?.(requestWith(words), {
      plan: [{ task: words }],
      said: words,
      faults: [{ path: "0", message: `There is no task type "${words}"` }],
    }),
  select: (controller, words) => controller.select?.(choiceWith(words)),
};

const rows = INJECTIONS.flatMap((one) => Object.keys(STEPS).map((step) => [one.name, step, one] as const));

describe.each(rows)("%s, asked for where a model is to %s,", (_, step, { words, obeyed }: Injection) => {
  it("stays material", async () => {
    const { controller, prompts } = obeying(obeyed);
    await STEPS[step]?.(controller, words);
    const messages = prompts[0]?.messages ?? [];
    expect(prompts).toHaveLength(1);
    expect(messages.filter(({ role }) => role === "system")).toHaveLength(1);
    expect(messages[0]?.content).not.toContain(words);
    const shown = messages.findLast(({ role, content }) => role === "user" && content.startsWith("{"));
    expect(JSON.stringify(JSON.parse(shown?.content ?? ""))).toBe(shown?.content);
    expect(shown?.content).toContain(JSON.stringify(words).slice(1, -1));
    // The message that tells of faults is ours, with what it quotes as JSON.
    if (step === "revise")
      expect(messages.at(-1)?.content).toContain(JSON.stringify(`There is no task type "${words}"`));
  });
});

it.each(INJECTIONS.map(({ name, obeyed }) => [name, obeyed] as const))(
  "a reason to choose a model holds nothing that acts: %s",
  async (_, reason) => {
    const { controller } = obeying(JSON.stringify({ choices: [{ ...CHOSEN, reason }] }));
    const [choice] = (await controller.select?.(choiceWith("x"))) ?? [];
    expect(choice).toMatchObject(CHOSEN);
    expect(actingIn(choice?.reason ?? "")).toEqual([]);
  },
);
