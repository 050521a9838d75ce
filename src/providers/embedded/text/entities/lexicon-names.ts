import nlp from "compromise";
import { pieces, type TextPiece } from "../pieces.ts";
import { capitalRuns } from "./capitals.ts";
import { type Entity, type EntityType, entityAt } from "./entity.ts";

/** What compromise calls a place or a person and is neither by itself. */
const NO_NAME =
  /^(?:north|south|east|west|north-?east|north-?west|south-?east|south-?west|northern|southern|eastern|western|mr|mrs|ms|miss|dr|sir|madam|mum|mom|dad|mother|father|brother|sister|uncle|aunt|king|queen|god|invoice|receipt|total|subtotal|description|date|item|items|visa|mastercard|tax|vat|iban|bic|cash)$/i;
/** No place although "in" stands before it: "in English", "in March", "in January 2020", "in PDF". */
const NOT_A_PLACE =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|French|German|Spanish|Italian|Portuguese|Dutch|Latin|Greek|Russian|Chinese|Japanese|Arabic|Hindi|Christmas|Easter|I|Chapter|Section|Table|Figure|Appendix|Part|Article|Annex)\b|^\p{Lu}{2,5}$/u;
const PLACE_BEFORE = /(?:^|[^\p{L}])(?:in|near|to|from|at) $/u;
const SURE_PLACE_BEFORE = /(?:^|[^\p{L}])(?:in|near) $/u;

/**
 * People, places and organizations that compromise knows by its lexicon and rules, with its roughness
 * smoothed: punctuation and small words at the edges go, lists of places are taken apart, a single word
 * behind "in" is a place rather than a person.
 */
export const namesByLexicon = (text: string): Entity[] => pieces(text).flatMap((piece) => namesInPiece(text, piece));

/** The same of one piece of the text. */
export function namesInPiece(text: string, piece: TextPiece): Entity[] {
  const view = nlp(piece.text);
  const found = [
    ...spans(view.people().json({ offset: true }), "PER"),
    ...spans(view.places().json({ offset: true }), "LOC"),
    ...spans(view.organizations().json({ offset: true }), "ORG"),
  ];
  return found.flatMap((span) => smoothed(text, span.type, piece.start + span.start, piece.start + span.end));
}

/** Surnames that compromise and the forms of names take for a feature of the landscape: "Helen Marsh". */
const LANDSCAPE_SURNAME =
  /^\p{Lu}\p{L}+ (?:Marsh|Hill|Lane|Close|Woods?|Ford|Fields?|Brooks?|Heath|Banks|Rivers|Lake|Pond|Wells|Glen|Moor|Dale|Shore)$/u;

/** The place as it is, or as the person it names when a first name leads. */
export const placeOrPerson = (entity: Entity): Entity =>
  entity.type === "LOC" && LANDSCAPE_SURNAME.test(entity.text) && nlp(entity.text.split(" ")[0] ?? "").has("#FirstName")
    ? { ...entity, type: "PER" }
    : entity;

/** Names no lexicon holds, which "in" or "near" makes places: "a factory in Zaragoza". */
export function placesByPreposition(text: string): Entity[] {
  return capitalRuns(text)
    .filter((run) => SURE_PLACE_BEFORE.test(text.slice(Math.max(0, run.start - 6), run.start)))
    .filter((run) => !NOT_A_PLACE.test(text.slice(run.start, run.end)))
    .map((run) => entityAt("LOC", text, run.start, run.end));
}

/** "Karl von Frisch", of whom compromise knows the first name. */
const PARTICLE_NAME =
  /^ (?:von|van|de|da|di|del|della|du|der|den|la|le|bin|al|ter|ten)(?: (?:der|den|la|las|los))? \p{Lu}[\p{L}'’-]+/u;

interface Span {
  readonly type: EntityType;
  readonly start: number;
  readonly end: number;
}

/** compromise types its JSON as `any`; this reads `[{offset: {start, length}}]`. */
function spans(json: unknown, type: EntityType): Span[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((match: unknown) => {
    const offset = field(match, "offset");
    const start = field(offset, "start");
    const length = field(offset, "length");
    return typeof start === "number" && typeof length === "number" ? [{ type, start, end: start + length }] : [];
  });
}

const field = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;

function smoothed(text: string, type: EntityType, start: number, end: number): Entity[] {
  const parts = type === "ORG" ? [{ start, end }] : listParts(text, start, end);
  return parts.flatMap((part) => {
    const entity = withoutEdges(text, type, part.start, part.end);
    if (entity === null || NO_NAME.test(entity.text) || isCode(text, entity)) return [];
    const before = text.slice(Math.max(0, entity.start - 6), entity.start);
    const single = !/\s/.test(entity.text);
    const particle = single && type === "PER" ? PARTICLE_NAME.exec(text.slice(entity.end, entity.end + 40)) : null;
    if (particle !== null) return [entityAt(type, text, entity.start, entity.end + particle[0].length)];
    return type === "PER" && single && PLACE_BEFORE.test(before) && SURE_PLACE_BEFORE.test(before)
      ? [{ ...entity, type: "LOC" as const }]
      : [entity];
  });
}

/** The "GB" of a tax number is no country. */
const isCode = (text: string, { text: name, end }: Entity): boolean =>
  /^\p{Lu}{2,3}$/u.test(name) && /^ ?\d/.test(text.slice(end, end + 2));

/** "Honolulu, Hawaii" and names over a line's end are several. */
function listParts(text: string, start: number, end: number): { start: number; end: number }[] {
  return [...text.slice(start, end).matchAll(/[^,;\n]+/g)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
}

const SMALL_WORDS_BEFORE = /^(?:[^\p{L}\p{N}]+|\p{Ll}[\p{L}'’-]* +(?=\S))+/u;
const EDGE_AFTER = /(?:['’]s)?[^\p{L}\p{N}]+$|['’]s$/u;
const ABBREVIATED = /(?:\b(?:Inc|Ltd|Co|Corp|Jr|Sr|Bros)|\b\p{Lu})\.$/u;

function withoutEdges(text: string, type: EntityType, start: number, end: number): Entity | null {
  const raw = text.slice(start, end);
  const lead = SMALL_WORDS_BEFORE.exec(raw)?.[0].length ?? 0;
  const kept = ABBREVIATED.test(raw) ? raw : raw.replace(EDGE_AFTER, "");
  const entity = entityAt(type, text, start + lead, start + Math.max(lead, kept.length));
  return /\p{Lu}/u.test(entity.text) ? entity : null;
}
