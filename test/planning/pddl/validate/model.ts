import { type Expression, listOf, readExpressions, wordOf, write } from "./expression.ts";

/** A variable or object and the types it may be of. */
export interface Typed {
  readonly name: string;
  readonly types: readonly string[];
}

export interface Action {
  readonly parameters: readonly Typed[];
  readonly precondition: Expression;
  readonly effect: Expression;
}

export interface Model {
  readonly parents: ReadonlyMap<string, readonly string[]>;
  readonly objects: ReadonlyMap<string, readonly string[]>;
  readonly predicates: ReadonlySet<string>;
  readonly actions: ReadonlyMap<string, Action>;
  /** Atoms as written: `(at ball1 rooma)`. */
  readonly init: ReadonlySet<string>;
  /** Values of functions, by the function's term as written. */
  readonly values: ReadonlyMap<string, number>;
  readonly goal: Expression;
  readonly countsCost: boolean;
}

/** Reads `a b - t c - (either u v) d`; what has no type is an object. */
export function readTyped(list: readonly Expression[]): Typed[] {
  const typed: Typed[] = [];
  let waiting: string[] = [];
  for (let i = 0; i < list.length; i++) {
    if (list[i] !== "-") {
      waiting.push(wordOf(list[i]));
      continue;
    }
    i++;
    const type = list[i];
    const types = typeof type === "string" ? [type] : listOf(type).slice(1).map(wordOf);
    typed.push(...waiting.map((name) => ({ name, types })));
    waiting = [];
  }
  return [...typed, ...waiting.map((name) => ({ name, types: ["object"] }))];
}

/** The sections of a `(define …)`, of which there may be several of one name. */
function sectionsOf(text: string): (name: string) => readonly (readonly Expression[])[] {
  const [define] = readExpressions(text);
  const [keyword, , ...sections] = listOf(define);
  if (keyword !== "define") throw new Error("This defines nothing");
  return (name) =>
    sections
      .map(listOf)
      .filter(([first]) => first === name)
      .map((section) => section.slice(1));
}

function readAction([name, ...rest]: readonly Expression[]): [string, Action] {
  const part = (key: string): readonly Expression[] => {
    const at = rest.indexOf(key);
    return at < 0 ? [] : listOf(rest[at + 1]);
  };
  return [
    wordOf(name),
    { parameters: readTyped(part(":parameters")), precondition: part(":precondition"), effect: part(":effect") },
  ];
}

export function readModel(domainText: string, problemText: string): Model {
  const domain = sectionsOf(domainText);
  const problem = sectionsOf(problemText);
  const typed = (sections: readonly (readonly Expression[])[]) =>
    sections.flatMap(readTyped).map(({ name, types }): [string, readonly string[]] => [name, types]);
  const init = problem(":init").flat().map(listOf);
  const isValue = ([first, left]: readonly Expression[]): boolean => first === "=" && typeof left === "object";
  return {
    parents: new Map(typed(domain(":types"))),
    objects: new Map([...typed(domain(":constants")), ...typed(problem(":objects"))]),
    predicates: new Set(domain(":predicates").flatMap((section) => section.map((one) => wordOf(listOf(one)[0])))),
    actions: new Map(domain(":action").map(readAction)),
    init: new Set(init.filter((atom) => !isValue(atom)).map(write)),
    values: new Map(init.filter(isValue).map(([, term, value]) => [write(term), Number(value)])),
    goal: ["and", ...problem(":goal").flat()],
    countsCost: problem(":metric").length > 0,
  };
}

/** Whether something of `types` may stand where one of `wanted` is asked for. */
export function fits(model: Model, types: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.includes("object")) return true;
  const seen = new Set(types);
  for (const type of seen) for (const parent of model.parents.get(type) ?? []) seen.add(parent);
  return wanted.some((type) => seen.has(type));
}
