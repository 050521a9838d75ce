import type * as z from "zod";
import { parsedJson } from "../../domain/json.ts";
import type { ExpertCall } from "../provider.ts";

/**
 * The handle of the job that an earlier attempt at this very task began with this model; null where there is none, or
 * another provider's.
 */
export async function savedJob<Handle extends { readonly model: string; readonly taskType: string }>(
  { job, taskType }: ExpertCall,
  model: string,
  shape: z.ZodType<Handle>,
): Promise<Handle | null> {
  const saved = await job?.load();
  const handle = saved ? shape.safeParse(parsedJson(saved)).data : undefined;
  return handle && handle.model === model && handle.taskType === taskType ? handle : null;
}
