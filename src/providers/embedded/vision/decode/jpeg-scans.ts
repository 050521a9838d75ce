import { AppError } from "../../../../domain/errors.ts";
import { pixelsOf } from "../raster.ts";
import type { JpegHeader } from "./jpeg-header.ts";

/** Blocks of 8 × 8 samples, of all scans together: a progressive photo of 22 megapixels in the usual ten scans has 5 million. */
const MAX_SCANNED_BLOCKS = 8_000_000;
const BLOCK_SAMPLES = 64;
const SOS = 0xda;

/**
 * Refuses a JPEG whose scans go over its blocks too often: a scan of a few bytes can say that a million blocks stay as
 * they are, and a file may have as many scans as it likes.
 * @throws {AppError} `resource-too-complex`
 */
export function checkScans(file: Uint8Array, header: JpegHeader): void {
  const across = Math.max(...header.components.map((component) => component.across));
  const down = Math.max(...header.components.map((component) => component.down));
  const shares = header.components.map((component) => (component.across * component.down) / (across * down));
  let blocks = 0;
  let scans = 0;
  for (let at = file.indexOf(0xff); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    if (file[at + 1] !== SOS) continue;
    scans += 1;
    for (let entry = 0; entry < Math.min(file[at + 4] ?? 0, shares.length); entry++) {
      const id = file[at + 5 + entry * 2];
      const component = header.components.findIndex((one) => one.id === id);
      blocks += (pixelsOf(header) * (shares[component] ?? 1)) / BLOCK_SAMPLES;
    }
  }
  if (blocks <= MAX_SCANNED_BLOCKS) return;
  const [has, limit] = [Math.ceil(blocks), MAX_SCANNED_BLOCKS].map((count) => count.toLocaleString("en"));
  throw new AppError(
    "resource-too-complex",
    `The JPEG has ${scans.toLocaleString("en")} scans with ${has} blocks of pixels together; the limit is ${limit}. Save it as a baseline JPEG.`,
  );
}
