/** Copies what the Worker reads as static assets out of the installed packages into `.assets/`. */
import { cp, mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
const ASSETS: Readonly<Record<string, string>> = {
  "experts/eng.traineddata.gz": "node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz",
};

const target = new URL(".assets/", root);
await rm(target, { recursive: true, force: true });
await mkdir(new URL("experts/", target), { recursive: true });
for (const [to, from] of Object.entries(ASSETS)) {
  await cp(fileURLToPath(new URL(from, root)), fileURLToPath(new URL(to, target)));
}
