import { type Failure, failure, type Issue } from "../errors.ts";
import { joinedBytes } from "../joined-bytes.ts";
import type { JsonValue } from "../json.ts";
import type { Place, SignatureScheme } from "./hook.ts";
import { type FieldPath, parsePath, valueAt } from "./template.ts";

/** Longer ids are not accepted, as ids are stored for a day. */
const MAX_ID_CHARS = 255;
/** Signatures read: a sender that rotates its secret signs with two. */
const MAX_SIGNATURES = 8;

export const refused = (message: string): Failure => failure("forbidden", message);

/** The id if it can be stored, or null. */
export const idOf = (given: unknown): string | null =>
  typeof given === "string" && given !== "" && given.length <= MAX_ID_CHARS ? given : null;

type HeaderReader = Pick<Headers, "get">;

/** What stands behind a prefix in a header: `t=1,v1=a,v1=b` has `a` and `b` behind `v1=`. Without a prefix, each part. */
const partsOf = (header: string, prefix: string): readonly string[] =>
  header
    .matchAll(new RegExp(`(?:^|[ ,;])${RegExp.escape(prefix)}([^ ,;]*)`, "g"))
    .take(MAX_SIGNATURES)
    .map(([, part = ""]) => part)
    .toArray();

/** The text in a header, null where there is none. */
function textIn(headers: HeaderReader, { header, prefix }: Extract<Place, { header: string }>): string | null {
  const value = headers.get(header);
  return value === null || prefix === undefined ? value : (partsOf(value, prefix)[0] ?? null);
}

function valueIn(place: Place | null, headers: HeaderReader, body: JsonValue): JsonValue | undefined {
  if (place === null) return undefined;
  if ("header" in place) return textIn(headers, place);
  return fieldAt(place, body);
}

function fieldAt({ path }: Extract<Place, { path: string }>, body: JsonValue): JsonValue | undefined {
  const read = parsePath(path);
  return read.ok ? valueAt({ body, event: null }, read.value) : undefined;
}

/** Numbers are ids and times as well. */
const asText = (value: JsonValue | undefined): string | null =>
  typeof value === "string" || typeof value === "number" ? String(value) : null;

/** The id and the kind of event of a delivery. */
export function readFacts(
  { id, event }: Pick<SignatureScheme, "id" | "event">,
  headers: HeaderReader,
  body: JsonValue,
): { readonly delivery: string | null; readonly event: string | null } {
  const read = (place: Place | null): string | null => idOf(asText(valueIn(place, headers, body)));
  return { delivery: read(id), event: read(event) };
}

/** The fault of a delivery that none of the keys signed, or whose header is of another time; null for a genuine one. */
export async function faultOfSignature(
  { header, prefix, encoding, signed, timestamp, toleranceSeconds, id }: SignatureScheme,
  { headers, bytes }: { readonly headers: HeaderReader; readonly bytes: Uint8Array<ArrayBuffer> },
  keys: readonly Uint8Array<ArrayBuffer>[],
  now: number,
): Promise<Failure | null> {
  const values = new Map<string, Uint8Array>([["{body}", bytes]]);
  if (timestamp && "header" in timestamp) {
    const time = textIn(headers, timestamp);
    const stale = faultOfTime(time, toleranceSeconds, now);
    if (stale) return stale;
    values.set("{timestamp}", utf8(time ?? ""));
  }
  if (id && "header" in id && signed.includes("{id}")) {
    const given = idOf(textIn(headers, id));
    if (given === null) return refused(`There is no ${id.header}`);
    values.set("{id}", utf8(given));
  }
  const message = joinedBytes(signed.split(PLACEHOLDER).map((piece) => values.get(piece) ?? utf8(piece)));
  const signatures = partsOf(headers.get(header) ?? "", prefix)
    .map(encoding === "hex" ? fromHex : fromBase64)
    .filter((signature) => signature !== null);
  if (await isSigned(keys, signatures, message)) return null;
  return refused(`${header} holds no signature of this delivery under this hook's secret`);
}

/** The fault of a genuine delivery whose body is to say when it was signed, and says another time or none; null else. */
export function faultOfBodyTime(
  { timestamp, toleranceSeconds }: Pick<SignatureScheme, "timestamp" | "toleranceSeconds">,
  body: JsonValue,
  now: number,
): Failure | null {
  if (!timestamp || "header" in timestamp) return null;
  return faultOfTime(asText(fieldAt(timestamp, body)), toleranceSeconds, now);
}

/**
 * True where whoever caught a delivery could send it again under another id, or later: its time or its id is not signed,
 * or the id is in the body, of which nobody signs whether it is JSON or a form.
 */
export const isReplayable = ({ signed, timestamp, id }: SignatureScheme): boolean =>
  timestamp === null || (id !== null && !signed.includes("{id}"));

/** What is wrong with a scheme that is otherwise of the right shape. */
export function faultsOfScheme({ signed, timestamp, id, event }: SignatureScheme): readonly Issue[] {
  const fault = (path: string, message: string): Issue => ({ path: `signature.${path}`, message });
  const places = { timestamp, id, event };
  const isHeader = (place: Place | null): boolean => place !== null && "header" in place;
  return [
    ...(signed.split("{body}").length === 2 ? [] : [fault("signed", "needs {body}, once")]),
    ...(/\{timestamp\}\{id\}|\{id\}\{body\}/.test(signed)
      ? [fault("signed", "needs something beside {id}: what stands there could count as part of it")]
      : []),
    ...(isHeader(timestamp) === signed.includes("{timestamp}")
      ? []
      : [fault("timestamp", "is in a header exactly where {timestamp} is signed: what is not signed proves nothing")]),
    ...(signed.includes("{id}") && !isHeader(id) ? [fault("id", "is in a header, where {id} is signed")] : []),
    ...Object.entries(places).flatMap(([name, place]) => {
      if (place === null || "header" in place) return [];
      const read = parsePath(place.path);
      const message = read.ok ? faultOfRoot(read.value) : read.error;
      return message === null ? [] : [fault(`${name}.path`, message)];
    }),
  ];
}

const faultOfRoot = ({ root }: FieldPath): string | null => (root === "body" ? null : "begins with body");

const PLACEHOLDER = /(\{(?:body|timestamp|id)\})/;

/** Ten digits are seconds until the year 2286, and thirteen are milliseconds. */
const MAX_SECONDS = 1e11;

/** The time in milliseconds since the epoch; not a number for a text that is none. */
function readTime(text: string): number {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.test(text)) return Date.parse(text);
  if (!/^\d{1,15}$/.test(text)) return Number.NaN;
  return Number(text) < MAX_SECONDS ? Number(text) * 1000 : Number(text);
}

/** The fault of a time that is too far from now; texts that are no time are too far from any. */
function faultOfTime(text: string | null, toleranceSeconds: number, now: number): Failure | null {
  if (text !== null && Math.abs(now - readTime(text)) <= toleranceSeconds * 1000) return null;
  return refused(`The delivery's timestamp is missing, or more than ${toleranceSeconds} seconds from now`);
}

const HMAC = { name: "HMAC", hash: "SHA-256" } as const;
const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(encoder.encode(text));

/** True when one of the signatures is the HMAC-SHA-256 of the message under one of the keys; compares in constant time. */
async function isSigned(
  keys: readonly Uint8Array<ArrayBuffer>[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey("raw", bytes, HMAC, false, ["verify"]);
    for (const signature of signatures) if (await crypto.subtle.verify(HMAC, key, signature, message)) return true;
  }
  return false;
}

/** Decodes a signature in hexadecimal; null if it is not one. */
const fromHex = (text: string): Uint8Array<ArrayBuffer> | null =>
  /^[0-9a-f]{64}$/i.test(text) ? Uint8Array.fromHex(text) : null;

/** Decodes base64 (RFC 4648 §4); null if it is invalid. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: "loose" });
  } catch {
    return null;
  }
}
