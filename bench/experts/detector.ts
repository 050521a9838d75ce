/**
 * How well the small detector tells and counts what photographs show:
 *
 *   npx node bench/experts/detector.ts PACKAGES
 *
 * PACKAGES holds the packages that detector/photographs.jsonl names, each unpacked in a folder of its name: wheels of
 * scikit-image 0.26.0, scikit-learn 1.9.1, gradio 6.31.0, imgaug 0.4.0 and matplotlib 3.11.2, and Debian 12's opencv-doc,
 * kphotoalbum, lomiri-wallpapers-16.04, lomiri-wallpapers-20.04 and tuxpaint-stamps-default (`dpkg -x`). Their pictures
 * are not part of this repository, as some are under the GPL. What each shows was written down before the detector saw
 * it; "unclear" things may be found or not. The part "dev" chose the threshold, the part "test" is only scored.
 */
import "./detector/wasm-modules.ts";
import { readFile } from "node:fs/promises";
import * as z from "zod";
import type { Detection } from "../../src/providers/embedded/vision/detect/detect.ts";
import { readTensors } from "../../src/safetensors.ts";

const { decodeImage } = await import("../../src/providers/embedded/vision/decode/decode-image.ts");
const { detect } = await import("../../src/providers/embedded/vision/detect/detect.ts");
const { PictureNetwork } = await import("../../src/providers/embedded/vision/networks/network.ts");

const THRESHOLDS = [0.3, 0.4, 0.45, 0.5, 0.6];
const PIXELS = 2_000_000;

const Photograph = z.object({
  part: z.enum(["dev", "test"]),
  file: z.string(),
  things: z.record(z.string(), z.number()),
  unclear: z.array(z.string()).default([]),
});
type Photograph = z.infer<typeof Photograph>;

interface Looked extends Photograph {
  readonly found: readonly Detection[];
}

const here = (path: string): URL => new URL(path, import.meta.url);
const [packages] = process.argv.slice(2);
if (packages === undefined) {
  process.stderr.write("npx node bench/experts/detector.ts PACKAGES\n");
  process.exit(2);
}
const stored = await readFile(here("../../src/providers/embedded/vision/networks/detector.safetensors"));
const network = new PictureNetwork(readTensors(new Uint8Array(stored)));
const lines = (await readFile(here("detector/photographs.jsonl"), "utf8")).trim().split("\n");
const looked: Looked[] = [];
const milliseconds: number[] = [];
for (const photograph of lines.map((line) => Photograph.parse(JSON.parse(line)))) {
  const file = new Uint8Array(await readFile(`${packages}/${photograph.file}`));
  const image = await decodeImage(file, PIXELS).catch((cause: unknown) => {
    console.log(`${photograph.file} is refused: ${cause instanceof Error ? cause.message : cause}`);
  });
  if (!image) continue;
  const started = performance.now();
  const found = await detect(image.raster, network, { spend: async () => {} }, Math.min(...THRESHOLDS));
  milliseconds.push(performance.now() - started);
  looked.push({ ...photograph, found });
}

function score(part: readonly Looked[], threshold: number): string {
  let [right, extra, missed, exact] = [0, 0, 0, 0];
  for (const { things, unclear, found } of part) {
    const counts = new Map<string, number>();
    for (const { label, score } of found) if (score >= threshold) counts.set(label, (counts.get(label) ?? 0) + 1);
    let isExact = true;
    for (const label of new Set([...counts.keys(), ...Object.keys(things)])) {
      const [told, there] = [counts.get(label) ?? 0, things[label] ?? 0];
      const tooMany = unclear.includes(label) ? 0 : Math.max(0, told - there);
      right += Math.min(told, there);
      extra += tooMany;
      missed += Math.max(0, there - told);
      isExact &&= told >= there && tooMany === 0;
    }
    if (isExact) exact += 1;
  }
  const share = (of: number, all: number): string => (all === 0 ? "–" : (of / all).toFixed(2));
  return `precision ${share(right, right + extra)}, recall ${share(right, right + missed)}, all right in ${exact} of ${part.length}`;
}

const hasThings = ({ things }: Looked): boolean => Object.keys(things).length > 0;
for (const part of ["dev", "test"] as const) {
  const own = looked.filter((photograph) => photograph.part === part);
  for (const threshold of THRESHOLDS) {
    console.log(`${part} at ${threshold}: ${score(own, threshold)}`);
    console.log(`  with known things: ${score(own.filter(hasThings), threshold)}`);
    console.log(
      `  without any: ${score(
        own.filter((one) => !hasThings(one)),
        threshold,
      )}`,
    );
  }
}
const sorted = milliseconds.toSorted((one, other) => one - other);
console.log(`a picture takes ${sorted[sorted.length >> 1]?.toFixed(0)} ms, half of the time`);
