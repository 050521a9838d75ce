import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { fromBase64 } from "../../media/base64.ts";
import { showSegments } from "../../overlays/index.ts";
import type { ExpertResult } from "../../provider.ts";
import { pictureInput } from "../inputs.ts";
import { make } from "../media/make.ts";
import type { HuggingFaceCall, LibraryCall } from "../session.ts";
import { way } from "./way.ts";

const LOOKED_AT = { images: 1 } as const;
const Segments = z.array(z.object({ label: z.string(), score: z.number().nullish(), mask: z.string() })).max(500);

export const imageSegmentation = way("image-segmentation", async (session) => {
  const inputs = await pictureInput(session.call.inputs, "image");
  const request: LibraryCall = (client, to, options) => client.imageSegmentation({ ...to, inputs }, options);
  return session.to.provider === "hf-inference"
    ? segmented(request, inputs, session)
    : cutOut(request, session, inputs.size);
});

/** A mask for each thing that was found. */
async function segmented(
  request: LibraryCall,
  inputs: Blob,
  { ask, asked, call }: HuggingFaceCall,
): Promise<ExpertResult> {
  const found = await ask(request, Segments, inputs.size);
  const segments = found.map(({ label, score = null, mask }) => {
    const bytes = fromBase64(mask);
    if (bytes) return { label, score, mask: bytes };
    throw new AppError("provider-rejected", `${asked.name} answered with a mask that is no base64`);
  });
  return { ...(await showSegments(call.inputs.image?.[0], segments, call.signal)), usage: LOOKED_AT };
}

/** fal-ai gives one mask and no labels. */
async function cutOut(request: LibraryCall, session: HuggingFaceCall, inputBytes: number): Promise<ExpertResult> {
  return { outputs: { image: await make("image", request, session, inputBytes) }, usage: LOOKED_AT };
}
