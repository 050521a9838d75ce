import * as z from "zod";

/** Tensors of a file in the safetensors format, by name. */
export interface Tensors {
  readonly metadata: Readonly<Record<string, string>>;
  /** The shape of a tensor. @throws {RangeError} where there is none of that name */
  shapeOf(name: string): readonly number[];
  /** Numbers of one byte, where they lie in the file. @throws {RangeError} where they are of another type or shape */
  bytes(name: string, ...shape: readonly number[]): Int8Array;
  /** A copy, as floats may lie where none may. @throws {RangeError} where they are of another type or shape */
  floats(name: string, ...shape: readonly number[]): Float32Array;
}

const count = z.int().nonnegative();
const tensor = z.object({ dtype: z.string(), shape: z.array(count), data_offsets: z.tuple([count, count]) });
const header = z.object({ __metadata__: z.record(z.string(), z.string()) }).catchall(tensor);

/** Of the number that says how long the header is. */
const LENGTH_BYTES = 8;

/** Reads a file as https://github.com/huggingface/safetensors describes it. @throws {Error} for what is none */
export function readTensors(file: Uint8Array<ArrayBuffer>): Tensors {
  if (file.length < LENGTH_BYTES) throw new RangeError("The file is too short to hold tensors");
  const start = LENGTH_BYTES + Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const { __metadata__: metadata, ...tensors } = header.parse(
    JSON.parse(new TextDecoder().decode(file.subarray(LENGTH_BYTES, start))),
  );
  const find = (name: string): z.infer<typeof tensor> => {
    const found = Object.hasOwn(tensors, name) ? tensors[name] : undefined;
    if (found === undefined) throw new RangeError(`The file has no tensor ${name}`);
    return found;
  };
  const dataOf = (
    name: string,
    type: string,
    itemBytes: number,
    wanted: readonly number[],
  ): Uint8Array<ArrayBuffer> => {
    const { dtype, shape, data_offsets: offsets } = find(name);
    const data = file.subarray(start + offsets[0], start + offsets[1]);
    const bytes = wanted.reduce((product, side) => product * side, itemBytes);
    if (dtype !== type || shape.join() !== wanted.join() || data.length !== bytes)
      throw new RangeError(`${name} is ${data.length} bytes of ${dtype} [${shape}] in place of ${type} [${wanted}]`);
    return data;
  };
  return {
    metadata,
    shapeOf: (name) => find(name).shape,
    bytes(name, ...shape) {
      const { buffer, byteOffset, length } = dataOf(name, "I8", 1, shape);
      return new Int8Array(buffer, byteOffset, length);
    },
    floats: (name, ...shape) => new Float32Array(dataOf(name, "F32", 4, shape).slice().buffer),
  };
}
