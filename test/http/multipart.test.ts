import { describe, expect, it } from "vitest";
import { readForm } from "../../src/http/multipart.ts";

const encoder = new TextEncoder();
const HEAD = '--B\r\nContent-Disposition: form-data; name="f"; filename="f.bin"\r\n\r\n';

/** An endless file in a form, counting what is taken of it. */
function endlessForm() {
  const seen = { taken: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(seen.taken === 0 ? encoder.encode(HEAD) : new Uint8Array(65_536).fill(0x61));
        seen.taken += 65_536;
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

const TYPE = "multipart/form-data; boundary=B";
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe("reading a form", () => {
  it("takes no more than a few chunks ahead of whoever reads the file", async () => {
    const { body, seen } = endlessForm();
    const readBytes = 3 * 1024 * 1024;
    let stalled = 0;
    const reading = readForm(body, TYPE, async (file) => {
      const reader = file.body.getReader();
      for (let read = 0; read < readBytes; ) read += (await reader.read()).value?.byteLength ?? 0;
      await turns(200);
      stalled = seen.taken;
      throw new Error("enough");
    });
    await expect(reading).rejects.toThrow("enough");
    expect(stalled).toBeGreaterThanOrEqual(readBytes);
    expect(stalled).toBeLessThan(readBytes + 1024 * 1024);
    expect(seen.cancelled).toBe(true);
  });

  it("waits until every file is dealt with before it fails", async () => {
    const settled: string[] = [];
    const part = (name: string): string =>
      `--B\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\n\r\nx\r\n`;
    const body = new Blob([part("bad"), part("slow"), "--B--\r\n"]).stream();
    const reading = readForm(body, TYPE, async (file) => {
      if (file.name === "bad") throw new Error("refused");
      await turns(20);
      settled.push(file.name);
    });
    await expect(reading).rejects.toThrow("refused");
    expect(settled).toEqual(["slow"]);
  });
});
