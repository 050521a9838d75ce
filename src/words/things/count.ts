import { counted } from "../nouns.ts";

/** A thing that was found in a picture. */
export interface Countable {
  /** How many more of its kind were seen less surely in its picture, and are not counted. */
  readonly fainter?: number | undefined;
}

/** "2", "at least 2" where more were seen less surely; "at least 2 dogs" with a noun. */
export const countOf = (objects: readonly Countable[], noun?: string): string => {
  const count = noun === undefined ? objects.length : counted(noun, objects.length);
  return `${objects.some(({ fainter = 0 }) => fainter > 0) ? "at least " : ""}${count}`;
};
