import { ALWAYS, type Formula } from "../ast.ts";
import { readAtom, readTerm, type Vocabulary } from "./atom.ts";
import type { TokenCursor } from "./cursor.ts";
import type { ParseScope } from "./scope.ts";
import { readVariables } from "./typed-list.ts";

const COMPARISONS: ReadonlySet<string> = new Set(["<", ">", "<=", ">="]);

/** Of PDDL 3; a domain may have a predicate of such a name. */
const PREFERENCES: ReadonlySet<string> = new Set([
  "preference",
  "always",
  "sometime",
  "within",
  "at-most-once",
  "sometime-after",
  "sometime-before",
  "always-within",
  "hold-during",
  "hold-after",
]);

/**
 * Reads one condition; `()` always holds. Nesting is bounded where tokens are made.
 * @throws PddlError `syntax`, `meaning`, or `unsupported` for numeric conditions and preferences
 */
export function readFormula(cursor: TokenCursor, vocabulary: Vocabulary, scope: ParseScope): Formula {
  cursor.open("'(' of a condition");
  if (cursor.is(")")) {
    cursor.close();
    return ALWAYS;
  }
  const at = cursor.at;
  const head = cursor.head("a predicate name");
  switch (head) {
    case "and":
    case "or":
      return { is: head, of: readFormulas(cursor, vocabulary, scope) };
    case "not": {
      const of = readFormula(cursor, vocabulary, scope);
      cursor.close();
      return { is: "not", of };
    }
    case "imply": {
      const condition = readFormula(cursor, vocabulary, scope);
      const consequence = readFormula(cursor, vocabulary, scope);
      cursor.close();
      // biome-ignore lint/suspicious/noThenProperty: the contract names it so, and no formula is awaited
      return { is: "imply", if: condition, then: consequence };
    }
    case "forall":
    case "exists": {
      const declarations = readVariables(cursor, vocabulary.types);
      const formula = scope.within(cursor, declarations, false, (variables): Formula => {
        return { is: head, variables, of: readFormula(cursor, vocabulary, scope) };
      });
      cursor.close();
      return formula;
    }
    case "=":
      return readEquality(cursor, vocabulary, scope);
    default:
      refuseUnsupported(cursor, head, at, vocabulary);
      return { is: "atom", ...readAtom(cursor, head, at, vocabulary, scope) };
  }
}

function readFormulas(cursor: TokenCursor, vocabulary: Vocabulary, scope: ParseScope): readonly Formula[] {
  const formulas: Formula[] = [];
  while (!cursor.is(")")) formulas.push(readFormula(cursor, vocabulary, scope));
  cursor.close();
  return formulas;
}

function readEquality(cursor: TokenCursor, vocabulary: Vocabulary, scope: ParseScope): Formula {
  const side = (): string => {
    if (cursor.is("(")) throw cursor.failure("unsupported", "a function in a condition is not supported");
    return readTerm(cursor, vocabulary, scope).name;
  };
  const left = side();
  const right = side();
  cursor.close();
  return { is: "equal", left, right };
}

function refuseUnsupported(cursor: TokenCursor, head: string, at: number, vocabulary: Vocabulary): void {
  if (COMPARISONS.has(head))
    throw cursor.failure("unsupported", `the numeric condition '${head}' is not supported`, at);
  if (PREFERENCES.has(head) && !vocabulary.predicates.has(head)) {
    throw cursor.failure("unsupported", `'${head}' is not supported`, at);
  }
}
