/**
 * A stream of JSON lines that is written without waiting for its reader: what is said here is small,
 * and recorded elsewhere. A reader that is gone, or so slow that `MAX_WAITING_BYTES` pile up, gets no more.
 */
export class LineStream<Line> {
  readonly readable: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor() {
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => {
          this.#controller = null;
        },
      },
      { highWaterMark: MAX_WAITING_BYTES, size: (chunk) => chunk?.byteLength ?? 0 },
    );
  }

  write(line: Line): void {
    const controller = this.#controller;
    if (!controller) return;
    controller.enqueue(encodeLines([line]));
    if ((controller.desiredSize ?? 0) <= 0) {
      controller.error(new Error("The reader is too slow"));
      this.#controller = null;
    }
  }

  close(): void {
    this.#controller?.close();
    this.#controller = null;
  }
}

/** About a thousand outcomes. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const encoder = new TextEncoder();

/** Several lines as one chunk. */
export const encodeLines = (lines: readonly unknown[]): Uint8Array =>
  encoder.encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

/** The JSON lines of a stream, those that arrive together in one batch; blank lines are passed over. */
export async function* readLineBatches<Line>(stream: ReadableStream<Uint8Array>): AsyncGenerator<readonly Line[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
  }
}
