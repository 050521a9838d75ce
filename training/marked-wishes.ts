import type { WishTag } from "../src/planning/embedded/rank/wish-tags.ts";
import type { Reading } from "../src/planning/embedded/read/parts.ts";
import type { RequestToken } from "../src/planning/embedded/read/tokens.ts";

/** A request in which the words of each wish are marked. */
export interface MarkedWishes {
  /** Without its marks. */
  readonly request: string;
  readonly wishes: readonly MarkedWish[];
}

/** Offsets of the request. */
interface MarkedWish {
  readonly start: number;
  readonly end: number;
  readonly as: "order" | "question" | "condition";
}

const MARKS: Readonly<Record<string, readonly [as: MarkedWish["as"], closedBy: string]>> = {
  "{": ["order", "}"],
  "[": ["question", "]"],
  "<": ["condition", ">"],
};

/**
 * Reads "{Summarize it} and tell me [who signed it] <if anybody did>".
 * @throws {RangeError} for a mark that is not closed, or within another
 */
export function parseWishes(marked: string): MarkedWishes {
  const wishes: MarkedWish[] = [];
  let request = "";
  let open: { readonly start: number; readonly as: MarkedWish["as"]; readonly closedBy: string } | null = null;
  for (const char of marked) {
    const [as, closedBy] = MARKS[char] ?? [];
    if (as !== undefined && closedBy !== undefined) {
      if (open) throw new RangeError(`A mark stands in another: ${marked}`);
      open = { start: request.length, as, closedBy };
    } else if (char === "}" || char === "]" || char === ">") {
      if (open?.closedBy !== char) throw new RangeError(`There is half a mark: ${marked}`);
      wishes.push({ start: open.start, end: request.length, as: open.as });
      open = null;
    } else request += char;
  }
  if (open) throw new RangeError(`There is half a mark: ${marked}`);
  return { request, wishes };
}

/** What the words of a request are, one a token; null for those of quotations, of which that is not asked. */
export function wishTagsOf(
  tokens: readonly RequestToken[],
  { stretchOf }: Reading,
  { wishes }: MarkedWishes,
): readonly (WishTag | null)[] {
  let before: MarkedWish | undefined;
  return tokens.map(({ at, isQuoted }): WishTag | null => {
    if (isQuoted) return null;
    const { from } = stretchOf(at, at + 1);
    const wish = wishes.find(({ start, end }) => from >= start && from < end);
    const isFirst = wish !== before;
    before = wish;
    if (!wish) return "none";
    return wish.as === "condition" || !isFirst ? wish.as : `${wish.as}-begins`;
  });
}
