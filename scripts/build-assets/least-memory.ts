import { BinaryReader } from "wasmparser";

/** A state of the reader, and a kind of import: the reader's own enums cannot be used by a module compiled by itself. */
const [IMPORT_ENTRY, ERROR, MEMORY_KIND] = [12, -1, 2];

/**
 * Lets a WebAssembly module begin with less of the memory that it imports; it grows beyond that as it did.
 * @param pages of 64 KiB, no more than it asks for: enough for its stack and its own data, which it does not look for
 * @throws {Error} for a module that imports no memory, or asks for less already
 */
export function withLeastMemory(module: Uint8Array, pages: number): Uint8Array {
  const reader = new BinaryReader();
  const { buffer, byteOffset, length } = module;
  reader.setData((buffer as ArrayBuffer).slice(byteOffset, byteOffset + length), 0, length);
  while (reader.read()) {
    const state: number = reader.state;
    if (state === ERROR) throw reader.error ?? new Error("The module cannot be read");
    const { kind, type } = (reader.result ?? {}) as { readonly kind?: number; readonly type?: MemoryType };
    if (state !== IMPORT_ENTRY || kind !== MEMORY_KIND || !type) continue;
    const { initial, maximum } = type.limits;
    if (initial < pages) throw new Error(`The module asks for ${initial} pages`);
    const size = sizeOf(initial);
    const made = Uint8Array.from(module);
    made.set(padded(pages, size), reader.position - (maximum === undefined ? 0 : sizeOf(maximum)) - size);
    return made;
  }
  throw new Error("The module imports no memory");
}

interface MemoryType {
  readonly limits: { readonly initial: number; readonly maximum?: number };
}

/** How many bytes an unsigned number takes in LEB128. */
const sizeOf = (value: number): number => Math.max(1, Math.ceil((32 - Math.clz32(value)) / 7));

/** An unsigned number in LEB128 of so many bytes: zeros may follow it. */
const padded = (value: number, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => ((value >>> (7 * at)) & 127) | (at < size - 1 ? 128 : 0));
