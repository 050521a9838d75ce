import type { Problem } from "../ast.ts";
import { readAtom, readTerms, type Vocabulary } from "./atom.ts";
import type { TokenCursor } from "./cursor.ts";

/** Reads the initial state: atoms, which may repeat, and values of functions. What it does not say is false. */
export class InitReader {
  readonly #cursor: TokenCursor;
  readonly #vocabulary: Vocabulary;
  readonly #init: Problem["init"][number][] = [];
  readonly #values: Problem["values"][number][] = [];
  readonly #known = new Set<string>();
  readonly #denied = new Map<string, number>();
  readonly #valueOf = new Map<string, number>();

  constructor(cursor: TokenCursor, vocabulary: Vocabulary) {
    this.#cursor = cursor;
    this.#vocabulary = vocabulary;
  }

  /** Reads up to the closing parenthesis. */
  read(): Pick<Problem, "init" | "values"> {
    const cursor = this.#cursor;
    while (!cursor.is(")")) this.#readOne();
    for (const [key, at] of this.#denied) {
      if (this.#known.has(key)) throw cursor.failure("meaning", `'${key}' is both stated and denied`, at);
    }
    return { init: this.#init, values: this.#values };
  }

  #readOne(): void {
    const cursor = this.#cursor;
    cursor.open("'(' of an atom");
    const at = cursor.at;
    const head = cursor.head("a predicate name");
    if (head === "=") {
      this.#readValue();
      return;
    }
    if (head === "not") {
      this.#readDenial();
      return;
    }
    if (head === "at" && cursor.isNumber() && this.#isTimed()) {
      throw cursor.failure("unsupported", "a timed initial literal is not supported", at);
    }
    const atom = readAtom(cursor, head, at, this.#vocabulary, null);
    const key = keyOf(head, atom.terms);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#init.push(atom);
  }

  /** `(at 5 (lit lamp))`, where `(at 5 home)` would place an object of that name. */
  #isTimed(): boolean {
    const { at } = this.#cursor;
    this.#cursor.next();
    const isTimed = this.#cursor.is("(");
    this.#cursor.goTo(at);
    return isTimed;
  }

  /** A negative literal says what is so anyway, as all that is not stated is false. */
  #readDenial(): void {
    const cursor = this.#cursor;
    cursor.open("'(' of an atom");
    const at = cursor.at;
    const { predicate, terms } = readAtom(cursor, cursor.name("a predicate name"), at, this.#vocabulary, null);
    this.#denied.set(keyOf(predicate, terms), at);
    cursor.close();
  }

  #readValue(): void {
    const cursor = this.#cursor;
    cursor.open("'(' of a function");
    const at = cursor.at;
    const name = cursor.name("a function name");
    const parameters = this.#vocabulary.functions.get(name);
    if (parameters === undefined) throw cursor.failure("meaning", `unknown function '${name}'`, at);
    const terms = readTerms(cursor, name, parameters, this.#vocabulary, null);
    const valueAt = cursor.at;
    const value = cursor.number();
    if (value === null) throw cursor.expected("a number");
    if (value < 0) throw cursor.failure("unsupported", "a negative value is not supported", valueAt);
    cursor.close();
    const key = keyOf(name, terms);
    const before = this.#valueOf.get(key);
    if (before === value) return;
    if (before !== undefined) throw cursor.failure("meaning", `'${key}' has two values, ${before} and ${value}`, at);
    this.#valueOf.set(key, value);
    this.#values.push({ predicate: name, terms, value });
  }
}

function keyOf(head: string, terms: readonly string[]): string {
  return terms.length === 0 ? head : `${head} ${terms.join(" ")}`;
}
