/**
 * How a picture is to be turned before it is looked at, as EXIF 2.3 (4.6.4, tag 0x0112) numbers it:
 * 1 as it is, 2 mirrored, 3 by half a turn, 4 flipped, 5 to 8 with rows and columns exchanged.
 */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8];
const ORIENTATION_TAG = 0x0112;
const TYPE_SHORT = 3;
const ENTRY_BYTES = 12;
/** IFD0 of real cameras holds some twenty entries; more is a file made to waste our time. */
const MAX_ENTRIES = 200;

/** Reads the orientation out of an EXIF block, from its TIFF header on; 1 for anything unreadable. */
export function exifOrientation(tiff: Uint8Array): Orientation {
  if (tiff.length < 8) return 1;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = view.getUint16(0) === 0x4949;
  if (!little && view.getUint16(0) !== 0x4d4d) return 1;
  const directory = view.getUint32(4, little);
  if (directory + 2 > tiff.length) return 1;
  const entries = Math.min(view.getUint16(directory, little), MAX_ENTRIES);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return 1;
    if (view.getUint16(at, little) !== ORIENTATION_TAG || view.getUint16(at + 2, little) !== TYPE_SHORT) continue;
    const value = view.getUint16(at + 8, little);
    return ORIENTATIONS.find((orientation) => orientation === value) ?? 1;
  }
  return 1;
}
