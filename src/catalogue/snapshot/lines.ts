import { DamagedSnapshot } from "./damaged.ts";

/** A line ends after some 512 Ki characters; a model may begin just before and JSON may escape what it holds. */
const MAX_LINE_CHARS = 8 * 1024 * 1024;
/** Three times a snapshot of 27,000 models with all that is known of them. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * The lines of a stream, without their breaks. Leaving early cancels the stream.
 * @throws {DamagedSnapshot} for what is no UTF-8, a last line without an end, or more than it may be
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let rest = "";
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_FILE_BYTES) throw new DamagedSnapshot(`the file is larger than ${MAX_FILE_BYTES} bytes`);
    const lines = (rest + decode(decoder, chunk)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_CHARS) throw new DamagedSnapshot(`it is longer than ${MAX_LINE_CHARS} characters`);
    yield* lines;
  }
  if (rest + decode(decoder) !== "") throw new DamagedSnapshot("it is cut off");
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch (thrown) {
    throw new DamagedSnapshot("it is not text in UTF-8", { cause: thrown });
  }
}
