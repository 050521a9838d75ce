import { findEntities } from "../entities/find-entities.ts";
import { companyAtStart, namesByForm } from "../entities/names.ts";
import { cellBelow, type FormLine, type TextReading } from "./form.ts";
import { greetedIn } from "./letter.ts";
import { type AnswerSpan, valuesOf } from "./values.ts";

/** Who a paper is from, who it is to. */
export type Party = "sender" | "recipient";

const LABELS: Readonly<Record<Party, RegExp>> = {
  sender:
    /(?:^|(?<=[\s|]))(?:from|sender|sent by|seller|sold by|vendor|supplier|issued by|issuer|merchant|biller|bill from|invoice from|service provider|remit to|payable to|payee|landlord)(?: name)?(?![\p{L}\p{N}])/giu,
  recipient:
    /(?:^|(?<=[\s|]))(?:bill(?:ed)? to|invoice(?:d)? to|ship(?:ped)? to|sold to|deliver(?:ed)? to|issued to|addressed to|recipient|addressee|attention|attn\.?|customer(?: name)?|client(?: name)?|buyer|account holder|policy ?holder|to)(?![\p{L}\p{N}])/giu,
};
/** "From" and "to" without a colon announce a party only at the start of a cell. */
const COLON = /^\s*:/;
/** "To Paris he went …" is a sentence. */
const MAX_LABEL_LINE_CHARS = 60;
/** What may stand behind a label: a colon, nothing, or a name; "customer number" is another label. */
const AFTER_LABEL = /^(?:\s*:|\s*$|\s+[\p{Lu}\p{N}])/u;

/** Titles that head a paper and name nobody. */
const TITLE =
  /^(?:(?:tax |sales |commercial |pro ?forma |vat |final |cash )?(?:invoice|receipt|bill|statement|quotation|quote|estimate|credit note|purchase order|order confirmation|delivery note|reminder|letter|memo(?:randum)?|contract|agreement|notice|page \d+|copy|original|rechnung|facture|factura|welcome|thank you)(?: of account)?(?: (?:no\.?|number|#).*)?)\W*$/i;
/** What follows a name on the same line when OCR runs two columns into one. */
const NEXT_LABEL =
  /\s+(?:invoice|date|dated|due|terms|customer|order|po|page|account|ref\.?|reference|vat|tel|phone|no\.?|number|receipt|bill|ship|statement|total|amount|payment)\b(?=.*\d|\s*[:#]|\s+to\b).*$/i;
const SIGN_OFF =
  /^(?:yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|(?:kind|best|warm|with kind|with best) (?:regards|wishes)|regards|all the best|best|cordially|respectfully|(?:many )?thanks|thank you|cheers|love|yours),?$/i;
const SALUTATION = /^(?:dear|hello|hi)\s+(?<name>[^,:!]{2,60})[,:!]?$/i;
const NOBODY = /\b(?:sir|madam|customer|colleague|friend|team|all|tenant|resident|client|member)s?\b/i;
/** The customer's address and the paper's own data come after the letterhead. */
const ENDS_HEAD =
  /^(?:bill(?:ed)? to|invoice(?:d)? to|ship to|sold to|customer|client|attention|attn|to\s*:|dear\b|(?:invoice|order|bill|account) (?:no|number|#|date))/i;
/** A letterhead is over after this many lines. */
const HEAD_LINES = 6;

/** Names and adds a span, with how sure its reading is. */
export interface PartySpan extends AnswerSpan {
  readonly confidence: number;
}

export function partyOf(reading: TextReading, party: Party): PartySpan | null {
  return byLabel(reading, party) ?? (party === "sender" ? sender(reading) : addressee(reading));
}

/** Whose letterhead it is, unless the address on top is the addressee's; else who signed. */
function sender(reading: TextReading): PartySpan | null {
  const head = letterhead(reading);
  const to = head === null ? null : addressee(reading);
  return head !== null && head.start !== to?.start ? head : signature(reading);
}

/** Who signed a letter. */
export function signature(reading: TextReading): PartySpan | null {
  const signer = reading.letter?.signer;
  if (signer) return { ...nameIn(signer.text, signer.start), confidence: 0.9 };
  const at = reading.lines.findLastIndex((line) => SIGN_OFF.test(line.text));
  const line = at === -1 ? undefined : reading.lines[at + 1];
  return line === undefined ? null : { ...nameIn(line.text, line.start), confidence: 0.9 };
}

function byLabel(reading: TextReading, party: Party): PartySpan | null {
  for (const [index, line] of reading.lines.entries()) {
    for (const match of line.text.matchAll(LABELS[party])) {
      const offset = line.start + match.index;
      const cell = line.cells.find((other) => other.start <= offset && offset < other.end);
      if (cell === undefined) continue;
      const rest = reading.text.slice(offset + match[0].length, cell.end);
      if (!AFTER_LABEL.test(rest)) continue;
      if (
        cell.start !== offset &&
        !isLabels(cell.text) &&
        !COLON.test(rest) &&
        !/payable to|sold by|issued by/i.test(match[0])
      )
        continue;
      if (!COLON.test(rest) && cell.text.length > MAX_LABEL_LINE_CHARS) continue;
      const span = behind(rest, offset + match[0].length) ?? nextCell(line, cell) ?? under(reading, index, cell, party);
      if (span !== null) return { ...span, confidence: 0.95 };
    }
  }
  return null;
}

function behind(rest: string, offset: number): AnswerSpan | null {
  const separator = /^[\s:]*/.exec(rest)?.[0].length ?? 0;
  const value = rest.slice(separator);
  // "Invoice To Invoice No. 7": another label, not a name.
  if (value === "" || !/^[\p{L}\p{N}]/u.test(value) || NEXT_LABEL.test(` ${value}`) || isLabels(value)) return null;
  return nameIn(value, offset + separator);
}

const nextCell = (line: FormLine, cell: { readonly end: number; readonly text: string }): AnswerSpan | null => {
  const next = line.cells.find((other) => other.start >= cell.end);
  return next === undefined || !cell.text.endsWith(":") || isLabels(next.text) ? null : nameIn(next.text, next.start);
};

const LABEL_WORD = /^(?:from|to|bill|billed|ship|sold|invoice|by|date|customer|client|)$/i;

/** "FROM   BILL TO": what only announces. */
const isLabels = (text: string): boolean => text.split(/[\s:]+/).every((word) => LABEL_WORD.test(word));

/** On the line below; where OCR lost the columns, the sender's and recipient's names stand side by side. */
function under(reading: TextReading, index: number, cell: FormLine["cells"][number], party: Party): AnswerSpan | null {
  const line = reading.lines[index];
  const below = reading.lines[index + 1];
  if (line === undefined || below === undefined || below.block - line.block > 1) return null;
  const both = line.cells.length === 1 && /^from\b.*\bto$/i.test(line.text);
  const names = both ? namesByForm(below.text).filter((name) => name.type === "ORG" || name.type === "PER") : [];
  const name = names.length === 2 ? names[party === "sender" ? 0 : 1] : undefined;
  if (name !== undefined) return { start: below.start + name.start, end: below.start + name.end };
  const target = cellBelow(reading, index, cell);
  return target === null ? null : nameIn(target.text, target.start);
}

/** The first line of the paper that can be a name; a company's legal form settles it. */
function letterhead(reading: TextReading): PartySpan | null {
  if (!reading.isForm) return null;
  const salutation = reading.letter?.salutation.start ?? Number.POSITIVE_INFINITY;
  const over = reading.lines.findIndex((line) => ENDS_HEAD.test(line.text));
  const head = reading.lines
    .slice(0, over > 0 ? Math.min(over, HEAD_LINES) : HEAD_LINES)
    .filter((line) => line.start < salutation)
    .map((line) => line.cells[0])
    .filter((cell) => cell !== undefined);
  const company = head.find((cell) => companyAtStart(cell.text) !== null);
  const candidates = head.filter(
    (cell) => !TITLE.test(cell.text) && /\p{Lu}/u.test(cell.text) && !isAddressOrValue(cell.text),
  );
  const chosen = company ?? candidates[0];
  if (chosen === undefined) return null;
  return { ...nameIn(chosen.text, chosen.start), confidence: company === undefined ? 0.75 : 0.85 };
}

const isAddressOrValue = (text: string): boolean =>
  /:\s*\S|\d{4,}|^\d+\s|@/.test(text) || valuesOf("date", text).length > 0 || SALUTATION.test(text);

/** The head of the address above "Dear …", or else whom that greets. */
function addressee(reading: TextReading): PartySpan | null {
  for (const [index, line] of reading.lines.entries()) {
    const match = SALUTATION.exec(line.text);
    const name = match?.groups?.name;
    if (match === null || name === undefined || NOBODY.test(name)) continue;
    const surname = name.trim().split(/\s+/).at(-1) ?? name;
    const head = reading.lines.slice(0, index).findLast((other) => other.text.includes(surname));
    if (head !== undefined) return { ...nameIn(head.text, head.start), confidence: 0.9 };
    const start = line.start + line.text.indexOf(name);
    return { start, end: start + name.length, confidence: 0.8 };
  }
  const greeted = reading.letter === null ? null : greetedIn(reading.letter.salutation);
  return greeted === null || NOBODY.test(reading.text.slice(greeted.start, greeted.end))
    ? addressBlock(reading)
    : { ...greeted, confidence: 0.7 };
}

/** A block of lines that begins with a person's name, below the letterhead: where a window envelope shows it. */
function addressBlock(reading: TextReading): PartySpan | null {
  for (const [index, line] of reading.lines.entries()) {
    if (line.block === 0 || line.block > 3 || reading.lines[index - 1]?.block === line.block) continue;
    if (reading.lines[index + 1]?.block !== line.block) continue;
    const cell = line.cells[0];
    const person =
      cell === undefined
        ? undefined
        : findEntities(cell.text).find((name) => name.start === 0 && (name.type === "PER" || name.type === "ORG"));
    if (cell !== undefined && person !== undefined && person.end === cell.text.length)
      return { start: cell.start, end: cell.end, confidence: 0.7 };
  }
  return null;
}

/** The name at the start of a stretch: without an address in angle brackets, other labels, or a title behind it. */
function nameIn(text: string, offset: number): AnswerSpan {
  const company = companyAtStart(text);
  const cut = text
    .replace(/\s*[<(].*$/, "")
    .replace(/\s{2,}.*$/, "")
    .replace(/,.*$/, "")
    .replace(NEXT_LABEL, "")
    .replace(/\s+(?:invoice|receipt|statement)\W*$/i, "")
    .replace(/[\s,;:.-]+$/, "");
  const bare = cut === "" ? text.trimEnd() : cut;
  return { start: offset, end: offset + (company ?? bare).length };
}
