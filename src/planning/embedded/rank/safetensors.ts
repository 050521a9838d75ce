import * as z from "zod";

/** Tensors of a file in the safetensors format, by name. */
export interface Tensors {
  readonly metadata: Readonly<Record<string, string>>;
  /** The shape of a tensor. @throws {RangeError} where there is none of that name */
  shapeOf(name: string): readonly number[];
  /** Numbers of one byte, where they lie in the file. @throws {RangeError} where they are of another type or count */
  bytes(name: string, count: number): Int8Array;
  /** @throws {RangeError} where they are of another type or count */
  floats(name: string, count: number): Float32Array;
}

const tensor = z.object({
  dtype: z.string(),
  shape: z.array(z.int().nonnegative()),
  data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});
const header = z.looseObject({ __metadata__: z.record(z.string(), z.string()) });

/** Of the number that says how long the header is. */
const LENGTH_BYTES = 8;

/** Reads a file as https://github.com/huggingface/safetensors describes it. @throws {Error} for what is none. */
export function readTensors(file: Uint8Array<ArrayBuffer>): Tensors {
  if (file.length < LENGTH_BYTES) throw new RangeError("The file is too short to hold tensors");
  const start = LENGTH_BYTES + Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const { __metadata__: metadata, ...tensors } = header.parse(
    JSON.parse(new TextDecoder().decode(file.subarray(LENGTH_BYTES, start))),
  );
  const find = (name: string): z.infer<typeof tensor> => {
    if (!(name in tensors)) throw new RangeError(`The file has no tensor ${name}`);
    return tensor.parse(tensors[name]);
  };
  const dataOf = (name: string, type: string, bytes: number): Uint8Array<ArrayBuffer> => {
    const { dtype, data_offsets: offsets } = find(name);
    const data = file.subarray(start + offsets[0], start + offsets[1]);
    if (dtype !== type || data.length !== bytes)
      throw new RangeError(`${name} has ${data.length} bytes of ${dtype} in place of ${bytes} of ${type}`);
    return data;
  };
  return {
    metadata,
    shapeOf: (name) => find(name).shape,
    bytes(name, count) {
      const { buffer, byteOffset } = dataOf(name, "I8", count);
      return new Int8Array(buffer, byteOffset, count);
    },
    // Copied, as they may lie where no float may.
    floats: (name, count) => new Float32Array(dataOf(name, "F32", 4 * count).slice().buffer),
  };
}
