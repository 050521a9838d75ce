import wabt from "wabt";

/** WebAssembly's text format to its binary one, with SIMD. @throws {Error} which tells the line, where it is none */
export async function assemble(name: string, text: Buffer): Promise<Uint8Array<ArrayBuffer>> {
  const module = (await wabt()).parseWat(name, text, { simd: true });
  try {
    module.validate();
    return Uint8Array.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}
