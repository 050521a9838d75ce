import * as z from "zod";
import type { EventType } from "../../domain/events.ts";
import { components } from "./components.ts";
import { json } from "./plan.ts";

/** Complete, so that a new event type fails to compile here. */
const EVENT_TYPES: Readonly<Record<EventType, true>> = {
  "run-start": true,
  "plan-start": true,
  "plan-end": true,
  "selection-end": true,
  "approval-required": true,
  "plan-revised": true,
  "approval-given": true,
  "task-start": true,
  "task-progress": true,
  "task-retry": true,
  "task-end": true,
  "budget-warning": true,
  "run-pause": true,
  "run-resume": true,
  "run-cancel": true,
  "answer-start": true,
  "answer-delta": true,
  "run-end": true,
};

export const eventView = z
  .object({
    seq: z.int(),
    at: z.iso.datetime(),
    type: z.enum(Object.keys(EVENT_TYPES)),
    data: z.record(z.string(), json),
  })
  .register(components, {
    id: "Event",
    description:
      "The `data` of one server-sent event, whose `id` is `seq` and whose `event` is `type`. Times inside its own `data` are milliseconds since the epoch, and files are without links.",
  });
