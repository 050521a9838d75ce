import { describe, expect, it } from "vitest";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { embeddedController } from "../../../src/planning/embedded/standalone.ts";
import { createLanguageController } from "../../../src/planning/language/index.ts";
import type { Prompt } from "../../../src/planning/language/language-model.ts";
import { resource } from "../resources.ts";

const ontology = createOntology();
const photo = resource("garden.png");

/** What a request comes to where a model chooses so, and what the model was asked. */
async function planned(text: string, said: string) {
  const prompts: Prompt[] = [];
  const complete = async (prompt: Prompt): Promise<string> => {
    prompts.push(prompt);
    return said;
  };
  const model = { complete };
  const { plan, revise } = createLanguageController({
    ...{ name: "openai", planning: "light", propose: embeddedController.propose, model },
  });
  const reply = plan({ text, attached: [photo], log: [], ontology });
  return { reply, prompts, revise };
}

const typesOf = async (text: string, said: string): Promise<readonly string[] | string> => {
  const reply = await (await planned(text, said)).reply;
  return reply.as === "plan" ? reply.plan.tasks.map(({ type }) => type) : reply.as;
};

describe("a model that chooses among likely task types", () => {
  it.each<[string, string, readonly string[]]>([
    ["one of them", '{"tasks": ["object-detection"]}', ["object-detection"]],
    ["two, in any order", '{"tasks": ["image-editing", "object-detection"]}', ["object-detection", "image-editing"]],
    ["one twice", '{"tasks": ["object-detection", "object-detection"]}', ["object-detection"]],
    ["one that was not proposed", '{"tasks": ["object-detection", "summon-demons"]}', ["object-detection"]],
    [
      "after a thought whose beginning is missing",
      'Dogs?\n</think>{"tasks": ["object-detection"]}',
      ["object-detection"],
    ],
    ["after a thought", '<think>Dogs?</think>{"tasks": ["object-detection"]}', ["object-detection"]],
  ])("has the request planned for what it chose: %s", async (_, said, types) => {
    const found = await typesOf("Find the dogs and make the picture black and white", said);
    expect([...found].toSorted()).toEqual([...types].toSorted());
  });

  it("has read a request in a language that the planner knows few words of", async () => {
    const { plan } = createLanguageController({
      ...{ name: "openai", planning: "light", propose: embeddedController.propose },
      model: { complete: async () => '{"tasks": ["summarization"]}' },
    });
    const request = {
      text: "Dammi il succo di questa lettera",
      attached: [resource("brief.txt", "text")],
      log: [],
      ontology,
    };
    expect(await plan(request)).toMatchObject({ as: "plan", plan: { tasks: [{ type: "summarization" }] } });
    expect(await embeddedController.plan(request)).toMatchObject({ as: "reply", because: "no-task-fits" });
  });

  it("may choose none, and then nothing is planned", async () => {
    expect(["reply", "ask"]).toContain(await typesOf("Count the dogs", '{"tasks": ["none"]}'));
  });

  it("is shown ten of them and nothing of their inputs, and held to their names", async () => {
    const { reply, prompts, revise } = await planned("How many dogs are there?", '{"tasks": ["object-detection"]}');
    await reply;
    const [prompt] = prompts;
    const names = (prompt?.messages[0]?.content ?? "").match(/^- [\w-]+(?=: )/gm) ?? [];
    expect(prompts).toHaveLength(1);
    expect(names).toHaveLength(10);
    expect(names).toContain("- object-detection");
    expect(JSON.stringify(prompt?.schema)).toContain('"enum":["');
    expect(revise).toBeUndefined();
  });

  it("is told what would be chosen without it", async () => {
    const { reply, prompts } = await planned("How many dogs are there?", '{"tasks": ["object-detection"]}');
    await reply;
    expect(prompts[0]?.messages[0]?.content).toContain('["object-detection"]');
    const { reply: small, prompts: talk } = await planned("Good morning!", '{"tasks": ["none"]}');
    await small;
    expect(talk[0]?.messages[0]?.content).not.toContain("The program");
  });

  it("that agrees gets the plan that would have been made without it, which is no longer unsure", async () => {
    const text = "Find the dogs and make the picture black and white";
    const request = { text, attached: [photo], log: [], ontology };
    const [alone, proposal] = await Promise.all([
      embeddedController.plan(request),
      embeddedController.propose(request, 10),
    ]);
    if (alone.as !== "plan") throw new Error("it is planned");
    expect(alone.understanding?.confidence).toEqual(expect.any(Number));
    expect(await proposal.planFor(proposal.drafted.toReversed())).toMatchObject({
      plan: alone.plan,
      understanding: { confidence: null },
    });
  });

  it.each(["Sure! Dogs are great.", '{"tasks": []}', '{"tasks": "object-detection"}', '{"tasks": ["find-dogs"]}'])(
    "that says %s has no part in the plan",
    async (said) => {
      const { reply } = await planned("How many dogs are there?", said);
      await expect(reply).rejects.toMatchObject({ code: "provider-rejected" });
    },
  );
});
