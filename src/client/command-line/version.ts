import { readFile } from "node:fs/promises";

/** Beside the sources or beside what was built of them. */
const PACKAGE = new URL(import.meta.url.endsWith(".ts") ? "../../../package.json" : "../package.json", import.meta.url);

/** The version of the package that this is the command line of. */
export async function readVersion(): Promise<string> {
  const { version }: { readonly version: string } = JSON.parse(await readFile(PACKAGE, "utf8"));
  return version;
}
