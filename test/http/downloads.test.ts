import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLink, signLink } from "../../src/domain/links.ts";
import { readRange } from "../../src/http/request-headers.ts";
import type { ResourceView } from "../../src/http/schemas/views.ts";
import { ALICE, BOB, createCaller, expectStatus, ORIGIN, problemOf, upload } from "./caller.ts";

const caller = createCaller();
const call = caller.as(ALICE);
const { ids } = caller.backstage.wiring;
const DIGITS = "0123456789";

const GIF = new Uint8Array([...new TextEncoder().encode("GIF89a"), 1, 0, 1, 0, 0, 0, 0, 0x3b]);

const get = (file: ResourceView, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  call(`/v1/resources/${file.id}`, { method, headers });

describe("a file", () => {
  it("comes back as it was, with its name and type", async () => {
    const file = await upload(call, DIGITS, "Zahlen – alle.txt");
    const response = await get(file);
    expect(await response.text()).toBe(DIGITS);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": "inline; filename=\"Zahlen _ alle.txt\"; filename*=UTF-8''Zahlen%20%E2%80%93%20alle.txt",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("private"),
    });
  });

  it.each([
    ["bytes=0-0", "0", "0-0"],
    ["bytes=2-5", "2345", "2-5"],
    ["bytes=7-", "789", "7-9"],
    ["bytes=-3", "789", "7-9"],
    ["bytes=-100", DIGITS, "0-9"],
    ["bytes=5-100", "56789", "5-9"],
    ["BYTES=1-2", "12", "1-2"],
  ])("gives the range %s", async (range, part, where) => {
    const response = await get(await upload(call, DIGITS, "a.txt"), { range });
    await expectStatus(response, 206);
    expect(response.headers.get("content-range")).toBe(`bytes ${where}/10`);
    expect(await response.text()).toBe(part);
  });

  it.each(["bytes=10-", "bytes=99-100", "bytes=-0"])("has no range %s", async (range) => {
    const response = await get(await upload(call, DIGITS, "a.txt"), { range });
    expect(response.headers.get("content-range")).toBe("bytes */10");
    expect(await problemOf(response)).toMatchObject({ status: 416, code: "range-not-satisfiable" });
  });

  it.each(["bytes=5-2", "bytes=-", "bytes=a-b", "lines=1-2", "bytes=0-1,4-5", "bytes=99999999999999999-"])(
    "comes whole for the range %s",
    async (range) => {
      const response = await get(await upload(call, DIGITS, "a.txt"), { range });
      expect([response.status, await response.text()]).toEqual([200, DIGITS]);
    },
  );

  it("is not sent again to whom has it", async () => {
    const file = await upload(call, DIGITS, "a.txt");
    const etag = (await get(file)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const response = await get(file, { "if-none-match": known });
      expect([response.status, await response.text()]).toEqual([304, ""]);
    }
    expect((await get(file, { "if-none-match": '"x"' })).status).toBe(200);
    expect((await get(file, { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
    expect((await get(file, { range: "bytes=0-1", "if-range": '"x"' })).status).toBe(200);
  });

  it("answers HEAD with what GET would say, and no bytes", async () => {
    const file = await upload(call, DIGITS, "a.txt");
    const whole = await get(file, {}, "HEAD");
    expect([whole.status, whole.headers.get("content-length"), await whole.text()]).toEqual([200, "10", ""]);
    const part = await get(file, { range: "bytes=2-3" }, "HEAD");
    expect([part.status, part.headers.get("content-length")]).toEqual([206, "2"]);
  });

  it.each([
    [
      "a.svg",
      "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
      "image/svg+xml; charset=utf-8",
    ],
    ["a.html", "<!doctype html><script>alert(1)</script>", "text/html; charset=utf-8"],
    ["a.txt", "<html><script>alert(1)</script></html>", "text/html; charset=utf-8"],
    ["a.xml", "<?xml version='1.0'?><x/>", "application/xml; charset=utf-8"],
    ["a.js", "\0alert(1)", "application/octet-stream"],
    ["a.json", "{}", "application/json; charset=utf-8"],
  ])("that a browser could run is sandboxed and offered for saving: %s", async (name, content, type) => {
    const response = await get(await upload(call, content, name));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": type,
      "content-security-policy": "sandbox; default-src 'none'",
      "content-disposition": expect.stringMatching(/^attachment;/),
      "x-content-type-options": "nosniff",
    });
  });

  it.each([
    ["a.gif", GIF, "image/gif"],
    ["a.pdf", "%PDF-1.7\n", "application/pdf"],
  ])("that only shows itself is shown: %s", async (name, content, type) => {
    const { headers } = await get(await upload(call, content, name));
    expect([headers.get("content-type"), headers.get("content-security-policy")]).toEqual([type, null]);
    expect(headers.get("content-disposition")).toMatch(/^inline;/);
  });

  it("is not there under an id that was never used, or once it is deleted", async () => {
    const file = await upload(call, DIGITS, "a.txt");
    await caller.backstage.wiring.resources.remove(ALICE, [file.id]);
    const gone = await get(file);
    expect(await problemOf(gone)).toMatchObject({ status: 404, code: "not-found" });
    const unused = await ids.newResource(ALICE, "a".repeat(20));
    expect(await problemOf(await call(`/v1/resources/${unused}`))).toMatchObject({ status: 404 });
  });
});

describe("a range", () => {
  it("lies within the file and is never empty, whatever was asked for", () => {
    fc.assert(
      fc.property(fc.option(fc.nat(300)), fc.option(fc.nat(300)), fc.nat(200), (first, last, size) => {
        const range = readRange(`bytes=${first ?? ""}-${last ?? ""}`, size);
        if (range === null || range === "unsatisfiable") return;
        expect(range.length).toBeGreaterThan(0);
        expect(range.offset).toBeGreaterThanOrEqual(0);
        expect(range.offset + range.length).toBeLessThanOrEqual(size);
      }),
    );
  });
});

describe("a signed link", () => {
  it("opens its file without a key, in ranges too", async () => {
    const { url, urlExpiresAt } = await upload(call, DIGITS, "a.txt");
    expect(url.startsWith(`${ORIGIN}/v1/resources/res_`)).toBe(true);
    expect(Date.parse(urlExpiresAt)).toBeGreaterThan(Date.now() + 23 * 60 * 60_000);
    expect(await (await caller.bare(url)).text()).toBe(DIGITS);
    expect((await caller.bare(url, { headers: { range: "bytes=0-1" } })).status).toBe(206);
    expect((await caller.bare(url, { method: "HEAD" })).status).toBe(200);
  });

  it("opens nothing once any part of it is changed", async () => {
    const [file, other] = [await upload(call, "one", "1.txt"), await upload(call, "two", "2.txt")];
    const link = new URL(file.url);
    const changed = (change: (url: URL) => void): string => {
      const copy = new URL(link);
      change(copy);
      return copy.href;
    };
    const later = String(Number(link.searchParams.get("expires")) + 3600);
    const signature = link.searchParams.get("signature") ?? "";
    for (const url of [
      changed((copy) => copy.searchParams.set("expires", later)),
      changed((copy) => copy.searchParams.set("t", BOB)),
      changed((copy) =>
        copy.searchParams.set(
          "signature",
          signature.replace(/./, (first) => (first === "0" ? "1" : "0")),
        ),
      ),
      changed((copy) => copy.searchParams.set("signature", signature.slice(0, 16))),
      changed((copy) => copy.searchParams.set("signature", "")),
      changed((copy) => copy.searchParams.delete("expires")),
      changed((copy) => copy.searchParams.delete("t")),
      changed((copy) => {
        copy.pathname = new URL(other.url).pathname;
      }),
    ]) {
      expect(await problemOf(await caller.bare(url))).toMatchObject({ status: 403, code: "forbidden" });
    }
    expect(await problemOf(await caller.bare(changed((copy) => copy.searchParams.delete("signature"))))).toMatchObject({
      status: 401,
    });
  });

  it("opens nothing but files, and none after it expires", async () => {
    const file = await upload(call, "one", "1.txt");
    const { search } = new URL(file.url);
    expect(await problemOf(await caller.bare(`/v1/conversations${search}`))).toMatchObject({ status: 401 });
    const expired = await signLink(ids, ALICE, file.id, "", Date.now() - 26 * 60 * 60_000);
    expect(await problemOf(await caller.bare(expired.url))).toMatchObject({
      status: 403,
      detail: "The link has expired",
    });
  });

  it("lives a day and holds to the last second", async () => {
    const now = Date.UTC(2026, 10, 1, 12, 30);
    const { url, expiresAt } = await signLink(ids, ALICE, "res_x", ORIGIN, now);
    const query = new URL(url).searchParams;
    const parts = { tenant: ALICE, expires: query.get("expires") ?? "", signature: query.get("signature") ?? "" };
    expect(expiresAt).toBe(Date.UTC(2026, 10, 2, 13));
    expect(await readLink(ids, "res_x", parts, expiresAt - 1)).toBe(ALICE);
    await expect(readLink(ids, "res_x", parts, expiresAt)).rejects.toMatchObject({ code: "forbidden" });
    expect((await signLink(ids, ALICE, "res_x", ORIGIN, now + 60_000)).url).toBe(url);
  });
});
