import type { Kind } from "../../src/domain/kinds.ts";

const UNITS = ["kB", "MB", "GB", "TB"] as const;

/** "820 bytes", "101 kB", "3.8 MB": thousands, as file managers count. */
export function sizeWords(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return "size not known";
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let value = bytes / 1_000;
  let unit = 0;
  // What rounds to a thousand of one unit is one of the next.
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit++;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}

/** "0:07", "12:30", "1:02:03"; "0:00" while nobody knows. */
export function timeWords(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) return "0:00";
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor(whole / 60) % 60;
  const two = (part: number): string => String(part).padStart(2, "0");
  const rest = two(whole % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}

/** "96%", "0.4%"; what is not quite all or nothing does not read as if it were. */
export function shareWords(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return "<0.1%";
  if (percent < 100 && percent > 99.9) return ">99.9%";
  return `${percent < 9.95 || percent > 99 ? Number(percent.toFixed(1)) : Math.round(percent)}%`;
}

/** What the kinds are called whose names do not say it. */
const KINDS: Readonly<Record<string, string>> = {
  "image/canny": "edges (Canny)",
  "image/hed": "soft edges",
  "image/mlsd": "straight lines",
  "image/normal": "surface normals",
  "image/pose": "body poses",
  "image/depth": "depth map",
  "image/seg": "map of regions",
};

export const kindWords = (kind: Kind): string => KINDS[kind] ?? kind.replace("/", ", ");

/** What turns the direction of what follows, or is not seen: a name must not look like another. */
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** A file's name as it is safe to show. */
export const shownName = (name: string): string => name.replace(UNSEEN, "") || "without a name";

/** "target_lang" → "target lang": the name of a port, or of a field, as words. */
export const plainWords = (name: string): string => name.replace(/[_-]+/g, " ").trim() || name;
