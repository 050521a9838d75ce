import * as z from "zod";

const activation = z.enum(["none", "relu", "relu6"]);
const place = z.int().nonnegative();
const side = z.int().positive();
const convolved = {
  inputs: z.tuple([place]),
  kernel: z.tuple([side, side]),
  /** Of its output. */
  channels: side,
  stride: side,
  activation,
};

/**
 * A layer of a network for pictures. Its inputs are places of layers before it, counted from 1; 0 is the network's input.
 * Convolutions pad their input with zeros, so that the output has its size divided by the stride; the bias is added and
 * the activation applied in the same step. A "depthwise" one filters each channel by itself.
 */
const layer = z.discriminatedUnion("op", [
  z.object({ op: z.literal("convolution"), ...convolved }),
  z.object({ op: z.literal("depthwise"), ...convolved }),
  z.object({ op: z.literal("sum"), inputs: z.tuple([place, place]) }),
  /** To a size in pixels, bilinearly, between the pixels' centres. */
  z.object({ op: z.literal("enlargement"), inputs: z.tuple([place]), height: side, width: side }),
]);

/** The texts of a network's file: `training/vision/store.ts` writes them. */
export const Description = z.object({
  shape: z.tuple([side, side, side]),
  layers: z.array(layer),
  outputs: z.record(z.string(), place),
});

export type Layer = z.infer<typeof layer>;
export type LayerActivation = z.infer<typeof activation>;
