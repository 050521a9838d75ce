import * as z from "zod";
import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import type { ExpertCall, ExpertResult, OutputDraft } from "../provider.ts";
import { bySureness, Detected, describeObjects, type Segment } from "./detected.ts";
import type { Drawn, PictureInput } from "./picture.ts";

/** The outputs of a task type, with notes for the answer. */
export type Shown = Pick<ExpertResult, "outputs"> & { readonly notes: readonly string[] };

/**
 * The ports of `object-detection`: objects, the surest first, the image with their boxes, and what there is in words.
 * An image that cannot be drawn on is left out, and a note says why. It takes its share of the memory itself.
 */
export async function showObjects(
  picture: PictureInput | undefined,
  objects: readonly Detected[],
  signal: AbortSignal,
): Promise<Shown> {
  const sorted = objects.toSorted(bySureness);
  const data: JsonValue = sorted.map(({ label, score, box }) => ({ label, score, box: { ...box } }));
  const { draft, notes } = await drawn(picture, "The boxes", signal, async (image) => {
    const { drawBoxes } = await import("./draw-boxes.ts");
    return drawBoxes(image, sorted, signal);
  });
  return {
    outputs: {
      objects: { as: "data", data },
      ...(draft ? { image: draft } : {}),
      text: { as: "text", text: describeObjects(sorted) },
    },
    notes,
  };
}

/**
 * The ports of `image-segmentation`: the map, the segments with their colours in it, what there is in words and, in
 * `overlay`, the image with the segments laid over it. An image that cannot be drawn on is left out, and a note says
 * why. It takes its share of the memory itself.
 * @throws {AppError} `provider-rejected` for segments of which no map can be made.
 */
export async function showSegments(
  picture: PictureInput | undefined,
  segments: readonly Segment[],
  signal: AbortSignal,
): Promise<Shown> {
  const { readRegions } = await import("./regions.ts");
  const { segmentationMap, segmentData } = await import("./draw-segments.ts");
  const regions = await readRegions(segments, signal);
  const map = await segmentationMap(regions, signal);
  const { draft, notes } = await drawn(picture, "The segments", signal, async (image) => {
    const { layMasks } = await import("./draw-segments.ts");
    return layMasks(image, regions, signal);
  });
  return {
    outputs: {
      image: { as: "bytes", bytes: map.bytes, mediaType: map.mediaType },
      segments: { as: "data", data: segmentData(regions) },
      text: { as: "text", text: describeObjects(regions.segments) },
      ...(draft ? { overlay: draft } : {}),
    },
    notes: [...new Set([...map.notes, ...notes])],
  };
}

/** Draws on the picture; where that fails for good, the result stays without a drawing, and a note says why. */
async function drawn(
  picture: PictureInput | undefined,
  what: string,
  signal: AbortSignal,
  draw: (picture: PictureInput) => Promise<Drawn>,
): Promise<{ readonly draft: OutputDraft | null; readonly notes: readonly string[] }> {
  if (!picture) return { draft: null, notes: [] };
  try {
    const { bytes, mediaType, notes } = await draw(picture);
    return { draft: { as: "bytes", bytes, mediaType }, notes };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.retryable || signal.aborted) throw thrown;
    return { draft: null, notes: [`${what} could not be drawn on the image: ${thrown.message}`] };
  }
}

const Objects = z.array(Detected);

type Answer = Pick<ExpertResult, "outputs" | "notes">;

/** Adds to the answer of `object-detection` the picture with boxes and the description in words, where they are missing. */
export async function withBoxesDrawn<A extends Answer>(
  answer: A,
  { taskType, inputs, signal }: Pick<ExpertCall, "taskType" | "inputs" | "signal">,
): Promise<A> {
  const { objects: found, image, text } = answer.outputs;
  if (taskType !== "object-detection" || found?.as !== "data" || (image && text)) return answer;
  const read = Objects.safeParse(found.data);
  if (!read.success) return answer;
  const shown = await showObjects(image ? undefined : inputs.image?.[0], read.data, signal);
  const notes = [...(answer.notes ?? []), ...shown.notes];
  return { ...answer, outputs: { ...shown.outputs, ...answer.outputs }, ...(notes.length > 0 ? { notes } : {}) };
}
