import { afterEach, describe, expect, it, vi } from "vitest";
import { addressOf, isExpired } from "../../../../web/values/files/address.ts";
import { viewerOf } from "../../../../web/values/files/kinds.ts";
import { FileRefused, readBeginning, textOf } from "../../../../web/values/files/read-file.ts";

describe("where a file lies", () => {
  it.each([
    ["https://example.com/v1/resources/res_1?t=0&signature=a", "/v1/resources/res_1?t=0&signature=a"],
    ["/v1/resources/res_1", "/v1/resources/res_1"],
    ["javascript:alert(1)", "/v1/resources/"],
    ["https://example.com/elsewhere", "/v1/resources/"],
    ["/v1/resources/../../docs", "/v1/resources/"],
    ["//[", "/v1/resources/"],
  ])("is for %s the page's own server", (url, address) => expect(addressOf({ url })).toBe(address));

  it("is known to be over when its link has expired", () => {
    const link = { urlExpiresAt: "2026-11-23T15:00:00.000Z" };
    expect(isExpired(link, Date.parse("2026-11-23T14:59:59Z"))).toBe(false);
    expect(isExpired(link, Date.parse("2026-11-23T15:00:00Z"))).toBe(true);
  });
});

describe("what shows a file", () => {
  it.each([
    ["image", "image/png", "picture"],
    ["image", "image/svg+xml", "picture"],
    ["document", "text/html", "card"],
    ["document", "text/html; charset=utf-8", "card"],
    ["text", "application/xhtml+xml", "card"],
    ["text", "text/xml", "card"],
    ["document", "application/pdf", "pdf"],
    ["table", "text/csv", "table"],
    ["table", "application/vnd.apache.parquet", "card"],
    ["audio", "audio/wav", "recording"],
    ["audio", "video/webm", "recording"],
    ["video", "video/mp4", "video"],
    ["data", "application/json", "json"],
    ["text", "text/plain", "text"],
    ["text", "text/markdown", "text"],
    ["data", "application/zip", "card"],
    ["image", "", "card"],
  ] as const)("is for %s of %s: %s", (kind, mediaType, viewer) => expect(viewerOf({ kind, mediaType })).toBe(viewer));
});

describe("reading the beginning of a file", () => {
  afterEach(() => vi.unstubAllGlobals());
  const { signal } = new AbortController();

  const answer = (status: number, ...chunks: readonly string[]): { readonly cancelled: () => boolean } => {
    const left = chunks.map((chunk) => new TextEncoder().encode(chunk));
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const chunk = left.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    vi.stubGlobal("fetch", async () => new Response(body, { status }));
    return { cancelled: () => isCancelled };
  };

  it("gives all of a short one", async () => {
    answer(206, "ab", "cd");
    const beginning = await readBeginning("/file", 4, signal);
    expect([textOf(beginning), beginning.isWhole]).toEqual(["abcd", true]);
  });

  it("stops a server that sends more than was asked for", async () => {
    const { cancelled } = answer(200, ..."abcdefghijkl");
    const beginning = await readBeginning("/file", 4, signal);
    expect([textOf(beginning), beginning.isWhole, cancelled()]).toEqual(["abcd", false, true]);
  });

  it("leaves out a character that was cut in two", async () => {
    answer(206, "aé", "é");
    expect(textOf(await readBeginning("/file", 2, signal))).toBe("a");
  });

  it("takes a file without a byte for an empty one", async () => {
    answer(416);
    expect(await readBeginning("/file", 4, signal)).toMatchObject({ isWhole: true, bytes: { length: 0 } });
  });

  it("says with which status the server refused", async () => {
    answer(403, "no");
    await expect(readBeginning("/file", 4, signal)).rejects.toThrow(new FileRefused(403));
  });
});
