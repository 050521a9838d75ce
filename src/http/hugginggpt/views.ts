import * as z from "zod";
import { components } from "../schemas/components.ts";
import { json } from "../schemas/plan.ts";

const smallTalk = z
  .object({ message: z.string().describe("The answer in plain words; files in it by their paths.") })
  .register(components, { id: "HuggingGptAnswer" });

const task = z
  .object({
    task: z.string(),
    id: z.int(),
    dep: z.array(z.int()).describe("[-1] for none."),
    args: z.record(z.string(), z.string()).describe("`<GENERATED>-N` is what task N makes."),
  })
  .register(components, { id: "HuggingGptTask" });
export type OriginalTask = z.output<typeof task>;

z.union([z.array(task), smallTalk]).register(components, {
  id: "HuggingGptPlan",
  description: "The plan, or an answer where none is needed.",
});

const result = z.object({
  task,
  "inference result": json.describe("What the task made, or `error`."),
  "choose model result": z.union([
    z.object({ id: z.string(), reason: z.string() }),
    z.literal("").describe("No model was called."),
  ]),
});
export type OriginalResult = z.output<typeof result>;

z.union([smallTalk, z.record(z.string(), result)]).register(components, {
  id: "HuggingGptResults",
  description: "The result of each task by its id, or an answer where no task was needed.",
});
