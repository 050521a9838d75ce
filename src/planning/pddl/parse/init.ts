import type { Problem } from "../ast.ts";
import type { ExpressionList } from "./expressions.ts";
import { readAtom, readAtomOf, readFunction, type Vocabulary } from "./vocabulary.ts";

/** Reads the initial state: atoms, which may repeat, and values of functions. What it does not say is false. */
export function readInit(section: ExpressionList, vocabulary: Vocabulary): Pick<Problem, "init" | "values"> {
  const atoms = new Map<string, Problem["init"][number]>();
  const values = new Map<string, Problem["values"][number]>();
  /** A negative literal says what is so anyway, as all that is not stated is false. */
  const denied = new Map<string, number>();
  while (!section.isAtEnd) {
    const list = section.list("'(' of an atom");
    const { at } = list;
    const head = list.head("a predicate name");
    if (head === "=") {
      const value = readValue(list, vocabulary);
      const key = keyOf(value.predicate, value.terms);
      const before = values.get(key) ?? value;
      if (before.value !== value.value) {
        const message = `'${key}' has two values, ${before.value} and ${value.value}`;
        throw list.failure("meaning", message, value.at);
      }
      values.set(key, { predicate: value.predicate, terms: value.terms, value: value.value });
    } else if (head === "not") {
      const atom = readAtom(list, vocabulary, null);
      denied.set(keyOf(atom.predicate, atom.terms), atom.at);
    } else {
      // `(at 5 (lit lamp))`, where `(at 5 home)` would place an object of that name.
      if (head === "at" && list.isNumber && list.isBeforeList) {
        throw list.failure("unsupported", "a timed initial literal is not supported", at);
      }
      const atom = readAtomOf(list, head, at, vocabulary, null);
      atoms.set(keyOf(atom.predicate, atom.terms), atom);
    }
    list.close();
  }
  for (const [key, at] of denied) {
    if (atoms.has(key)) throw section.failure("meaning", `'${key}' is both stated and denied`, at);
  }
  return { init: [...atoms.values()], values: [...values.values()] };
}

function readValue(list: ExpressionList, vocabulary: Vocabulary) {
  if (!list.is("list")) throw list.expected("'(' of a function");
  const at = list.at + 1;
  const { function: predicate, terms } = readFunction(list, vocabulary, null);
  const valueAt = list.at;
  const value = list.number("a number");
  if (value < 0) throw list.failure("unsupported", "a negative value is not supported", valueAt);
  return { predicate, terms, value, at };
}

function keyOf(head: string, terms: readonly string[]): string {
  return [head, ...terms].join(" ");
}
