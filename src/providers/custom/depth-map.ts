import { AppError } from "../../domain/errors.ts";
import type { JsonValue } from "../../domain/json.ts";
import type { OutputDraft } from "../provider.ts";

/** Of all numbers: more than any answer that is read whole can hold. */
const MAX_DEPTHS = 4_000_000;

const rejected = (): AppError =>
  new AppError("provider-rejected", "The endpoint's `predicted_depth` is no table of numbers");

/**
 * A picture of the depths that a model predicted, as transformers' pipeline draws it: the lowest black, the highest white.
 * @param tensor rows of numbers, or one such table in lists of its own
 * @throws {AppError} `provider-rejected`
 */
export async function depthMap(tensor: JsonValue): Promise<OutputDraft> {
  const rows = tableIn(tensor);
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  const height = rows.length;
  if (width === 0 || width * height > MAX_DEPTHS) throw rejected();
  const depths = new Float32Array(width * height);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [y, row] of rows.entries()) {
    if (!Array.isArray(row) || row.length !== width) throw rejected();
    for (const [x, depth] of row.entries()) {
      if (typeof depth !== "number") throw rejected();
      depths[y * width + x] = depth;
      low = Math.min(low, depth);
      high = Math.max(high, depth);
    }
  }
  const grey = new Uint8Array(width);
  const { encodePng } = await import("../embedded/vision/encode/png.ts");
  const bytes = await encodePng({ width, height }, 1, (y) => {
    for (let x = 0; x < width; x++) {
      grey[x] = Math.round((255 * ((depths[y * width + x] ?? 0) - low)) / Math.max(high - low, Number.MIN_VALUE));
    }
    return grey;
  });
  return { as: "bytes", bytes, mediaType: "image/png" };
}

/** Without the dimensions of one that batches and channels add. */
function tableIn(tensor: JsonValue): readonly JsonValue[] {
  let table = tensor;
  for (let outer = 0; outer < 2; outer++) {
    const first: JsonValue | undefined = Array.isArray(table) && table.length === 1 ? table[0] : undefined;
    if (Array.isArray(first) && Array.isArray(first[0])) table = first;
  }
  if (!Array.isArray(table)) throw rejected();
  return table;
}
