import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Domain } from "../../../../src/planning/pddl/ast.ts";
import { PddlError } from "../../../../src/planning/pddl/error.ts";
import { parseDomain, parseProblem } from "../../../../src/planning/pddl/parse/index.ts";
import { tasks } from "./arbitrary.ts";
import { printDomain, printProblem } from "./print.ts";

const DOMAIN = parseDomain("(define (domain d) (:types a) (:predicates (p ?x - a)))");

/** Whether the text is read or refused with a position inside it; any other exception passes through. */
function isReadOrRefused(text: string, read: (text: string) => unknown): boolean {
  try {
    read(text);
    return true;
  } catch (error) {
    if (!(error instanceof PddlError)) throw error;
    const { line: number, column } = error;
    if (number === null || column === null) return false;
    const line = text.split(/\r\n|\r|\n/)[number - 1];
    return line !== undefined && column >= 1 && column <= line.length + 1;
  }
}

const endsWell = (text: string): boolean =>
  isReadOrRefused(text, parseDomain) && isReadOrRefused(text, (problem) => parseProblem(problem, DOMAIN));

const WORDS = [
  ..."( ( ( ) ) ) - = ? : ; < ' \" \n \r \t 1 -1 .5 1e9 é 💥 __proto__ constructor hasOwnProperty".split(" "),
  ..."define domain problem d and or not imply forall exists when either increase total-cost object a p ?x".split(" "),
  ..."(define (domain (problem d) (:domain d) (:requirements (:types (:constants (:predicates (:functions".split(" "),
  ..."(:action :parameters :precondition :effect (:objects (:init (:goal (:metric minimize :strips (p ?x)".split(" "),
];

/** The text with some pieces cut out, doubled, or replaced by words. */
const damaged = fc
  .tuple(
    tasks,
    fc.boolean(),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 12 }), fc.constantFrom("", ...WORDS)), { maxLength: 4 }),
  )
  .map(([{ domain, problem }, isDomain, cuts]) => {
    const text = isDomain ? printDomain(domain) : printProblem(problem);
    const cut = (damaged: string, [at, length, word]: readonly [number, number, string]): string => {
      const start = at % (damaged.length + 1);
      return `${damaged.slice(0, start)} ${word} ${damaged.slice(start + length)}`;
    };
    return { domain, text: cuts.reduce(cut, text) };
  });

describe("the parser", () => {
  it("gives back any domain and problem that was printed", () => {
    fc.assert(
      fc.property(tasks, ({ domain, problem }) => {
        const read = parseDomain(printDomain(domain));
        expect(read).toEqual(domain);
        expect(parseProblem(printProblem(problem), read)).toEqual(problem);
      }),
      { numRuns: 300 },
    );
  });

  it("reads in upper case what it reads in lower case", () => {
    fc.assert(
      fc.property(tasks, ({ domain }) => {
        expect(parseDomain(printDomain(domain).toUpperCase())).toEqual(domain);
      }),
    );
  });

  it("reads or refuses any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), endsWell));
  });

  it("reads or refuses any words of the language", () => {
    const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 });
    fc.assert(
      fc.property(words, (drawn) => endsWell(drawn.join(" ")) && endsWell(`(define (domain d) ${drawn.join(" ")}`)),
      { numRuns: 2_000 },
    );
  });

  it("reads or refuses any damaged text", () => {
    fc.assert(
      fc.property(
        damaged,
        ({ domain, text }: { domain: Domain; text: string }) =>
          isReadOrRefused(text, parseDomain) && isReadOrRefused(text, (problem) => parseProblem(problem, domain)),
      ),
      { numRuns: 500 },
    );
  });
});
