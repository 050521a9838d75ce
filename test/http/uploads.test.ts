import { describe, expect, it, vi } from "vitest";
import { resourceList } from "../../src/http/schemas/views.ts";
import { ALICE, createCaller, expectStatus, post, problemOf, resourceOf, upload } from "./caller.ts";

const caller = createCaller();
const call = caller.as(ALICE);
const tenant = caller.backstage.tenant(ALICE);
const MIB = 1024 * 1024;

const raw = (body: BodyInit | null, headers: Record<string, string> = {}, query = ""): Promise<Response> =>
  call(`/v1/resources${query}`, { method: "POST", body, headers });

const form = (parts: readonly (readonly [field: string, content: string | File])[]): FormData => {
  const data = new FormData();
  for (const [field, content] of parts) data.append(field, content);
  return data;
};

/** `total` bytes of text in 64 KiB chunks, counting how many were asked for. */
function stream(total: number) {
  const seen = { taken: 0 };
  const chunk = new Uint8Array(65_536).fill(0x61);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const next = chunk.subarray(0, Math.min(chunk.length, total - seen.taken));
        if (next.length === 0) return controller.close();
        seen.taken += next.length;
        controller.enqueue(next);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

/** A form whose one file is a stream of `total` bytes; `ending` closes it, or does not. */
function streamedForm(total: number, ending = "\r\n--B--\r\n"): ReadableStream<Uint8Array> {
  const head =
    '--B\r\nContent-Disposition: form-data; name="f"; filename="big.txt"\r\nContent-Type: text/plain\r\n\r\n';
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const encoder = new TextEncoder();
  const write = async (): Promise<void> => {
    const writer = writable.getWriter();
    await writer.write(encoder.encode(head));
    for await (const chunk of stream(total).body) await writer.write(chunk);
    await writer.write(encoder.encode(ending));
    await writer.close();
  };
  write().catch(() => undefined);
  return readable;
}
const FORM = { "content-type": "multipart/form-data; boundary=B" };

describe("uploading a file as the body", () => {
  it.each([
    [{ "x-filename": "a%20b%E2%82%AC.txt" }, "", "a b€.txt"],
    [{ "x-filename": "100%.txt" }, "", "100%.txt"],
    [{ "content-disposition": "attachment; filename*=UTF-8''%C3%BC.txt" }, "", "ü.txt"],
    [{}, "?name=c.txt", "c.txt"],
    [{ "x-filename": "../../etc/passwd" }, "", "passwd"],
    [{}, "", "file"],
  ])("takes its name from the request: %o %s", async (headers, query, name) => {
    const file = await resourceOf(await raw("hello", { "content-type": "text/plain", ...headers }, query));
    expect(file).toMatchObject({ name, kind: "text", mediaType: "text/plain", bytes: 5 });
  });

  it("stores it for a day, announced before and recorded after", async () => {
    const response = await raw("hello");
    const file = await resourceOf(response);
    expect(response.headers.get("location")).toBe(`/v1/resources/${file.id}`);
    expect(file.sha256).toBe("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
    expect(Date.parse(file.expiresAt ?? "") - Date.parse(file.createdAt)).toBe(24 * 60 * 60_000);
    expect(tenant.announced).toContain(file.id);
    expect(tenant.uploads.get(file.id)).toMatchObject({ origin: { by: "upload" } });
  });

  it("takes what curl sends for no declaration at all, and JSON with a name for a file", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect(await resourceOf(await raw("a,b\n1,2", { ...headers, "x-filename": "t.csv" }))).toMatchObject({
      kind: "table",
    });
    expect(await upload(call, '{"url": "x"}', "data.json", "application/json")).toMatchObject({
      kind: "data",
      mediaType: "application/json",
    });
  });

  it.each([
    ["nothing", null, {}, 400, "invalid-request"],
    ["an empty file", "", { "content-type": "text/plain" }, 422, "unreadable-resource"],
    ["a PNG that is none", "not a picture", { "content-type": "image/png" }, 422, "unreadable-resource"],
    ["a WAV of zero bytes", new Uint8Array(0), { "content-type": "audio/wav" }, 422, "unreadable-resource"],
    ["a gigabyte, as announced", "x", { "content-length": String(1024 ** 3) }, 413, "resource-too-large"],
  ])("refuses %s", async (_, body, headers, status, code) => {
    const before = tenant.uploads.size;
    expect(await problemOf(await raw(body, { ...headers }))).toMatchObject({ status, code });
    expect(tenant.uploads.size).toBe(before);
  });

  it("refuses an endless stream after 95 MiB, and keeps none of it", async () => {
    const { body, seen } = stream(1024 ** 3);
    expect(await problemOf(await raw(body))).toMatchObject({ status: 413, code: "resource-too-large" });
    expect(seen.taken).toBeLessThanOrEqual(95 * MIB + 65_536);
    const id = tenant.announced.at(-1) ?? "";
    expect(await caller.backstage.wiring.resources.head(ALICE, id)).toBeNull();
  });

  it("takes 95 MiB", async () => {
    expect(await resourceOf(await raw(stream(95 * MIB).body))).toMatchObject({ bytes: 95 * MIB });
  });
});

describe("uploading a form", () => {
  it("stores every file of it, in their order, and no field", async () => {
    const body = form(
      [
        ["note", "a field"],
        ["a", new File(["hello"], "ä.txt", { type: "text/plain" })],
        ["b", new File(["x".repeat(200_000)], "b.txt")],
        ["b", new File([], "none.txt")],
      ].slice(0, 3) as [string, string | File][],
    );
    const response = await raw(body);
    await expectStatus(response, 201);
    const { resources } = resourceList.parse(await response.json());
    expect(resources).toMatchObject([
      { name: "ä.txt", bytes: 5 },
      { name: "b.txt", bytes: 200_000 },
    ]);
    for (const { id } of resources) expect(tenant.uploads.has(id)).toBe(true);
  });

  it("stores none when one of them is refused", async () => {
    const before = tenant.announced.length;
    const recorded = tenant.uploads.size;
    const body = form([
      ["a", new File(["hello"], "a.txt")],
      ["b", new File(["nonsense"], "b.png", { type: "image/png" })],
    ]);
    expect(await problemOf(await raw(body))).toMatchObject({ status: 422, code: "unreadable-resource" });
    expect(tenant.uploads.size).toBe(recorded);
    expect(tenant.announced.length).toBe(before + 2);
    expect(tenant.abandonedUploads).toEqual(expect.arrayContaining(tenant.announced.slice(before)));
  });

  it("takes a file of 95 MiB, and refuses a byte more", async () => {
    const response = await raw(streamedForm(95 * MIB), FORM);
    await expectStatus(response, 201);
    expect(resourceList.parse(await response.json()).resources).toMatchObject([{ name: "big.txt", bytes: 95 * MIB }]);
    expect(await problemOf(await raw(streamedForm(95 * MIB + 1), FORM))).toMatchObject({
      status: 413,
      code: "resource-too-large",
    });
  });

  it.each([
    ["without files", form([["note", "only a field"]]), {}],
    ["with too many files", form(Array.from({ length: 17 }, (_, n) => ["f", new File(["x"], `${n}.txt`)])), {}],
    ["without a boundary", "x", { "content-type": "multipart/form-data" }],
    ["that is no form", "hello", FORM],
    ["that is empty", "", FORM],
    ["without content", null, FORM],
    ["that breaks off in a header", "--B\r\nContent-Disposition: form-da", FORM],
    ["that breaks off in a small file", streamedForm(10, ""), FORM],
    ["that breaks off in a large file", streamedForm(12 * MIB, ""), FORM],
  ])("refuses a form %s", async (_, body, headers) => {
    const before = tenant.uploads.size;
    expect(await problemOf(await raw(body, { ...headers }))).toMatchObject({ status: 400, code: "invalid-request" });
    expect(tenant.uploads.size).toBe(before);
  });
});

describe("uploading from a URL", () => {
  it("fetches it into the store", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("# Hi"));
    const file = await resourceOf(await call("/v1/resources", post({ url: "https://example.com/a/read.me.md" })));
    expect(file).toMatchObject({ name: "read.me.md", mediaType: "text/markdown", bytes: 4 });
    expect(tenant.uploads.get(file.id)?.origin).toEqual({ by: "url", url: "https://example.com/a/read.me.md" });
    expect(fetched.mock.lastCall?.[0]).toBe("https://example.com/a/read.me.md");
    fetched.mockRestore();
  });

  it.each([
    [{ url: "http://127.0.0.1/" }, 422, "unsafe-url"],
    [{ url: "http://[::ffff:10.0.0.1]/" }, 422, "unsafe-url"],
    [{ url: "nonsense" }, 422, "unsafe-url"],
    [{ url: 7 }, 400, "invalid-request"],
    [{}, 400, "invalid-request"],
    [{ url: "https://example.com/", name: "x" }, 400, "invalid-request"],
  ])("refuses %o", async (body, status, code) => {
    expect(await problemOf(await call("/v1/resources", post(body)))).toMatchObject({ status, code });
  });
});

describe("an upload that is not admitted", () => {
  it.each<[string, () => Promise<Response>]>([
    ["a body", () => raw("hello")],
    ["a form", () => raw(form([["a", new File(["hello"], "a.txt")]]))],
    ["an address", () => call("/v1/resources", post({ url: "https://files.example.com/a.txt" }))],
  ])("is refused before anything is fetched or stored: %s", async (_, send) => {
    tenant.uploadRefusal = { code: "rate-limited", message: "Too many", retryable: true, retryAfterMs: 2_000 };
    const announced = tenant.announced.length;
    const answer = await send();
    tenant.uploadRefusal = null;
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(await problemOf(answer)).toMatchObject({ status: 429, code: "rate-limited" });
    expect(tenant.announced.length).toBe(announced);
  });

  it("says so where there is no room", async () => {
    tenant.uploadRefusal = { code: "storage-full", message: "9 MiB of 9 MiB are used", retryable: false };
    const answer = await raw("hello");
    tenant.uploadRefusal = null;
    expect(await problemOf(answer)).toMatchObject({ status: 507, code: "storage-full" });
  });
});
