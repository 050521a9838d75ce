import * as z from "zod";
import type { JsonValue } from "../../domain/json.ts";
import { components } from "./components.ts";
import type { Wire } from "./wire.ts";

/** Where JSON comes from a parser, every value in it is one. */
export const json = z.custom<JsonValue>((value) => value !== undefined);

/** A task as the server writes it, in HuggingGPT's template. */
export const wireTask = z.object({
  task: z.string(),
  id: z.int(),
  dep: z.array(z.int()).describe("The tasks it takes something from; [-1] for none."),
  args: z.record(z.string(), json),
  model: z.string().exactOptional(),
});
export type WireTask = Wire<typeof wireTask>;

/** A plan of the caller's own, read leniently; what is wrong with it is said by `plan-unsound`. */
export const givenPlan = z.union([z.array(json), z.record(z.string(), json)]).register(components, {
  id: "GivenPlan",
  description:
    "A list of tasks, each with the fields `task`, `id`, `dep`, `args` and `model` of a Task. Arguments may be literals, resource ids, URLs, file names or `<resource>-N`, where N is the id of the task whose output is meant.",
});
