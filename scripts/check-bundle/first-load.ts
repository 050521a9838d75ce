import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/**
 * What a browser fetches before the web app can be used: the page, and the scripts, styles and pictures that it names.
 * @param assets the folder that `npm run build:assets` fills
 * @returns gzipped bytes
 * @throws {Error} where the page names a file that is not there
 */
export async function firstLoadBytes(assets: string): Promise<number> {
  const page = await readFile(join(assets, "web/index.html"));
  const named = [...page.toString().matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name]) => name ?? "");
  const files = await Promise.all([...new Set(named)].map((name) => readFile(join(assets, name))));
  return [page, ...files].reduce((sum, content) => sum + gzipSync(content).byteLength, 0);
}
