import { type Fraction, fraction, fractionOf, negated, product, quotient, sum } from "./fraction.ts";

/** An expression that was worked out: how it was read, and what it comes to; null where it divides by 0. */
export interface WorkedOut {
  readonly shown: string;
  readonly value: Fraction | null;
}

type Sign = "+" | "−" | "×" | "÷" | "%" | "of" | "off" | "(" | ")";
type Token = { readonly number: string } | { readonly sign: Sign };

const SIGNS: Readonly<Record<string, Sign>> = {
  ...{ "+": "+", plus: "+", "-": "−", "−": "−", "–": "−", minus: "−" },
  ...{ "*": "×", "×": "×", "·": "×", x: "×", times: "×", "multiplied by": "×" },
  ...{ "/": "÷", "÷": "÷", over: "÷", "divided by": "÷" },
  ...{ "%": "%", percent: "%", "per cent": "%", of: "of", off: "off", "(": "(", ")": ")" },
};
/** A number with commas has them between thousands: what "1,5" means depends on who writes it. */
const TOKEN = new RegExp(
  String.raw`\s*(?:(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?![\d.,])|(${Object.keys(SIGNS)
    .map((sign) => (/^[a-z]/.test(sign) ? `${sign}(?![a-z])` : RegExp.escape(sign)))
    .join("|")}))`,
  "y",
);

function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [, digits, sign] = TOKEN.exec(text) ?? [];
    const known = sign === undefined ? undefined : SIGNS[sign];
    if (digits !== undefined) tokens.push({ number: digits.replaceAll(",", "").replace(/^\./, "0.") });
    else if (known) tokens.push({ sign: known });
    else return null;
  }
  return tokens;
}

/** How strongly a sign holds what is on both sides of it together. */
const BINDS: Partial<Record<Sign, number>> = { "+": 1, "−": 1, "×": 2, "÷": 2 };
/** A minus before a number, and a share of one: "−5", "20 % off 85". */
const BINDS_BEFORE = 3;

/**
 * Works out a text in lower case that is arithmetic and nothing else, by precedence (Pratt 1973); null for any other, and
 * for a number alone. The length of the text bounds its depth and its digits.
 *
 * "17 % of 240 - 0.8" → "17% of 240 − 0.8", 40
 */
export function workOutExpression(text: string): WorkedOut | null {
  const tokens = tokensOf(text);
  if (!tokens) return null;
  let next = 0;
  let operations = 0;
  const signAt = (): Sign | null => {
    const token = tokens[next];
    return token && "sign" in token ? token.sign : null;
  };
  const takes = (sign: Sign): boolean => {
    if (signAt() !== sign) return false;
    next++;
    return true;
  };

  const operand = (): WorkedOut | null => {
    if (takes("−")) {
      const behind = expression(BINDS_BEFORE);
      return behind && { shown: `−${behind.shown}`, value: behind.value && negated(behind.value) };
    }
    if (takes("(")) {
      const inside = expression(0);
      return inside && takes(")") ? { ...inside, shown: `(${inside.shown})` } : null;
    }
    const token = tokens[next];
    if (!token || !("number" in token)) return null;
    next++;
    return { shown: token.number, value: fractionOf(token.number) };
  };

  /** An operand, or a share of one. A percentage by itself is none: what "85 + 20 %" comes to, people disagree on. */
  const share = (): WorkedOut | null => {
    const first = operand();
    if (!first || !takes("%")) return first;
    const how = takes("of") ? "of" : takes("off") ? "off" : null;
    const whole = how && expression(BINDS_BEFORE);
    if (!whole) return null;
    operations++;
    const percent = first.value && product(first.value, fraction(1n, 100n));
    const part = how === "off" ? percent && sum(fraction(1n, 1n), negated(percent)) : percent;
    return { shown: `${first.shown}% ${how} ${whole.shown}`, value: part && whole.value && product(part, whole.value) };
  };

  const expression = (least: number): WorkedOut | null => {
    let left = share();
    for (let sign = signAt(); left && sign && (BINDS[sign] ?? 0) > least; sign = signAt()) {
      next++;
      operations++;
      const right = expression(BINDS[sign] ?? 0);
      if (!right) return null;
      const value = left.value && right.value && combined(left.value, sign, right.value);
      left = { shown: `${left.shown} ${sign} ${right.shown}`, value };
    }
    return left;
  };

  const all = expression(0);
  return all && next === tokens.length && operations > 0 ? all : null;
}

function combined(left: Fraction, sign: Sign, right: Fraction): Fraction | null {
  if (sign === "+") return sum(left, right);
  if (sign === "−") return sum(left, negated(right));
  return sign === "×" ? product(left, right) : quotient(left, right);
}
