import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeLines, LineStream, readLineBatches } from "../../durable-objects/line-stream.ts";

/** A stream of exactly these chunks, one for every read. */
const streamOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> => {
  const left = chunks.filter((chunk) => chunk.length > 0);
  return new ReadableStream({
    pull: (controller) => {
      const chunk = left.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
};

async function readAll(stream: ReadableStream<Uint8Array>): Promise<readonly unknown[]> {
  const lines: unknown[] = [];
  for await (const batch of readLineBatches<unknown>(stream)) lines.push(...batch);
  return lines;
}

describe("lines of JSON", () => {
  it("are read as they were written, wherever the chunks are cut", async () => {
    const line = fc.jsonValue();
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 10 }), fc.array(fc.nat()), async (lines, cuts) => {
        const bytes = encodeLines(lines);
        const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        expect(await readAll(streamOf(chunks))).toEqual(lines.map((value) => JSON.parse(JSON.stringify(value))));
      }),
    );
  });

  it("are read byte by byte, with letters of several bytes", async () => {
    const bytes = encodeLines([{ text: "Grüße, 東京 🎻" }]);
    const chunks = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(await readAll(streamOf(chunks))).toEqual([{ text: "Grüße, 東京 🎻" }]);
  });

  it("may have blank ones between them", async () => {
    expect(await readAll(streamOf([new TextEncoder().encode("\n\n1\n\n2\n\n")]))).toEqual([1, 2]);
  });

  it("that are cut off at the end are not given", async () => {
    expect(await readAll(streamOf([new TextEncoder().encode('1\n{"a":')]))).toEqual([1]);
  });
});

describe("a stream of lines", () => {
  it("waits for its reader", async () => {
    const stream = new LineStream<number>();
    stream.write(1);
    stream.write(2);
    stream.close();
    expect(await readAll(stream.readable)).toEqual([1, 2]);
  });

  it("takes what is said after its end, and after its reader has gone, and drops it", async () => {
    const closed = new LineStream<number>();
    closed.close();
    closed.write(1);
    closed.close();
    expect(await readAll(closed.readable)).toEqual([]);
    const left = new LineStream<number>();
    await left.readable.cancel();
    left.write(1);
    left.close();
    expect(await readAll(left.readable)).toEqual([]);
  });

  it("breaks off when its reader is too slow, and takes no more", async () => {
    const stream = new LineStream<string>();
    const megabyte = "x".repeat(1024 * 1024);
    for (let line = 0; line < 20; line++) stream.write(megabyte);
    await expect(readAll(stream.readable)).rejects.toThrow("too slow");
    stream.close();
  });
});
