import { isAskedPart } from "../read/asked-parts.ts";
import type { MaterialPart } from "../read/parts.ts";
import type { Referent } from "./referents.ts";

/** A part in a clause or around it and what it is; `null` for a file that nobody has. */
export interface PartNearby {
  readonly part: MaterialPart;
  readonly thing: Referent | null;
}

/** The words of parts that were quoted or pasted, in order. */
export const quotesIn = (parts: readonly PartNearby[]): readonly string[] =>
  parts.flatMap(({ part }) => (part.as === "quote" || part.as === "passage" ? [part.text] : []));

/** Whether it is something to work on: code is run, and questions are put. */
export const isMaterial = ({ part }: PartNearby): boolean => part.as !== "code" && !isAskedPart(part);
