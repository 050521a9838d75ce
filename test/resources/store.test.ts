import { env } from "cloudflare:workers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { conversationPrefix } from "../../r2-schemas/keys.ts";
import { createIds } from "../../src/domain/ids.ts";
import { PART_BYTES, readParts } from "../../src/resources/parts.ts";
import { createR2Store, type SaveRequest } from "../../src/resources/store.ts";

const ids = createIds("a secret of the tests, long enough to be one");
const NOW = 1_790_000_000_000;
const store = createR2Store(env.RESOURCES, ids, () => NOW);
const TENANT = "00000000000000aa";
const OTHER = "00000000000000bb";

/** A stream of `total` bytes in chunks, that counts what was taken and whether it was cancelled. */
function stream(total: number, chunkBytes: number, fill = 120) {
  const seen = { taken: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const bytes = Math.min(chunkBytes, total - seen.taken);
        if (bytes === 0) return controller.close();
        seen.taken += bytes;
        controller.enqueue(new Uint8Array(bytes).fill(fill));
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

const bodyOf = (text: string): ReadableStream<Uint8Array> => new Blob([text]).stream();

const streamOf = (chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

const request = async (body: ReadableStream<Uint8Array>, more: Partial<SaveRequest> = {}): Promise<SaveRequest> => ({
  tenant: TENANT,
  id: await ids.newResource(TENANT, null),
  name: "notes.txt",
  declaredType: null,
  body,
  maxBytes: 20 * 1024 * 1024,
  origin: { by: "upload" },
  ...more,
});

const sha256 = async (bytes: Uint8Array): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();

const textOf = async (body: ReadableStream<Uint8Array> | null | undefined): Promise<string> =>
  new Response(body ?? null).text();

describe("the resource store", () => {
  it("keeps a small file with all that is known of it", async () => {
    const asked = await request(bodyOf("hello"), { name: "../Grüße 😀.md" });
    const saved = await store.save(asked);
    expect(saved).toEqual({
      id: asked.id,
      name: "Grüße 😀.md",
      kind: "text",
      mediaType: "text/markdown",
      bytes: 5,
      sha256: await sha256(new TextEncoder().encode("hello")),
      createdAt: NOW,
      origin: { by: "upload" },
    });
    const opened = await store.open(TENANT, asked.id);
    expect(opened).toMatchObject({ name: "Grüße 😀.md", kind: "text", mediaType: "text/markdown", bytes: 5 });
    expect(await textOf(opened?.body)).toBe("hello");
  });

  it("keeps the kind that is known better than the media type tells", async () => {
    const saved = await store.save(await request(bodyOf("x"), { kind: "data/embedding" }));
    expect((await store.head(TENANT, saved.id))?.kind).toBe("data/embedding");
  });

  it.each([PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES, 2 * PART_BYTES + 777])(
    "keeps %i bytes whole, with their hash",
    async (total) => {
      const saved = await store.save(await request(stream(total, 300_001).body));
      expect(saved).toMatchObject({ bytes: total, sha256: await sha256(new Uint8Array(total).fill(120)) });
      const kept = await store.open(TENANT, saved.id);
      expect((await new Response(kept?.body ?? null).bytes()).byteLength).toBe(total);
    },
  );

  it.each([1000, PART_BYTES + 1000])("refuses the first byte past %i and leaves nothing behind", async (maxBytes) => {
    const { body, seen } = stream(1_000_000_000, 65_536);
    const asked = await request(body, { maxBytes });
    await expect(store.save(asked)).rejects.toMatchObject({ code: "resource-too-large" });
    expect(seen.cancelled).toBe(true);
    expect(seen.taken).toBeLessThanOrEqual(maxBytes + 65_536);
    expect(await store.head(TENANT, asked.id)).toBeNull();
  });

  it("leaves nothing behind of a body that breaks off", async () => {
    let chunks = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (chunks++ === 100) throw new Error("the line went dead");
        controller.enqueue(new Uint8Array(65_536).fill(120));
      },
    });
    const asked = await request(broken);
    await expect(store.save(asked)).rejects.toThrow("the line went dead");
    expect(await store.head(TENANT, asked.id)).toBeNull();
  });

  it("refuses an empty file, and one that is not what it claims, unread", async () => {
    await expect(store.save(await request(bodyOf("")))).rejects.toMatchObject({ code: "unreadable-resource" });
    const { body, seen } = stream(50_000_000, 65_536);
    const fake = await request(body, { declaredType: "image/png", maxBytes: 90_000_000 });
    await expect(store.save(fake)).rejects.toMatchObject({ code: "unreadable-resource" });
    expect(seen.cancelled).toBe(true);
  });

  it("gives a range of the bytes", async () => {
    const saved = await store.save(await request(bodyOf("0123456789")));
    const part = await store.open(TENANT, saved.id, { offset: 3, length: 4 });
    expect(part?.bytes).toBe(10);
    expect(await textOf(part?.body)).toBe("3456");
  });

  it("finds nothing under another tenant, a made-up id, or an id that is nobody's", async () => {
    const saved = await store.save(await request(bodyOf("mine")));
    const unused = await ids.newResource(TENANT, null);
    for (const [tenant, id] of [
      [OTHER, saved.id],
      [TENANT, `res_${"0".repeat(56)}`],
      [TENANT, unused],
      [TENANT, "../x"],
    ] as const) {
      expect(await store.open(tenant, id)).toBeNull();
      expect(await store.head(tenant, id)).toBeNull();
    }
    await store.remove(OTHER, [saved.id]);
    expect(await store.head(TENANT, saved.id)).not.toBeNull();
    await store.remove(TENANT, [saved.id, unused]);
    expect(await store.head(TENANT, saved.id)).toBeNull();
  });

  it("deletes a conversation's files in as many steps as are allowed, and no other's", async () => {
    const [one, two] = ["a".repeat(20), "b".repeat(20)];
    for (const scope of [one, one, one, two]) {
      await store.save(await request(bodyOf("x"), { id: await ids.newResource(TENANT, scope) }));
    }
    expect(await store.removeConversation(TENANT, one, 2)).toBe(false);
    expect(await store.removeConversation(TENANT, one, 2)).toBe(true);
    const left = await env.RESOURCES.list({ prefix: conversationPrefix(TENANT, two) });
    expect(left.objects).toHaveLength(1);
  });
});

describe("cutting a stream into parts", () => {
  it("loses and repeats nothing, whatever the chunks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }),
        fc.integer({ min: 1, max: 40 }),
        async (chunks, size) => {
          const body = streamOf(chunks);
          const parts: number[][] = [];
          const ends: boolean[] = [];
          for await (const part of readParts(body, size, 10_000)) {
            parts.push([...part.bytes]);
            ends.push(part.isLast);
          }
          expect(parts.flat()).toEqual(chunks.flatMap((chunk) => [...chunk]));
          expect(parts.slice(0, -1).every((part) => part.length === size)).toBe(true);
          expect(ends).toEqual(parts.map((_, index) => index === parts.length - 1));
        },
      ),
    );
  });
});
