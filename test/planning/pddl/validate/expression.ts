/** A word in lower case, or what stands in a pair of brackets. */
export type Expression = string | readonly Expression[];

const TOKEN = /;[^\n]*|[()]|[^\s();]+/g;

/** Every expression that the text holds, one after the other, without its comments. */
export function readExpressions(text: string): Expression[] {
  const top: Expression[] = [];
  const open: Expression[][] = [top];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith(";")) continue;
    const innermost = open.at(-1) ?? top;
    if (token === "(") {
      const inner: Expression[] = [];
      innermost.push(inner);
      open.push(inner);
    } else if (token === ")") {
      if (open.length === 1) throw new Error("A bracket closes that was never opened");
      open.pop();
    } else innermost.push(token.toLowerCase());
  }
  if (open.length > 1) throw new Error(`${open.length - 1} brackets are never closed`);
  return top;
}

export const listOf = (expression: Expression | undefined): readonly Expression[] => {
  if (expression === undefined || typeof expression === "string") throw new Error(`No list: ${write(expression)}`);
  return expression;
};

export const wordOf = (expression: Expression | undefined): string => {
  if (typeof expression !== "string") throw new Error(`No word: ${write(expression)}`);
  return expression;
};

export const write = (expression: Expression | undefined): string =>
  typeof expression === "object" ? `(${expression.map(write).join(" ")})` : String(expression);
