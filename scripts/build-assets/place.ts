import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Puts a file into a folder that a server may watch, and restart for whatever happens in it: whole or not at all, and
 * nothing happens there for one that is there as it is.
 * @param passing a folder on the same disk that nobody watches
 * @param write writes the file where it is told to
 */
export async function placeFile(
  path: string,
  passing: string,
  write: (path: string) => Promise<unknown>,
): Promise<void> {
  const made = join(passing, "made");
  await write(made);
  if (await isSame(made, path)) return rm(made);
  await mkdir(dirname(path), { recursive: true });
  await rename(made, path);
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [made, there] = await Promise.all([readFile(one), readFile(other).catch(() => null)]);
  return there !== null && made.equals(there);
}
