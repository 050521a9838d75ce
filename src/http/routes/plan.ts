import { planMessage } from "../plan-message.ts";
import { planView } from "../plan-view.ts";
import { problem } from "../problem.ts";
import { readHfToken } from "../request-headers.ts";
import { type Route, route } from "../route.ts";
import { planBody } from "../schemas/requests.ts";
import { findConversation } from "./conversation-of.ts";

export const planRoutes: readonly Route[] = [
  route(
    {
      method: "post",
      path: "/v1/plan",
      name: "planRequest",
      summary: "What a request would come to: its plan, the proof of it, and the models",
      description:
        "A dry run: nothing runs, and nothing is stored. An address is looked at as far as it takes to tell what is there. `tasks` can be sent as the `plan` of a message. It is admitted as a run is: by the rate of its key, and by the money that the key may spend on a day (`budget-exceeded`), which what a language model costs for it is booked to. An unsound plan is refused with `plan-unsound`; its `issues` name task and port as `3/text`.",
      access: "key",
      headers: {
        "X-HF-Token":
          "Your own token of Hugging Face, as a run would have it: its models are chosen from as well. It is not called with.",
      },
      body: planBody,
      answers: { 200: { description: "The plan.", content: { "application/json": "Plan" } } },
    },
    async (c, { body }) => {
      const { wiring, holder } = c.var;
      const conversation = body.conversation === undefined ? null : await findConversation(c, body.conversation);
      const hasHfToken = readHfToken(c) !== null;
      const message = { holder, conversation, message: body, hasHfToken };
      const planned = await planMessage(wiring, message, c.req.raw.signal);
      if (!planned.ok) return problem(c, planned.error);
      return c.json(planView(planned.value, wiring.ontology, { ...body, budget: planned.value.budget }));
    },
  ),
];
