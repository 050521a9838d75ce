import type { TokenCursor } from "./cursor.ts";

/** What the planner understands. Requirements are read and kept; that one is missing refuses nothing. */
const REQUIREMENTS: ReadonlySet<string> = new Set([
  ":strips",
  ":typing",
  ":negative-preconditions",
  ":negation",
  ":equality",
  ":disjunctive-preconditions",
  ":existential-preconditions",
  ":universal-preconditions",
  ":quantified-preconditions",
  ":conditional-effects",
  ":adl",
  ":action-costs",
]);

/** Tokens at which the contents of the sections of each keyword begin. */
export class Sections {
  readonly #cursor: TokenCursor;
  readonly #starts = new Map<string, number[]>();

  constructor(cursor: TokenCursor) {
    this.#cursor = cursor;
  }

  /**
   * Passes over `(:keyword …)` until the closing parenthesis, which it passes too.
   * @param repeatable the one keyword that may come more than once
   * @throws PddlError `unsupported` for a section not known, `meaning` for one that comes twice
   */
  find(known: ReadonlySet<string>, repeatable: string | null): void {
    const cursor = this.#cursor;
    while (!cursor.is(")")) {
      const start = cursor.at;
      cursor.open("'(' of a section");
      const at = cursor.at;
      const keyword = cursor.keyword("the keyword of a section");
      if (!known.has(keyword)) throw cursor.failure("unsupported", `the section '${keyword}' is not supported`, at);
      const starts = this.#starts.get(keyword) ?? [];
      if (starts.length > 0 && keyword !== repeatable) {
        throw cursor.failure("meaning", `a second section '${keyword}'`, at);
      }
      starts.push(cursor.at);
      this.#starts.set(keyword, starts);
      cursor.goTo(start);
      cursor.skip();
    }
    cursor.close();
  }

  /** Goes to the contents of each section of the keyword, in order; `read` must leave the closing parenthesis. */
  read(keyword: string, read: () => void): boolean {
    const starts = this.#starts.get(keyword) ?? [];
    for (const start of starts) {
      this.#cursor.goTo(start);
      read();
      this.#cursor.close();
    }
    return starts.length > 0;
  }
}

/** Reads `(define (domain name)` or `(define (problem name)`. */
export function readHeader(cursor: TokenCursor, kind: "domain" | "problem"): string {
  cursor.open("'('");
  cursor.literal("define");
  cursor.open(`'(' of the ${kind}'s name`);
  cursor.literal(kind);
  const name = cursor.name(`the ${kind}'s name`);
  cursor.close();
  return name;
}

/** @throws PddlError `unsupported` for a requirement that the planner does not know or meet */
export function readRequirements(cursor: TokenCursor): readonly string[] {
  const requirements = new Set<string>();
  while (!cursor.is(")")) {
    const at = cursor.at;
    const requirement = cursor.keyword("a requirement");
    if (!REQUIREMENTS.has(requirement)) {
      throw cursor.failure("unsupported", `the requirement '${requirement}' is not supported`, at);
    }
    requirements.add(requirement);
  }
  return [...requirements];
}
