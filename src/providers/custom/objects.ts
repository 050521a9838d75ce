import * as z from "zod";
import { showObjects } from "../overlays/index.ts";
import type { ExpertCall } from "../provider.ts";
import type { Answer } from "./format.ts";

const box = z.object({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() });
const objects = z.array(z.object({ label: z.string(), score: z.number().nullable().default(null), box }));

/** Endpoints seldom draw the boxes that they find, and seldom say in words what is there: both is added where it is missing. */
export async function withBoxesDrawn(answer: Answer, { taskType, inputs, signal }: ExpertCall): Promise<Answer> {
  const { objects: found, image, text } = answer.outputs;
  if (taskType !== "object-detection" || found?.as !== "data" || (image && text)) return answer;
  const read = objects.safeParse(found.data);
  if (!read.success) return answer;
  const shown = await showObjects(image ? undefined : inputs.image?.[0], read.data, signal);
  return {
    outputs: { ...shown.outputs, ...answer.outputs },
    notes: [...(answer.notes ?? []), ...shown.notes],
  };
}
