import type { JsonObject, JsonValue } from "../../domain/json.ts";
import type { AnswerSchema, ObjectSchema } from "../../domain/structured/answer-schema.ts";
import { countedBy, formsOf, plain } from "./names.ts";
import { ANY_LIST, fieldsOf, type Offer } from "./offers.ts";
import { isList, isObject, isSame, isWithin, memberOf, nameOf, numberIn, YES_OR_NO } from "./shape-value.ts";

/**
 * A schema with the values that were offered to it, or the names of those that nothing was found for, as `invoice.total`;
 * none where the whole is a map, whose names nobody has told.
 */
export type RuleFilled = { readonly value: JsonValue } | { readonly missing: readonly string[] };

/**
 * Fills a schema with what is offered under the names of its properties: `{"sentiment": {"type": "string"}}`, and an offer
 * of that name → `{"sentiment": "positive"}`. Where a required property has no offer that fits its type and bounds, several
 * that say different things, or one that properties of other groups would have as well, it stays open, and so does the
 * whole: nothing is guessed, and nothing made up. One that need not be there is left out then.
 */
export function fillByRule(schema: ObjectSchema, offers: readonly Offer[]): RuleFilled {
  const filled = new RuleFiller().fill(schema, new Scope(offers));
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

/**
 * Values of results that are held against parts of a schema, properties that are looked for, and fields that are sorted by
 * their names: some thousand things, in a third of a second.
 */
const MAX_LOOKS = 60_000;

/** Where the properties of a schema are looked for, and the groups of them that each offer went to. */
interface Search {
  readonly scope: Scope;
  readonly groups: Map<Offer, Set<ObjectSchema>>;
}

/** What a property asks for by its name, and what it asks the number of. */
interface Forms {
  readonly own: readonly string[];
  readonly counted: readonly string[];
}

/** One filling of a schema, and how much more may be looked at for it. */
class RuleFiller {
  #looks = MAX_LOOKS;
  readonly #scopes = new WeakMap<JsonObject, Scope>();
  readonly #forms = new Map<string, Forms>();

  /** What several groups would have goes to none of them: nobody has told whose it is. */
  fill(schema: ObjectSchema, scope: Scope): Filled {
    const search = { scope, groups: new Map<Offer, Set<ObjectSchema>>() };
    const filled = this.#object(schema, search);
    const isShared = search.groups.values().some(({ size }) => size > 1);
    return isShared ? this.#object(schema, search) : filled;
  }

  #object(group: ObjectSchema, search: Search): Filled {
    const { properties, required, additionalProperties } = group;
    // The names in a map are not known beforehand.
    if (additionalProperties !== false) return NOTHING;
    this.#looks -= Object.keys(properties).length;
    if (this.#looks < 0) return NOTHING;
    const parts = Object.entries(properties).map(([name, schema]) => {
      const filled = this.#property(name, schema, { ...search, group });
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
  #property(
    name: string,
    schema: AnswerSchema,
    { group, ...search }: Search & { readonly group: ObjectSchema },
  ): Filled {
    const { scope, groups } = search;
    const { own, counted } = this.#formsOf(name);
    const found =
      scope.find(own, (offer) => ("value" in offer ? this.#as(schema, offer.value) : undefined)) ??
      scope.find(counted, (offer) => ("count" in offer ? this.#as(schema, offer.count) : undefined));
    if (found) {
      for (const offer of found.offers) groups.set(offer, (groups.get(offer) ?? new Set()).add(group));
      const isOfOne = found.offers.every((offer) => groups.get(offer)?.size === 1);
      return found.isClear && isOfOne ? { value: found.value, isTold: true } : NOTHING;
    }
    if ("enum" in schema) {
      const [only, other] = schema.enum;
      return only !== undefined && other === undefined ? { value: only, isTold: false } : NOTHING;
    }
    const alternatives = "anyOf" in schema ? schema.anyOf : [schema];
    for (const one of alternatives) if ("type" in one && one.type === "object") return this.#group(one, search);
    return NOTHING;
  }

  /** An object of which nothing is told is not there. */
  #group(schema: ObjectSchema, search: Search): Filled {
    const filled = this.#object(schema, search);
    return "value" in filled && !filled.isTold ? NOTHING : filled;
  }

  /** A value as a schema wants it, where that says the same and keeps to its bounds; undefined where it does not. */
  #as(schema: AnswerSchema, value: JsonValue): JsonValue | undefined {
    if (this.#looks-- <= 0) return undefined;
    const shaped = this.#shaped(schema, value);
    return shaped === undefined || isWithin(schema, shaped) ? shaped : undefined;
  }

  #shaped(schema: AnswerSchema, value: JsonValue): JsonValue | undefined {
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
      case "integer":
        return numberIn(value);
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
      const scope = this.#scopeOf(value);
      const filled = scope ? this.fill(schema, scope) : NOTHING;
      return "value" in filled && filled.isTold ? filled.value : undefined;
    }
    if (Object.keys(properties).length > 0) return undefined;
    const names = Object.keys(value);
    const fields = this.#list(additionalProperties, Object.values(value));
    return fields === undefined || !isList(fields)
      ? undefined
      : Object.fromEntries(fields.map((field, at) => [names[at] ?? "", field]));
  }

  #formsOf(name: string): Forms {
    const known = this.#forms.get(name);
    if (known) return known;
    const words = plain(name);
    const forms = { own: formsOf(words), counted: formsOf(countedBy(words) || ANY_LIST) };
    this.#forms.set(name, forms);
    return forms;
  }

  /** The fields of a value by their names, sorted once; null where they are too many. */
  #scopeOf(value: JsonObject): Scope | null {
    const known = this.#scopes.get(value);
    if (known) return known;
    this.#looks -= Object.keys(value).length;
    if (this.#looks < 0) return null;
    const scope = new Scope(fieldsOf(value));
    this.#scopes.set(value, scope);
    return scope;
  }
}

/** The offers of one name, and what they say; `isClear` where all say that. */
interface Found {
  readonly offers: readonly Offer[];
  readonly isClear: boolean;
  readonly value: JsonValue;
}

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

  /** What is made of the offers that have a name, in one of its forms, for their own, or else of those that also have it; null where nothing is. */
  find(forms: readonly string[], make: (offer: Offer) => JsonValue | undefined): Found | null {
    for (const table of [this.#own, this.#also]) {
      const named = new Set(forms.flatMap((form) => [...(table.get(form) ?? [])]));
      const made = [...named].flatMap((offer) => {
        const value = make(offer);
        return value === undefined ? [] : [{ offer, value }];
      });
      const [first, ...others] = made;
      if (!first) continue;
      const { value } = first;
      const isClear = others.every((other) => isSame(other.value, value));
      return { offers: made.map(({ offer }) => offer), isClear, value };
    }
    return null;
  }
}

function enter(table: Map<string, Set<Offer>>, names: readonly string[], offer: Offer): void {
  for (const form of names.flatMap(formsOf)) table.set(form, (table.get(form) ?? new Set()).add(offer));
}
