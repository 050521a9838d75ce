import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutLongStrings, type LongStrings, readAscii, readBeginning, readString } from "../../src/http/long-strings.ts";
import { readBytes } from "../../src/http/read-json.ts";

const bytes = (text: string) => Uint8Array.from(new TextEncoder().encode(text));
const LONG = "iVBORw0KGgo/+AAA".repeat(400);

/** The value with every name replaced by what it stands for. */
function restored(value: unknown, strings: LongStrings): unknown {
  if (typeof value === "string") {
    const long = strings.find(value);
    return long ? readString(long) : value;
  }
  if (Array.isArray(value)) return value.map((one) => restored(one, strings));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, restored(one, strings)]));
}

describe("JSON without its long strings", () => {
  it("is short, and has a name for each", () => {
    const json = JSON.stringify({ a: LONG, b: [LONG, "short"] });
    const strings = cutLongStrings(bytes(json));
    expect(strings.text.length).toBeLessThan(1_000);
    expect(restored(JSON.parse(strings.text), strings)).toEqual({ a: LONG, b: [LONG, "short"] });
  });

  it("comes to the same with them, whatever is in them", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({
        unit: fc.constantFrom("\\", '"', "\\\\", "é", "😀", "a".repeat(900), "\n"),
        minLength: 5,
        maxLength: 40,
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(text, fc.integer(), fc.constant(null)), { maxLength: 8 }), (given) => {
        const strings = cutLongStrings(bytes(JSON.stringify(given)));
        expect(restored(JSON.parse(strings.text), strings)).toEqual(given);
      }),
    );
  });

  it("takes no string of the body for a name", () => {
    const other = cutLongStrings(bytes(JSON.stringify([LONG])));
    const [name] = JSON.parse(other.text) as string[];
    const strings = cutLongStrings(bytes(JSON.stringify([name, LONG])));
    expect(strings.find(name ?? "")).toBeNull();
    expect(strings.find("long-string:0")).toBeNull();
  });

  it.each(['"unended', '{"a": "b', "", "[1, 2", `["${"a".repeat(9_000)}`])(
    "is left to the parser where it is broken: %.20s",
    (text) => {
      expect(cutLongStrings(bytes(text)).text).toBe(text);
    },
  );

  it("is refused where it is long without them, or not UTF-8", () => {
    const many = JSON.stringify(Array.from({ length: 2_000 }, () => "a".repeat(1_000)));
    expect(() => cutLongStrings(bytes(many))).toThrow("1 MiB");
    expect(() => cutLongStrings(Uint8Array.of(0x22, 0xff, 0x22))).toThrow("UTF-8");
  });

  it("gives the ASCII of a string, however it was escaped", () => {
    expect(new TextDecoder().decode(readAscii(bytes("ab+/=")))).toBe("ab+/=");
    expect(new TextDecoder().decode(readAscii(bytes("a\\/b\\u002Bc\\nd\\r\\te\\\\f")))).toBe("a/b+c\nd\r\te\\f");
    expect([...readAscii(bytes("\\u00e9\\uzzzz"))]).toEqual([0xff, 0xff]);
    expect([...readAscii(bytes("a\\"))]).toEqual([0x61, 0xff]);
  });

  it("refuses a string that is not as JSON has it", () => {
    expect(() => readString(bytes("a\\x"))).toThrow("not as JSON has it");
    expect(() => readString(Uint8Array.of(0xff))).toThrow("not as JSON has it");
  });
});

describe("the bytes of a request", () => {
  const request = (body: BodyInit | null) => new Request("http://localhost/", { method: "POST", body });
  const endless = (chunk: number) =>
    new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(chunk)) });

  it("are all of them, announced or not", async () => {
    expect(await readBytes(request("hello"), 5, "too long")).toEqual(bytes("hello"));
    const parts = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes("hel"));
        controller.enqueue(bytes("lo"));
        controller.close();
      },
    });
    expect(await readBytes(request(parts), 5, "too long")).toEqual(bytes("hello"));
    expect(await readBytes(request(null), 5, "too long")).toEqual(new Uint8Array());
  });

  it("are not read past the limit", async () => {
    await expect(readBytes(request("hello!"), 5, "too long")).rejects.toMatchObject({ code: "resource-too-large" });
    await expect(readBytes(request(endless(100_000)), 1_000_000, "too long")).rejects.toMatchObject({
      code: "resource-too-large",
    });
  });
});

describe("the beginning of a long string", () => {
  it("ends within no character and no escape", () => {
    const unit = fc.constantFrom("\\", '"', "é", "😀", "a", "\n", "\u0001", "u");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), fc.nat({ max: 60 }), (text, maxBytes) => {
        const written = bytes(JSON.stringify(text).slice(1, -1));
        const beginning = readBeginning(written, maxBytes);
        expect(text.startsWith(beginning)).toBe(true);
        if (written.byteLength <= maxBytes) expect(beginning).toBe(text);
        else expect(bytes(JSON.stringify(beginning)).byteLength - 2).toBeGreaterThan(maxBytes - 6);
      }),
    );
  });
});
