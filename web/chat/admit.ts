import { MAX_FILE_BYTES, MAX_FILES } from "./limits.ts";

/** A file that is not attached, and why not. */
export interface Refusal {
  readonly name: string;
  readonly why: string;
}

interface NamedSize {
  readonly name: string;
  readonly size: number;
}

/** Which files may be attached beside those that are, in their order. */
export function admit<File extends NamedSize>(
  files: readonly File[],
  attached: number,
): { readonly admitted: readonly File[]; readonly refused: readonly Refusal[] } {
  const admitted: File[] = [];
  const refused: Refusal[] = [];
  for (const file of files) {
    const why = faultOf(file, attached + admitted.length);
    if (why === null) admitted.push(file);
    else refused.push({ name: file.name, why });
  }
  return { admitted, refused };
}

/** Finer than elsewhere, so that what is a little too large does not read as if it were not. */
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function faultOf({ size }: NamedSize, attached: number): string | null {
  if (size === 0) return "It is empty.";
  if (size > MAX_FILE_BYTES) return `It has ${megabytes(size)}; a file may have ${megabytes(MAX_FILE_BYTES)}.`;
  return attached < MAX_FILES ? null : `A message may have ${MAX_FILES} files.`;
}

/** A name that none of the others has: `image.png`, then `image-2.png`. A request means a file by its name. */
export function distinctName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  let found = name;
  // Among one more names than are taken, one is free.
  for (let number = 2; taken.has(found) && number <= taken.size + 2; number++) found = `${stem}-${number}${ending}`;
  return found;
}
