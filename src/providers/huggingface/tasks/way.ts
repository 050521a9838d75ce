import type { InferenceTask } from "@huggingface/inference";
import type { ExpertResult } from "../../provider.ts";
import type { HuggingFaceCall } from "../session.ts";

/** One way to do a task type: by a model that is served for a task of the Hub's. */
export interface TaskRecipe {
  /** As a mapping names it; also what the library checks the mapping against. */
  readonly task: InferenceTask;
  run(session: HuggingFaceCall): Promise<ExpertResult>;
}

export const way = (task: InferenceTask, run: TaskRecipe["run"]): TaskRecipe => ({ task, run });
