import wabt from "wabt";

/** WebAssembly's text format to its binary one, with SIMD. @throws {Error} which tells the line, where it is none */
export async function assemble(name: string, text: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  // Copied, as wabt reads all of the buffer that a view is of.
  const module = (await wabt()).parseWat(name, Uint8Array.from(text), { simd: true });
  try {
    module.validate();
    return Uint8Array.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}
