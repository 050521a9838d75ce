import * as z from "zod";
import { planMessage } from "../../plan-message.ts";
import { planView } from "../../plan-view.ts";
import { readHfToken } from "../../request-headers.ts";
import { findConversation } from "../../routes/conversation-of.ts";
import { wireTask } from "../../schemas/plan.ts";
import type { PlannedTaskView, PlanView } from "../../schemas/plan-view.ts";
import { planView as planSchema } from "../../schemas/plan-view.ts";
import { type PlanBody, planBody } from "../../schemas/requests.ts";
import { createAttachmentStore, storeAll } from "../attachments.ts";
import { invalidArguments, tool, unwrap } from "../tool.ts";
import { asked, conversationId, requestFiles, requestText } from "./runs.ts";

const { as, text, choices, controller, understanding, estimate } = planSchema.shape;

/** A plan as far as a model needs it; POST /v1/plan gives proof, candidates and the rest, which fill pages. */
const output = z.object({
  ...{ as, text, choices, controller, understanding, estimate },
  tasks: z.array(
    wireTask.extend({
      chosen: z.string().nullable().describe("The model that comes first, as `provider:model`."),
      reason: z.string().describe("Why it does, or why there is none."),
    }),
  ),
});

export const planRequest = tool({
  name: "plan_request",
  title: "Plan a request",
  description:
    "What a request would come to, without running it: its tasks, the models that would do them, what it should cost. `tasks` can be passed to run_request as its `plan`, as they are or edited.",
  input: z.strictObject({
    text: requestText,
    resources: requestFiles,
    conversation: conversationId,
    ...asked,
  }),
  output,
  isReadOnly: true,
  run: async (input, { c, signal }) => {
    const { wiring, holder } = c.var;
    const bodyWith = (resources: readonly string[]): PlanBody => {
      const body = planBody.safeParse({ ...input, resources });
      if (!body.success) throw invalidArguments(body.error);
      return body.data;
    };
    const message = bodyWith([]);
    const { conversation } = message;
    const found = conversation === undefined ? null : await findConversation(c, conversation);
    const planned = unwrap(
      await planMessage(
        wiring,
        {
          ...{ holder, conversation: found, message, hasHfToken: readHfToken(c) !== null },
          storeFiles: async () => ({ message: bodyWith(await storeAll(createAttachmentStore(c), input.resources)) }),
        },
        signal,
      ),
    );
    const view = planView(planned, wiring.ontology, { ...message, budget: planned.budget });
    const structured = {
      ...{ as: view.as, text: view.text, choices: [...view.choices], controller: view.controller },
      ...{ understanding: view.understanding, estimate: view.estimate },
      tasks: view.tasks.map(showTask),
    };
    return { content: [{ type: "text", text: inWords(view) }], structured };
  },
});

function showTask({ task, id, dep, args, model, candidates, missing }: PlannedTaskView) {
  const [first] = candidates;
  return {
    ...{ task, id, dep, args, ...(model === undefined ? {} : { model }) },
    chosen: first ? `${first.provider}:${first.model}` : null,
    reason: first?.reason ?? missing ?? "Nothing here can do it.",
  };
}

function inWords(view: PlanView): string {
  if (view.text !== null) return view.text;
  const lines = view.tasks.map(showTask).map(({ id, task, dep, chosen, reason }) => {
    const after = dep.some((one) => one >= 0) ? `, after ${dep.join(" and ")}` : "";
    return `${id}. ${task}${after}: ${chosen ?? reason}`;
  });
  const cost = view.estimate === null ? "What it costs is not known." : `It should cost at most $${view.estimate}.`;
  return [...lines, ...view.understanding, cost].join("\n");
}
