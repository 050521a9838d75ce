import * as z from "zod";
import { EVENT_TYPES } from "../../domain/events.ts";
import { components } from "./components.ts";
import { json } from "./plan.ts";

export const eventView = z
  .object({
    seq: z.int(),
    at: z.iso.datetime(),
    type: z.enum(EVENT_TYPES),
    data: z.record(z.string(), json),
  })
  .register(components, {
    id: "Event",
    description:
      "The `data` of one server-sent event, whose `id` is `seq` and whose `event` is `type`. Times inside its own `data` are milliseconds since the epoch, and files are without links.",
  });
