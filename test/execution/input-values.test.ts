import { describe, expect, it } from "vitest";
import type { Resource, Value } from "../../src/domain/resources.ts";
import { openInputs } from "../../src/execution/input-values.ts";
import type { InputValue } from "../../src/providers/provider.ts";
import { resourceOf, utf8 } from "./values.ts";

const neverOpened = async (): Promise<never> => {
  throw new Error("It was opened");
};

function only(value: Value, open: (resource: Resource) => Promise<ReadableStream<Uint8Array>> = neverOpened) {
  const [input] = openInputs({ port: [value] }, open).port ?? [];
  if (!input) throw new Error("There is no input");
  return input;
}

const stored = (content: Uint8Array<ArrayBuffer>, fields: Partial<Resource> = {}): InputValue =>
  only({ as: "resource", kind: "text", resource: resourceOf(content, fields) }, async () =>
    new Blob([content]).stream(),
  );

const FORMS = ["text", "json", "bytes"] as const;
const small = (text: string): InputValue => only({ as: "text", kind: "text", text });
const data = (value: { readonly a: number }): InputValue => only({ as: "data", kind: "data", data: value });

describe("a value that was never a file", () => {
  it("bears its port's name and its size in bytes", () => {
    expect(small("Grüße")).toMatchObject({ kind: "text", mediaType: "text/plain", name: "port", size: 7 });
    expect(data({ a: 1 })).toMatchObject({ kind: "data", mediaType: "application/json", size: 7 });
  });

  it("can be read in every form", async () => {
    const input = data({ a: 1 });
    expect(await input.text()).toBe('{"a":1}');
    expect(await input.json()).toEqual({ a: 1 });
    expect(await input.bytes()).toEqual(utf8('{"a":1}'));
    expect(await new Response(await input.stream()).text()).toBe('{"a":1}');
    expect(await small("17").json()).toBe("17");
  });

  it.each(FORMS)("is refused where it is larger than asked for: %s", async (form) => {
    await expect(small("Grüße")[form](6)).rejects.toMatchObject({ code: "resource-too-large" });
    expect(await small("Grüße")[form](7)).toBeDefined();
  });
});

describe("a stored value", () => {
  it("bears its resource's name, kind and size", () => {
    expect(stored(utf8("x"), { name: "cat.png", kind: "image", mediaType: "image/png" })).toMatchObject({
      name: "cat.png",
      kind: "image",
      mediaType: "image/png",
      size: 1,
    });
  });

  it("can be read in every form", async () => {
    const input = stored(utf8('["ü"]'));
    expect(await input.text()).toBe('["ü"]');
    expect(await input.json()).toEqual(["ü"]);
    expect(await input.bytes()).toEqual(utf8('["ü"]'));
    expect(await new Response(await input.stream()).text()).toBe('["ü"]');
  });

  it("is not opened before it is read", () => {
    expect(only({ as: "resource", kind: "text", resource: resourceOf(utf8("x")) }).name).toBe("file.txt");
  });

  it.each(FORMS)("is refused, unopened, where it is larger than asked for: %s", async (form) => {
    const input = only({ as: "resource", kind: "text", resource: resourceOf(utf8("12345")) });
    await expect(input[form](4)).rejects.toMatchObject({
      code: "resource-too-large",
      message: expect.stringContaining("file.txt has 5 bytes"),
    });
  });

  it.each(FORMS)("is refused, unopened, where no expert can take it: %s", async (form) => {
    const resource = resourceOf(utf8(""), { bytes: 32 * 1024 * 1024 + 1 });
    const input = only({ as: "resource", kind: "text", resource });
    await expect(input[form]()).rejects.toMatchObject({ code: "resource-too-large" });
  });

  it("is passed on as a stream whatever its size", async () => {
    const input = stored(utf8("x"), { bytes: 32 * 1024 * 1024 + 1 });
    expect(await new Response(await input.stream()).text()).toBe("x");
  });

  it("that is not UTF-8 is read as programs on Windows write", async () => {
    const latin1 = Uint8Array.of(0x47, 0x72, 0xfc, 0xdf, 0x65);
    expect(await stored(latin1).text()).toBe("Grüße");
    expect(await stored(latin1).bytes()).toEqual(latin1);
  });

  it("with bytes that no text has is none", async () => {
    const binary = Uint8Array.of(0x47, 0x72, 0xfc, 0, 0x65);
    await expect(stored(binary).text()).rejects.toMatchObject({ code: "unreadable-resource" });
    await expect(stored(binary).json()).rejects.toMatchObject({ code: "unreadable-resource" });
  });

  it("is read in its format: a web page as its words", async () => {
    const page = stored(utf8("<!doctype html><title>Fares</title><p>From <b>£24</b>"), { mediaType: "text/html" });
    expect(await page.text()).toBe("Fares\nFrom £24");
    await expect(page.text(10)).rejects.toMatchObject({ code: "resource-too-large" });
  });

  it("that is not JSON has none", async () => {
    await expect(stored(utf8("{")).json()).rejects.toMatchObject({ code: "unreadable-resource" });
    await expect(stored(utf8("")).json()).rejects.toMatchObject({ code: "unreadable-resource" });
  });

  it("loses the mark of byte order that some programs write", async () => {
    expect(await stored(utf8("\ufeff[1]")).json()).toEqual([1]);
  });
});

it("a port has all its values, in order", async () => {
  const values = ["a", "b"].map((text): Value => ({ as: "text", kind: "text", text }));
  const { port = [] } = openInputs({ port: values }, neverOpened);
  expect(await Promise.all(port.map((value) => value.text()))).toEqual(["a", "b"]);
});
