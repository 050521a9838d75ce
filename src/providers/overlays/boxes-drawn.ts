import * as z from "zod";
import type { ExpertCall, ExpertResult } from "../provider.ts";
import { showObjects } from "./index.ts";

const box = z.object({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() });
const objects = z.array(z.object({ label: z.string(), score: z.number().nullable().default(null), box }));

type Answer = Pick<ExpertResult, "outputs" | "notes">;

/** Few models draw the boxes that they find, or say in words what is there: both is added where it is missing. */
export async function withBoxesDrawn<A extends Answer>(
  answer: A,
  { taskType, inputs, signal }: Pick<ExpertCall, "taskType" | "inputs" | "signal">,
): Promise<A> {
  const { objects: found, image, text } = answer.outputs;
  if (taskType !== "object-detection" || found?.as !== "data" || (image && text)) return answer;
  const read = objects.safeParse(found.data);
  if (!read.success) return answer;
  const shown = await showObjects(image ? undefined : inputs.image?.[0], read.data, signal);
  const notes = [...(answer.notes ?? []), ...shown.notes];
  return { ...answer, outputs: { ...shown.outputs, ...answer.outputs }, ...(notes.length > 0 ? { notes } : {}) };
}
