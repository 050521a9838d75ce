import type { Resource } from "../../src/domain/resources.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { embeddedController, storedKnowledge } from "../../src/planning/embedded/standalone.ts";
import { prove } from "../../src/planning/index.ts";

/** A request to be planned, so many times. */
export interface Job {
  readonly text: string;
  readonly attached: readonly Resource[];
  readonly times: number;
}

const ontology = createOntology();

/** Plans a request and proves the plan, as often as asked. */
export async function planOften({ text, attached, times }: Job): Promise<number> {
  const readConstraints = await storedKnowledge.constraintReader();
  let tasks = 0;
  for (let turn = 0; turn < times; turn++) {
    // It remembers the last request that it read.
    readConstraints("");
    const reply = await embeddedController.plan({ text, attached, log: [], ontology });
    if (reply.as === "plan" && prove(reply.plan, { resources: attached, ontology }).ok)
      tasks += reply.plan.tasks.length;
  }
  return tasks;
}

export default {
  fetch: async (request: Request): Promise<Response> => Response.json(await planOften((await request.json()) as Job)),
};
