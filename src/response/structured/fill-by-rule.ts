import { isRecord, type JsonObject, type JsonValue } from "../../domain/json.ts";
import type { AnswerSchema, EnumValue, ObjectSchema } from "../../domain/structured/answer-schema.ts";
import { numberOf, numberStyle } from "../../words/numbers.ts";
import { countedBy, formsOf, plain } from "./names.ts";
import { ANY_LIST, fieldsOf, type Offer } from "./offers.ts";

/**
 * A schema with the values that were offered to it, or the names of those that nothing was found for, as `invoice.total`;
 * none where the whole is a map, whose names nobody has told.
 */
export type RuleFilled = { readonly value: JsonValue } | { readonly missing: readonly string[] };

/**
 * Fills a schema with what is offered under the names of its properties: `{"sentiment": {"type": "string"}}`, and an offer
 * of that name → `{"sentiment": "positive"}`. Where a required property has no offer that fits its type, or several that
 * say different things, it stays open, and so does the whole: nothing is guessed, and nothing made up. One that need not
 * be there is left out then.
 */
export function fillByRule(schema: ObjectSchema, offers: readonly Offer[]): RuleFilled {
  const filled = new RuleFiller().object(schema, new Scope(offers));
  // Where nothing has to be told, and nothing is, there is no answer.
  if ("value" in filled && !filled.isTold) return { missing: Object.keys(schema.properties) };
  return "value" in filled ? filled : { missing: filled.missing.filter((path) => path !== "") };
}

/** What a part of a schema comes to. */
type Filled =
  /** `isTold`: something in it was offered, and not fixed by the schema. */
  | { readonly value: JsonValue; readonly isTold: boolean }
  /** By their places in it; the empty one is its own. */
  | { readonly missing: readonly string[] };
const NOTHING: Filled = { missing: [""] };

/** Values of results that are held against parts of a schema: some thousand things, looked at in a third of a second. */
const MAX_LOOKS = 30_000;

/** One filling of a schema, and how much more may be looked at for it. */
class RuleFiller {
  #looks = MAX_LOOKS;

  object({ properties, required, additionalProperties }: ObjectSchema, scope: Scope): Filled {
    // The names in a map are not known beforehand.
    if (additionalProperties !== false) return NOTHING;
    const parts = Object.entries(properties).map(([name, schema]) => {
      const filled = this.#property(name, schema, scope);
      return { name, filled };
    });
    const missing = parts.flatMap(({ name, filled }) =>
      "missing" in filled && required.includes(name)
        ? filled.missing.map((path) => (path === "" ? name : `${name}.${path}`))
        : [],
    );
    if (missing.length > 0) return { missing };
    const told = parts.flatMap(({ name, filled }) => ("value" in filled ? [{ name, ...filled }] : []));
    return {
      value: Object.fromEntries(told.map(({ name, value }) => [name, value])),
      isTold: told.some(({ isTold }) => isTold),
    };
  }

  /** By an offer of its name; by a number of things; by what it is fixed to; or, where it only groups others, by theirs. */
  #property(name: string, schema: AnswerSchema, scope: Scope): Filled {
    const words = plain(name);
    const found =
      scope.find(words, (offer) => ("value" in offer ? this.#as(schema, offer.value) : undefined)) ??
      scope.find(countedBy(words) || ANY_LIST, (offer) =>
        "count" in offer ? this.#as(schema, offer.count) : undefined,
      );
    if (found) return found.isClear ? { value: found.value, isTold: true } : NOTHING;
    if ("enum" in schema) {
      const [only, other] = schema.enum;
      return only !== undefined && other === undefined ? { value: only, isTold: false } : NOTHING;
    }
    const alternatives = "anyOf" in schema ? schema.anyOf : [schema];
    for (const one of alternatives) if ("type" in one && one.type === "object") return this.#group(one, scope);
    return NOTHING;
  }

  /** An object of which nothing is told is not there. */
  #group(schema: ObjectSchema, scope: Scope): Filled {
    const filled = this.object(schema, scope);
    return "value" in filled && !filled.isTold ? NOTHING : filled;
  }

  /** A value as a schema wants it, where that says the same; undefined where it does not. */
  #as(schema: AnswerSchema, value: JsonValue): JsonValue | undefined {
    if (this.#looks-- <= 0) return undefined;
    if ("anyOf" in schema) {
      const shaped = schema.anyOf.map((one) => this.#as(one, value)).filter((one) => one !== undefined);
      // The text "7" is that text where it may be one, and not a number.
      return shaped.find((one) => isSame(one, value)) ?? shaped[0];
    }
    if ("enum" in schema) return memberOf(schema.enum, value);
    if (schema.type === "array") return isList(value) ? this.#list(schema.items, value) : undefined;
    // A list of one thing is that thing, where no list is wanted.
    if (isList(value)) return value.length === 1 && value[0] !== undefined ? this.#as(schema, value[0]) : undefined;
    switch (schema.type) {
      case "object":
        return isObject(value) ? this.#fields(schema, value) : undefined;
      case "string":
        return typeof value === "string" ? value : isObject(value) ? nameOf(value) : undefined;
      case "number":
        return numberIn(value);
      case "integer": {
        const number = numberIn(value);
        return number !== undefined && Number.isInteger(number) ? number : undefined;
      }
      case "boolean":
        return typeof value === "boolean" ? value : typeof value === "string" ? YES_OR_NO.get(plain(value)) : undefined;
      case "null":
        return value === null ? null : undefined;
    }
  }

  #list(items: AnswerSchema, value: readonly JsonValue[]): JsonValue | undefined {
    const shaped: JsonValue[] = [];
    for (const item of value) {
      const one = this.#as(items, item);
      if (one === undefined) return undefined;
      shaped.push(one);
    }
    return shaped;
  }

  #fields(schema: ObjectSchema, value: JsonObject): JsonValue | undefined {
    const { properties, additionalProperties } = schema;
    if (additionalProperties === false) {
      const filled = this.#group(schema, new Scope(fieldsOf(value)));
      return "value" in filled ? filled.value : undefined;
    }
    if (Object.keys(properties).length > 0) return undefined;
    const names = Object.keys(value);
    const fields = this.#list(additionalProperties, Object.values(value));
    return fields === undefined || !isList(fields)
      ? undefined
      : Object.fromEntries(fields.map((field, at) => [names[at] ?? "", field]));
  }
}

/** Whether offers of one name agree, and on what. */
type Found = { readonly isClear: true; readonly value: JsonValue } | { readonly isClear: false };

/** Offers by the names that they go by, plural or singular. */
class Scope {
  readonly #own = new Map<string, Set<Offer>>();
  readonly #also = new Map<string, Set<Offer>>();

  constructor(offers: readonly Offer[]) {
    for (const offer of offers) {
      enter(this.#own, offer.own, offer);
      enter(this.#also, offer.also, offer);
    }
  }

  /** What is made of the offers that have a name for their own, or else of those that also have it; null where nothing is. */
  find(words: string, make: (offer: Offer) => JsonValue | undefined): Found | null {
    for (const table of [this.#own, this.#also]) {
      const named = new Set(formsOf(words).flatMap((form) => [...(table.get(form) ?? [])]));
      const [first, ...others] = [...named].map(make).filter((value) => value !== undefined);
      if (first === undefined) continue;
      const isClear = others.every((value) => isSame(value, first));
      return isClear ? { isClear, value: first } : { isClear };
    }
    return null;
  }
}

function enter(table: Map<string, Set<Offer>>, names: readonly string[], offer: Offer): void {
  for (const form of names.flatMap(formsOf)) table.set(form, (table.get(form) ?? new Set()).add(offer));
}

const isSame = (one: JsonValue, other: JsonValue): boolean => JSON.stringify(one) === JSON.stringify(other);
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isObject = (value: JsonValue): value is JsonObject => isRecord(value);

const YES_OR_NO: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["no", false],
]);

/** The value of an enum that is meant, in capitals or small letters. */
function memberOf(values: readonly EnumValue[], value: JsonValue): EnumValue | undefined {
  const exact = values.find((one) => one === value);
  if (exact !== undefined || typeof value !== "string") return exact;
  const alike = values.filter((one) => typeof one === "string" && plain(one) === plain(value));
  return alike.length === 1 ? alike[0] : undefined;
}

/** What stands for a thing in a word or a sentence, where it has one of these alone. */
const NAMING = ["label", "text", "sentence", "name"] as const;

function nameOf(value: JsonObject): string | undefined {
  const [only, other] = NAMING.map((field) => value[field]).filter((text) => typeof text === "string");
  return other === undefined ? only : undefined;
}

/** What may stand at a number that says how much money it is. */
const CURRENCY = /^(?:\p{Sc}|[A-Z]{3}|)$/u;

/** A number, also one that is written in a text which is nothing else: "1,240.50 EUR". A share or measure is no number alone. */
function numberIn(value: JsonValue): number | undefined {
  if (typeof value !== "string") return typeof value === "number" ? value : undefined;
  const style = numberStyle([value], null);
  if (style === null || !CURRENCY.test(`${style.before}${style.after}`.trim())) return undefined;
  return numberOf(value, style.decimalMark) ?? undefined;
}
