import { EVENTS_KNOWN, resumeEvents } from "../event-stream.ts";
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
      ...EVENTS_KNOWN,
      answers: {
        200: { description: "Events, and comments as heartbeats.", content: { "text/event-stream": "Event" } },
        204: { description: "The run has ended and all its events are known: there is no need to connect again." },
      },
    },
    async (c, { query }) => {
      const { id, rpc } = await runOf(c);
      const isLast = async (seq: number): Promise<boolean> => {
        const run = await rpc.run(id);
        const state = run.ok ? run.value.state : null;
        return state !== null && state.end !== null && state.seq <= seq;
      };
      return resumeEvents(c, query.after, isLast, (after) => rpc.events(id, after));
    },
  ),
];
