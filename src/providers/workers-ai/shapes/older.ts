import * as z from "zod";
import { NUMBERS_COPIES, oneInput, readAs, type Shape, textInput, usageOf } from "../shape.ts";

/* Models that Cloudflare has given up, or is about to, and that accounts may still reach. */

const Summary = z.object({ summary: z.string().min(1) });

/** `@cf/facebook/bart-large-cnn`: `{input_text}` → `{summary}`. It reads the first 1,024 tokens. */
export const bartSummary: Shape = {
  maxInputBytes: 6 * 1024,
  copies: 1,
  call: async (call) => {
    const answer = await call.run({ as: "json", json: { input_text: await textInput(call, "text") } });
    const { summary } = readAs(Summary, answer, call.model);
    return { outputs: { text: { as: "text", text: summary.trim() } }, usage: usageOf(answer) };
  },
};

const corners = z.object({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() });
const Objects = z.array(z.object({ label: z.string(), score: z.number(), box: corners }));
/** It gives all that it thought of, most of it near to nothing. */
const LEAST_SCORE = 0.5;

/** `@cf/facebook/detr-resnet-50`: `{image: [bytes]}` → `[{label, score, box}]`, in pixels. */
export const detrDetection: Shape = {
  maxInputBytes: 4 * 1024 * 1024,
  copies: NUMBERS_COPIES,
  call: async (call) => {
    const bytes = await oneInput(call.inputs, "image").bytes(call.maxInputBytes);
    const answer = await call.run({ as: "bytes", field: "image", bytes });
    const objects = readAs(Objects, answer, call.model).filter(({ score }) => score >= LEAST_SCORE);
    return { outputs: { objects: { as: "data", data: objects } }, usage: usageOf(answer, { images: 1 }) };
  },
};
