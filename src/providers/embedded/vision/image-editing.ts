import { AppError } from "../../../domain/errors.ts";
import { oneInput } from "../../inputs.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { applyFilters, workPixels } from "./apply-filters.ts";
import { decodeImage } from "./decode/decode-image.ts";
import { MAX_IMAGE_BYTES } from "./decode/limits.ts";
import { encodeImage } from "./encode/encode-image.ts";
import { readFilters } from "./filter-instructions.ts";
import { describeFilter, madeBy, WHAT_FILTERS_DO } from "./filters.ts";
import { describeSize } from "./raster.ts";

const MAX_INSTRUCTION_BYTES = 4096;

/** Changes a picture by filters, for image-to-image as for image-editing; what filters cannot do is refused. */
export const expert: EmbeddedExpert = {
  async run(call, { work }) {
    const input = oneInput(call.inputs, "image");
    const instruction = (await call.inputs.text?.[0]?.text(MAX_INSTRUCTION_BYTES))?.trim() ?? "";
    const filters = readFilters(instruction);
    if (filters === null) {
      const asked =
        instruction === ""
          ? "There is no instruction, and image filters need one."
          : `Image filters cannot do what was asked: "${instruction.slice(0, 200)}".`;
      throw new AppError("unsupported-input", `${asked} They can do this: ${WHAT_FILTERS_DO}.`);
    }
    const { raster, original, format, notes } = await decodeImage(
      await input.bytes(MAX_IMAGE_BYTES),
      workPixels(filters),
      work,
    );
    const edited = await applyFilters(raster, original, filters, work);
    const smaller =
      edited.raster.width < edited.nominal.width
        ? [`The result has ${describeSize(edited.raster)} instead of ${describeSize(edited.nominal)}.`]
        : [];
    // Thin lines suffer from JPEG.
    const keep = filters.some(({ filter }) => filter === "edges") ? "png" : format;
    return {
      outputs: { image: { as: "bytes", ...(await encodeImage(edited.raster, keep, work)), made: madeBy(filters) } },
      notes: [
        `Applied in order: ${filters.map(describeFilter).join("; ")}.`,
        ...(smaller.length > 0 ? smaller : notes),
      ],
    };
  },
};
