import { type CodeToken, type Literal, MAX_TEXT_CHARS } from "./tokens.ts";

/** Named values of a dictionary, an object, or a call's arguments. */
export interface Named<Thing extends object> extends ReadonlyMap<string, CodeValue<Thing>> {}
/** What an expression is known to be, without running it; undefined is anything else. `Thing`s are what calls give. */
export type CodeValue<Thing extends object> = Literal | Named<Thing> | Thing;

/** A call in the order of the code: `client.chat.completions.create(…)`. */
export interface CodeCall<Thing extends object> {
  /** The value that is called, or whose member is; undefined for one that the code does not make. */
  readonly on: CodeValue<Thing>;
  /** The names that lead to what is called: from `on`, or from the outside. */
  readonly path: readonly string[];
  readonly positional: readonly CodeValue<Thing>[];
  readonly named: Named<Thing>;
}

/** Brackets in brackets; what is deeper is passed over. */
const MAX_DEPTH = 16;
/** Of a call, or of a dictionary; further ones are passed over. */
const MAX_ARGUMENTS = 32;
const MAX_PATH = 8;

const CLOSING: ReadonlySet<string> = new Set([")", "]", "}"]);
const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);
const BEFORE_OPERAND: ReadonlySet<string> = new Set(["await", "new", "not", "typeof", "return", "yield"]);
const OPERATORS: ReadonlySet<string> = new Set(
  "+ - * / % ** == === != !== < > <= >= & | ^ ? and or in is if else instanceof".split(" "),
);
/** Tokens behind `for` among which the names of its loop stand. */
const MAX_LOOP_TOKENS = 16;
/** `n = 1`, `n += 1`, `n := 1`; no comparison. */
const ASSIGNMENT = /^[^=!<>]?=$/;
/** A brace after one of these begins statements, and no object. */
const BEFORE_BLOCK: ReadonlySet<string> = new Set([")", "=>", "else", "try", "finally", "do"]);

/**
 * Reads Python or JavaScript for its calls: every call is handed to `onCall` after those among its arguments, and what
 * that gives is the call's value, also under the name that it is assigned to, until something else is done to that name.
 * Nothing is run: values are literals, dictionaries of them, and what `onCall` gives. It reads any sequence of tokens,
 * each once.
 */
export function readCalls<Thing extends object>(
  tokens: readonly CodeToken[],
  onCall: (call: CodeCall<Thing>) => CodeValue<Thing>,
): void {
  const names = new Map<string, CodeValue<Thing>>();
  let at = 0;

  /** The text of a name or mark. */
  const textAt = (place: number): string | undefined => {
    const token = tokens[place];
    return token === undefined || token.is === "literal" ? undefined : token.text;
  };
  const isName = (place: number): boolean => tokens[place]?.is === "name";
  const isMark = (place: number, text: string): boolean => tokens[place]?.is === "mark" && textAt(place) === text;
  const isClosing = (): boolean => tokens[at]?.is === "mark" && CLOSING.has(textAt(at) ?? "");
  function skip(text: string): boolean {
    if (!isMark(at, text)) return false;
    at += 1;
    return true;
  }
  /** Calls `read` until a closing bracket (null for none) or the end; a token that it leaves belongs nowhere and is passed over. */
  function until(closing: string | null, read: () => void): void {
    while (at < tokens.length && !(closing !== null && skip(closing))) {
      const before = at;
      read();
      if (at === before) at += 1;
    }
  }
  /** Passes over brackets with all that they hold. */
  function skipBrackets(): void {
    let open = 0;
    do {
      const text = tokens[at]?.is === "mark" ? (textAt(at) ?? "") : "";
      open += OPENING.has(text) ? 1 : CLOSING.has(text) ? -1 : 0;
      at += 1;
    } while (open > 0 && at < tokens.length);
  }

  function statement(depth: number): void {
    const name = isName(at) && isMark(at + 1, "=") ? textAt(at) : undefined;
    // `n: int = 2`
    if (isName(at) && isMark(at + 1, ":")) forget(at);
    if (name === undefined) {
      expression(depth);
      return;
    }
    // `x, n = …`: which of the values each has is not known.
    const isListed = isMark(at - 1, ",");
    for (let place = at - 1; isMark(place, ",") && isName(place - 1); place -= 2) forget(place - 1);
    at += 2;
    const value = expression(depth);
    names.set(name, isListed ? undefined : value);
  }
  const forget = (place: number): boolean => names.delete(textAt(place) ?? "");
  /** Forgets what a loop gives values to: `for i, n in`, `for (const n of`. */
  function forgetLoop(): void {
    for (let place = at; place < at + MAX_LOOP_TOKENS; place++) {
      if (isName(place) && /^(?:in|of)$/.test(textAt(place) ?? "")) return;
      forget(place);
    }
  }
  /** Whether the place before is given another value here; an operator of two marks may stand between: `n **= 2`. */
  const isAssigned = (): boolean => {
    const isMarked = (place: number): boolean => tokens[place]?.is === "mark" && ASSIGNMENT.test(textAt(place) ?? "");
    return isMarked(at) || (tokens[at]?.is === "mark" && isMarked(at + 1));
  };

  /** Outside of brackets an operator in words goes on only with its line. */
  const isOperator = (depth: number): boolean => {
    const token = tokens[at];
    const text = textAt(at);
    return token !== undefined && text !== undefined && OPERATORS.has(text) && !(depth === 0 && token.startsLine);
  };

  function expression(depth: number): CodeValue<Thing> {
    let value = operand(depth);
    while (isOperator(depth)) {
      at += 1;
      operand(depth);
      value = undefined;
    }
    return value;
  }

  /** An expression between commas; undefined where more than one expression stands there. */
  function item(depth: number): CodeValue<Thing> {
    let value = expression(depth);
    while (at < tokens.length && !isClosing() && !isMark(at, ",") && !isMark(at, ";")) {
      const before = at;
      value = undefined;
      expression(depth);
      if (at === before) at += 1;
    }
    return value;
  }

  function operand(depth: number): CodeValue<Thing> {
    let isNegative = false;
    let isDenied = false;
    for (;;) {
      const text = textAt(at) ?? "";
      if (text === "-") isNegative = !isNegative;
      else if (text === "not" || text === "!") isDenied = true;
      else if (!BEFORE_OPERAND.has(text) && text !== "+" && text !== "*" && text !== "**") break;
      at += 1;
    }
    const value = primary(depth);
    if (isDenied) return undefined;
    return isNegative ? (typeof value === "number" ? -value : undefined) : value;
  }

  function primary(depth: number): CodeValue<Thing> {
    const token = tokens[at];
    if (token === undefined || isClosing() || isMark(at, ",")) return undefined;
    if (token.is === "literal") return members(literal(), [], depth);
    if (token.is === "name") {
      at += 1;
      if (token.text === "for") forgetLoop();
      const value = names.has(token.text)
        ? members(names.get(token.text), [], depth)
        : members(undefined, [token.text], depth);
      if (!isAssigned()) return value;
      names.delete(token.text);
      return undefined;
    }
    if (!OPENING.has(token.text)) {
      at += 1;
      return undefined;
    }
    if (depth >= MAX_DEPTH) {
      skipBrackets();
      return undefined;
    }
    const isBlock = BEFORE_BLOCK.has(textAt(at - 1) ?? "");
    at += 1;
    if (token.text === "{") {
      if (!isBlock) return dictionary(depth + 1);
      until("}", () => statement(depth + 1));
      return undefined;
    }
    return members(group(token.text === "(" ? ")" : "]", depth + 1), [], depth);
  }

  /** Texts side by side are one in Python; undefined where a part of it is, or it is too long. */
  function literal(): Literal {
    const token = tokens[at];
    if (token?.is !== "literal") return undefined;
    at += 1;
    let whole = token.value;
    for (let next = tokens[at]; next?.is === "literal" && isText(whole) && isText(next.value); next = tokens[at]) {
      whole = whole === undefined || next.value === undefined ? undefined : `${whole}${next.value}`;
      if (whole !== undefined && whole.length > MAX_TEXT_CHARS) whole = undefined;
      at += 1;
    }
    return whole;
  }

  /** A list, or an expression in parentheses, whose value it has. */
  function group(closing: string, depth: number): CodeValue<Thing> {
    const values: CodeValue<Thing>[] = [];
    let isList = closing === "]";
    until(closing, () => {
      const value = item(depth);
      if (values.length < 2) values.push(value);
      if (skip(",")) isList = true;
    });
    return isList || values.length !== 1 ? undefined : values[0];
  }

  /** Adds what one of several `name=value`, `name: value` or spread values says; false where none stands here. */
  function takeNamed(into: Map<string, CodeValue<Thing>>, separator: string, depth: number): boolean {
    const add = (name: string, value: CodeValue<Thing>): void => {
      if (into.size < MAX_ARGUMENTS) into.set(name, value);
    };
    if (skip("**") || skip("...")) {
      const spread = expression(depth);
      if (spread instanceof Map) for (const [name, value] of spread) add(name, value);
      return true;
    }
    const token = tokens[at];
    const isKey = token?.is === "name" || (token?.is === "literal" && typeof token.value === "string");
    if (!token || !isKey || !isMark(at + 1, separator)) return false;
    at += 2;
    add(token.is === "literal" ? String(token.value) : token.text, item(depth));
    return true;
  }

  function dictionary(depth: number): Named<Thing> {
    const entries = new Map<string, CodeValue<Thing>>();
    until("}", () => {
      const shorthand = isName(at) && (isMark(at + 1, ",") || isMark(at + 1, "}")) ? textAt(at) : undefined;
      if (shorthand !== undefined) {
        at += 1;
        if (entries.size < MAX_ARGUMENTS) entries.set(shorthand, names.get(shorthand));
      } else if (!takeNamed(entries, ":", depth)) item(depth);
      skip(",");
    });
    return entries;
  }

  /** The members, calls and places that follow a value. */
  function members(value: CodeValue<Thing>, from: readonly string[], depth: number): CodeValue<Thing> {
    let on = value;
    let path = from;
    for (;;) {
      const isContinued = depth > 0 || !tokens[at]?.startsLine;
      if (isMark(at, ".") && isName(at + 1)) {
        path = [...path, textAt(at + 1) ?? ""].slice(-MAX_PATH);
        at += 2;
      } else if (isContinued && (isMark(at, "(") || isMark(at, "["))) {
        if (depth >= MAX_DEPTH) {
          skipBrackets();
          on = undefined;
        } else if (skip("(")) on = call(on, path, depth + 1);
        else {
          at += 1;
          group("]", depth + 1);
          on = undefined;
        }
        path = [];
      } else return path.length === 0 ? on : undefined;
    }
  }

  function call(on: CodeValue<Thing>, path: readonly string[], depth: number): CodeValue<Thing> {
    const positional: CodeValue<Thing>[] = [];
    const named = new Map<string, CodeValue<Thing>>();
    until(")", () => {
      if (!takeNamed(named, "=", depth)) {
        const value = item(depth);
        if (positional.length < MAX_ARGUMENTS) positional.push(value);
      }
      skip(",");
    });
    return onCall({ on, path, positional, named });
  }

  until(null, () => statement(0));
}

const isText = (value: Literal): value is string | undefined => value === undefined || typeof value === "string";
