import { answer, EDGES, json, PHOTO, type RouteExamples, RUN } from "./example.ts";
import { PLAN, REPORT } from "./plan-views.ts";
import { APPROVED_RUN, CANCELLED_RUN, ENDED_RUN, PAUSED_RUN, WAITING_RUN } from "./run-views.ts";

const REQUEST = { text: "Generate a canny image of photo.jpg", resources: [PHOTO] };

const event = (seq: number, type: string, data: object): string =>
  `id: ${seq}\nevent: ${type}\ndata: ${JSON.stringify({ seq, at: "2026-11-22T06:20:43.646Z", type, data })}\n\n`;

/** From the fifth on; those in between are left out. */
const EVENTS = [
  "retry: 1000\n\n",
  event(5, "task-start", {
    task: 0,
    attempt: 1,
    deadline: 1795328563645,
    shard: 0,
    provider: "embedded",
    model: "canny",
  }),
  event(10, "run-end", {
    status: "succeeded",
    answer: `**Canny control (photo.jpg):** [canny-control-0.png](/v1/resources/${EDGES})`,
  }),
].join("");

export const RUN_EXAMPLES: RouteExamples = {
  startRun: { parameters: { Prefer: "wait=30" }, body: json(REQUEST), answer: answer(ENDED_RUN) },
  readRun: { parameters: { id: RUN }, answer: answer(ENDED_RUN) },
  streamEvents: {
    parameters: { id: RUN, "Last-Event-ID": "4" },
    answer: { status: 200, mediaType: "text/event-stream", value: EVENTS },
  },
  readReport: { parameters: { id: RUN }, answer: answer(REPORT) },
  approvePlan: {
    parameters: { id: RUN },
    body: json({ planVersion: 1, decision: "approve" }),
    answer: answer(APPROVED_RUN),
  },
  cancelRun: { parameters: { id: RUN }, answer: answer(CANCELLED_RUN) },
  pauseRun: { parameters: { id: RUN }, answer: answer(PAUSED_RUN) },
  resumeRun: { parameters: { id: RUN }, body: json({ budget: { timeMs: 600_000 } }), answer: answer(WAITING_RUN) },
  planRequest: { body: json(REQUEST), answer: answer(PLAN) },
};
