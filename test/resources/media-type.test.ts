import { describe, expect, it } from "vitest";
import { detectMediaType, kindOf } from "../../src/resources/media-type.ts";

/** Texts in UTF-8 and bytes as they are, joined. */
const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));

const PNG = bytes(
  [0x89],
  "PNG\r\n",
  [0x1a, 0x0a, 0, 0, 0, 13],
  "IHDR",
  [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0],
  "IDAT",
);
const JPEG = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], "JFIF", [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
const GIF = bytes("GIF89a", [1, 0, 1, 0, 0, 0, 0, 0x3b]);
const WEBP = bytes(
  "RIFF",
  [26, 0, 0, 0],
  "WEBPVP8L",
  [13, 0, 0, 0, 0x2f, 0, 0, 0, 16, 7, 16, 17, 17, 0x88, 0x88, 0xfe, 7, 0],
);
const WAV = bytes(
  "RIFF",
  [36, 0, 0, 0],
  "WAVEfmt ",
  [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0],
  "data",
  [0, 0, 0, 0],
);
const WEBM = bytes([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x84], "webm");
const ZIP = bytes("PK", [5, 6], new Array<number>(18).fill(0));
const PDF = bytes("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n");

const CASES: readonly (readonly [
  name: string,
  head: Uint8Array,
  declared: string | null,
  type: string,
  kind: string,
])[] = [
  ["a.png", PNG, "image/png", "image/png", "image"],
  ["a.txt", PNG, "text/plain", "image/png", "image"],
  ["a.png", JPEG, "image/png", "image/jpeg", "image"],
  ["a.gif", GIF, null, "image/gif", "image"],
  ["a.webp", WEBP, null, "image/webp", "image"],
  ["a.wav", WAV, "audio/x-wav", "audio/wav", "audio"],
  ["a.webm", WEBM, "video/webm", "video/webm", "video"],
  ["a.webm", WEBM, "audio/webm;codecs=opus", "audio/webm", "audio"],
  ["a.pdf", PDF, null, "application/pdf", "document"],
  ["a.zip", ZIP, "application/zip", "application/zip", "data"],
  ["a.bin", bytes([0, 1, 2, 3, 250, 251]), null, "application/octet-stream", "data"],
  ["a.txt", bytes([0xff, 0xfe, 0x41, 0]), "text/plain", "text/plain", "text"],
  ["a.csv", bytes([0xfe, 0xff, 0, 0x41, 0, 0x2c, 0, 0x42]), null, "text/csv", "table"],
  ["a.csv", bytes("Stra", [0xdf], "e;Ort\n"), null, "text/csv", "table"],
  ["a", bytes("Stra", [0xdf], "e"), "text/plain", "text/plain", "text"],
  ["a", bytes("Stra", [0xdf], "e"), null, "application/octet-stream", "data"],
  ["a.txt", bytes("Stra", [0xdf, 0], "e"), "text/plain", "application/octet-stream", "data"],
  ["a.eml", bytes("Return-Path: <a@b.example>\r\nFrom: a\r\n\r\nHello"), null, "message/rfc822", "document"],
  [
    "a",
    bytes("From a@b.example Mon Jan  1 00:00:00 2026\nFrom: a\n\nHello"),
    "message/rfc822",
    "message/rfc822",
    "document",
  ],
  ["a.eml", bytes("no mail at all"), null, "text/plain", "text"],
  ["a.txt", bytes("Grüße, 世界 🌍"), null, "text/plain", "text"],
  ["a.txt", bytes([0xef, 0xbb, 0xbf], "with a byte order mark"), null, "text/plain", "text"],
  ["car.txt", bytes("BMW builds cars"), null, "text/plain", "text"],
  ["gif.txt", bytes("GIF87a is a format"), null, "text/plain", "text"],
  ["a.md", bytes("# Title"), "text/plain", "text/markdown", "text"],
  ["a", bytes("# Title"), "text/markdown; charset=utf-8", "text/markdown", "text"],
  ["a.csv", bytes("a,b\n1,2\n"), null, "text/csv", "table"],
  ["a.csv", bytes("a;b\n1;2\n"), "application/vnd.ms-excel", "text/csv", "table"],
  ["a.tsv", bytes("a\tb\n"), null, "text/tab-separated-values", "table"],
  ["a.json", bytes('{"a": [1]}'), null, "application/json", "data"],
  ["a.json", bytes('{"a": [1'), "application/json", "text/plain", "text"],
  ["a.jsonl", bytes('{"a":1}\n{"a":2}\n'), null, "application/x-ndjson", "data"],
  ["a.html", bytes("<!DOCTYPE html><html></html>"), "text/plain", "text/html", "document"],
  ["a", bytes("\n <!-- hello --> <HTML lang=en>"), null, "text/html", "document"],
  ["a.txt", bytes("<svg xmlns='http://www.w3.org/2000/svg'/>"), "text/plain", "image/svg+xml", "image"],
  [
    "a.svg",
    bytes('<?xml version="1.0"?>\n<!-- x -->\n<svg:svg xmlns:svg="x"></svg:svg>'),
    null,
    "image/svg+xml",
    "image",
  ],
  ["a.svg", bytes("no drawing at all"), "image/svg+xml", "text/plain", "text"],
  ["a.xml", bytes('<?xml version="1.0"?><note/>'), null, "application/xml", "data"],
  ["a.xml", bytes("<note></note>"), null, "application/xml", "data"],
  ["a.py", bytes("print('hi')"), "text/x-python", "text/plain", "text"],
  ["a.js", bytes("alert(1)"), "text/javascript", "text/plain", "text"],
  ...["constructor", "__proto__", "toString", "hasownproperty"].flatMap(
    (name) =>
      [
        [`x.${name}`, bytes("words"), null, "text/plain", "text"],
        ["x", bytes("words"), name, "text/plain", "text"],
      ] as const,
  ),
  ["a.vtt", bytes("WEBVTT\n\n00:00.000 --> 00:01.000\nHi"), null, "text/vtt", "text"],
];

describe("the media type of a file", () => {
  it.each(CASES)("of %s is found by its bytes (%#)", async (name, head, declaredType, type, kind) => {
    const found = await detectMediaType(head, true, { name, declaredType });
    expect([found, kindOf(found)]).toEqual([type, kind]);
  });

  it("is text when the first part ends in the middle of a character", async () => {
    const head = bytes("a".repeat(100), [0xe4, 0xb8]);
    expect(await detectMediaType(head, false, { name: "a.py", declaredType: null })).toBe("text/plain");
    expect(await detectMediaType(head, true, { name: "a.py", declaredType: null })).toBe("application/octet-stream");
  });

  it.each([
    ["image/png", bytes("not a picture")],
    ["image/jpg", bytes([0, 1, 2, 3])],
    ["audio/mpeg", bytes("not a sound")],
    ["video/mp4", bytes("<html></html>")],
    ["application/pdf", bytes("not a document")],
  ])("is refused where %s is claimed of bytes that are nothing of the kind", async (declaredType, head) => {
    const detected = detectMediaType(head, true, { name: "a", declaredType });
    await expect(detected).rejects.toMatchObject({ code: "unreadable-resource" });
  });

  it("is JSON by its beginning alone when it is long", async () => {
    const long = bytes(`["${"x".repeat(1_000_000)}"`);
    expect(await detectMediaType(long, true, { name: "a.json", declaredType: null })).toBe("application/json");
    const broken = bytes(`x${"y".repeat(1_000_000)}`);
    expect(await detectMediaType(broken, true, { name: "a.json", declaredType: null })).toBe("text/plain");
  });

  it("is no text when a fault stands far behind", async () => {
    for (const fault of [[0xff], [0], [0xe4, 0xb8]]) {
      const head = bytes("x".repeat(3_000_000), fault);
      expect(await detectMediaType(head, true, { name: "a.py", declaredType: null })).toBe("application/octet-stream");
    }
  });

  it("is text wherever a slice cuts a character", async () => {
    for (const pad of ["", "a", "ab", "abc"]) {
      const head = bytes(pad, "🌍".repeat(40_000));
      expect(await detectMediaType(head, true, { name: "a.txt", declaredType: null })).toBe("text/plain");
    }
  });

  it("is found in linear time in a text made to be slow", async () => {
    const head = new TextEncoder().encode("<!--".repeat(1_000_000));
    expect(await detectMediaType(head, false, { name: "a.xml", declaredType: "application/xml" })).toBe("text/plain");
  });
});
