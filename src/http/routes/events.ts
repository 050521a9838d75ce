import * as z from "zod";
import { lastEventId, streamEvents } from "../event-stream.ts";
import { type Route, route } from "../route.ts";
import { runOf } from "./conversation-of.ts";

export const eventRoutes: readonly Route[] = [
  route(
    {
      method: "get",
      path: "/v1/runs/{id}/events",
      name: "streamEvents",
      summary: "The events of a run as they happen, as server-sent events",
      description:
        "Begins with the first event, or after the one that `Last-Event-ID` or `after` names, and ends after `run-end`. A client that leaves changes nothing.",
      access: "key",
      query: z.object({
        after: z.coerce.number().int().min(0).default(0).describe("The `seq` of the last event known."),
      }),
      headers: { "Last-Event-ID": "As `after`, and before it: what a browser sends when it connects again." },
      answers: {
        200: { description: "Events, and comments as heartbeats.", content: { "text/event-stream": "Event" } },
        204: { description: "The run has ended and all its events are known: there is no need to connect again." },
      },
    },
    async (c, { query }) => {
      const { id, rpc } = await runOf(c);
      const resumed = lastEventId(c);
      if (resumed !== null) {
        // A browser takes the end of a stream for a fault and connects again, until it is told not to.
        const run = await rpc.run(id);
        if (run.ok && run.value.state?.end && run.value.state.seq <= resumed) return c.body(null, 204);
      }
      return streamEvents(c, await rpc.events(id, resumed ?? query.after));
    },
  ),
];
