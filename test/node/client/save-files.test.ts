import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileOf, safeFileName, writeNew } from "../../../src/client/command-line/save-files.ts";
import { CONTROL, hostileText } from "./hostile.ts";

describe("the file that an address leads to", () => {
  it.each([
    ["/v1/resources/res_00aa", "res_00aa"],
    ["/v1/resources/res_00aa?signature=1", "res_00aa"],
    // As a language model makes one up.
    ["/v1/resources/file_123", null],
    ["/v1/resources/res_00aa/more", null],
    ["https://example.org/v1/resources/res_00aa", null],
  ])("of %j is %j", (href, id) => {
    expect(fileOf(href)).toBe(id);
  });
});

describe("the name of a saved file", () => {
  it.each([
    ["photo.jpg", "photo.jpg"],
    ["Größe 図.png", "Größe 図.png"],
    ["../../.ssh/id_rsa", "_.._.ssh_id_rsa"],
    ["..", "file-"],
    ["", "file-"],
    ["C:\\boot.ini", "C__boot.ini"],
    ["CON.txt", "file-CON.txt"],
    ["a\u202egnp.exe", "agnp.exe"],
    ["two\nlines.txt", "two lines.txt"],
    ["trailing. . ", "trailing"],
  ])("%j becomes %j", (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it("keeps its extension when it is cut", () => {
    expect(safeFileName(`${"ü".repeat(5_000)}.png`)).toMatch(/^ü{100}$/);
    expect(safeFileName(`${"ü".repeat(300)}.png`)).toMatch(/^ü{98}\.png$/);
  });

  it("stays in its folder, is short and has no controls, whatever it was", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hostileText, fc.constantFrom("/", "\\", "..", ".", "\0", "~", "%2f"))), (parts) => {
        const safe = safeFileName(parts.join(""));
        expect(safe).toBe(basename(safe));
        expect(safe).not.toMatch(CONTROL);
        expect(safe).not.toMatch(/^\.|[/\\]/);
        expect(safe.length).toBeGreaterThan(0);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(205);
      }),
    );
  });
});

describe("a saved file", () => {
  it("is there in full or not at all", async () => {
    const folder = await mkdtemp(join(tmpdir(), "impresario-save-"));
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode("half of it");
      throw new Error("The connection broke");
    }
    try {
      await expect(writeNew(folder, "speech.wav", breaking())).rejects.toThrow("The connection broke");
      expect(await readdir(folder)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
