import type { JsonValue } from "./json.ts";

/** Longer than any link seen in the wild; signed ones run to some two thousand characters. */
export const MAX_ADDRESS_CHARS = 4096;

/** True for a text that is an address and nothing else, of any scheme: which may be fetched is decided elsewhere. */
export const isAddress = (text: string): boolean => /^\s*[a-z][a-z0-9+.-]*:[/\\]{2}\S*\s*$/i.test(text);

/** Every address among the arguments of a plan on the wire, as it is written there; one in `{"literal": …}` is a text. */
export function addressesInPlan(plan: JsonValue | undefined): readonly string[] {
  if (typeof plan === "string") return isAddress(plan) ? [plan] : [];
  if (typeof plan !== "object" || plan === null || isLiteral(plan)) return [];
  return Object.values(plan).flatMap((value: JsonValue) => addressesInPlan(value));
}

const isLiteral = (value: JsonValue & object): boolean => "literal" in value && Object.keys(value).length === 1;

/** The http(s) addresses that stand in a text, each once, without the punctuation of the sentence around them. */
export function addressesIn(text: string): readonly string[] {
  const found = new Set<string>();
  let end = 0;
  for (const { index } of text.matchAll(/https?:\/\//gi)) {
    const address = index < end ? null : addressAt(text, index, text.length);
    if (address === null) continue;
    found.add(address);
    end = index + address.length;
  }
  return [...found];
}

/** An address ends at white space, at quotation marks, and at the punctuation of scripts that write without spaces. */
const WRITTEN = /https?:\/\/[^\s<>"'`“”‘’«»„「」『』《》【】（），。、；：！？]+/iy;
/** There is a host, whatever it is: "https://" alone is no address, nor is "https://…". */
const WITH_HOST = /^https?:\/\/[^/\\?#.,;:!…(){}\]]/i;

/** The address of those in `addressesIn` that begins at `at` and is looked for no further than `limit`, or null. */
export function addressAt(text: string, at: number, limit: number): string | null {
  if (/\w/.test(text[at - 1] ?? "")) return null;
  const end = Math.min(limit, at + MAX_ADDRESS_CHARS + 1);
  WRITTEN.lastIndex = 0;
  const written = WRITTEN.exec(text.slice(at, end))?.[0];
  if (written === undefined || written.length > MAX_ADDRESS_CHARS) return null;
  const address = withoutSentence(written);
  return WITH_HOST.test(address) ? address : null;
}

const CLOSERS = ")]}";
const OPENERS = "([{";

/** Cuts what belongs to the sentence: its punctuation, and brackets closed at the end that were opened before it. */
function withoutSentence(written: string): string {
  const unopened = [...CLOSERS].map((closer, which) => count(written, closer) - count(written, OPENERS[which] ?? ""));
  let end = written.length;
  for (; end > 0; end--) {
    const last = written[end - 1] ?? "";
    if (".,;:!?…".includes(last)) continue;
    const which = CLOSERS.indexOf(last);
    const surplus = unopened[which] ?? 0;
    if (surplus <= 0) break;
    unopened[which] = surplus - 1;
  }
  return written.slice(0, end);
}

const count = (text: string, char: string): number => text.split(char).length - 1;
