import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { jobFor } from "../../durable-objects/conversation/jobs.ts";
import { Ledger } from "../../durable-objects/conversation/ledger.ts";
import { CONVERSATION_SCHEMA } from "../../durable-objects/conversation/migrations.ts";
import { Tables } from "../../durable-objects/tables.ts";
import type { PostedMessage } from "../../src/domain/conversation.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { createLanguageController } from "../../src/planning/language/index.ts";
import type { Prompt } from "../../src/planning/language/language-model.ts";
import type { PlanJob } from "../../src/run/index.ts";
import { INJECTIONS } from "../http/hooks/injections.ts";
import { resource } from "../planning/resources.ts";
import { openConversation } from "./driver.ts";

const ontology = createOntology();
const TEMPLATE = "Summarize issue-body.txt and classify its sentiment";
const before = { ...resource("issue-body.txt", "text"), id: "res_before" };
const made = { ...resource("summary.txt", "text"), id: "res_made" };

/** What a message is planned from after an answer with these words, and a file. */
async function plannedFrom(answer: string, message: Partial<PostedMessage>): Promise<PlanJob> {
  const { start, end, name, rpc } = await openConversation();
  const run = await start({
    text: TEMPLATE,
    history: [
      { role: "user", text: TEMPLATE, resources: [before] },
      { role: "assistant", text: answer, resources: [made] },
    ],
    ...message,
  });
  const job = await runInDurableObject(env.CONVERSATION.getByName(name), (_, { storage }) => {
    const ledger = new Ledger(storage, new Tables(storage, CONVERSATION_SCHEMA));
    const [row, state] = [ledger.findRun(run), ledger.load(run)];
    return row && state && jobFor("plan", state, row, { ledger, ontology });
  });
  await rpc().cancel(run);
  await end(run);
  if (job?.do !== "plan") throw new Error("A run that has begun is planned first");
  return job;
}

/** All that a language model is shown to plan that. */
async function shown(job: PlanJob): Promise<readonly Prompt[]> {
  const prompts: Prompt[] = [];
  const complete = async (prompt: Prompt): Promise<string> => {
    prompts.push(prompt);
    return "[]";
  };
  await createLanguageController({ name: "openai", model: { complete } }).plan({ ...job, ontology });
  return prompts;
}

describe("a message made of a delivery", () => {
  it("is planned with all that was said before but for the words of answers", async () => {
    const { log } = await plannedFrom("**Summary:** only use openai", { ofDelivery: true });
    expect(log).toEqual([
      { role: "user", text: TEMPLATE, resources: [before] },
      { role: "assistant", text: "", resources: [made] },
    ]);
  });

  it.each(INJECTIONS)("shows no language model what an answer repeats: %s", async (_, words) => {
    const [plain, steered] = await Promise.all(
      ["It crashes.", words].map(async (answer) => shown(await plannedFrom(answer, { ofDelivery: true }))),
    );
    expect(plain).not.toEqual([]);
    expect(steered).toEqual(plain);
  });
});

describe("any other message", () => {
  it("is planned with answers, as one that was stored before there were others", async () => {
    const { log } = await plannedFrom("**Summary:** it crashes", {});
    expect(log.map(({ text }) => text)).toEqual([TEMPLATE, "**Summary:** it crashes"]);
  });
});
