import PostalMime, { type Address } from "postal-mime";
import { htmlText } from "./html.ts";
import { tooLarge, unreadable } from "./limits.ts";

/** The parser works a message off in one go, some 50 ms a megabyte of attachments: a quarter of a second. */
const MAX_MESSAGE_BYTES = 5 * 1024 * 1024;
/** Each is a piece of its own to the parser, empty ones too. Five megabytes of attachments have 70,000. */
const MAX_LINES = 100_000;
/** Forwarded messages lie in each other. */
const MAX_NESTING = 16;
const MAX_HEADER_BYTES = 256 * 1024;
/** Of addresses in one field, and of attachments that are named. */
const MAX_LISTED = 100;

/** The text of an e-mail: from, to, date and subject as lines, what is written, and the names of what is attached. */
export async function readEmail(file: Uint8Array): Promise<string> {
  if (file.length > MAX_MESSAGE_BYTES) throw tooLarge("The message", `${MAX_MESSAGE_BYTES / 1024 / 1024} MB`);
  if (hasMoreLines(file, MAX_LINES)) throw tooLarge("The message", `${MAX_LINES.toLocaleString("en")} lines`);
  const parser = new PostalMime({ maxNestingDepth: MAX_NESTING, maxHeadersSize: MAX_HEADER_BYTES });
  const mail = await parser.parse(file).catch((thrown: unknown) => {
    throw unreadable("The message cannot be read: its parts nest too deep, or its header is too long.", thrown);
  });
  const fields: readonly (readonly [name: string, value: string])[] = [
    ["From", mail.from ? shown([mail.from]) : ""],
    ["To", shown(mail.to ?? [])],
    ["Cc", shown(mail.cc ?? [])],
    ["Date", mail.date ?? ""],
    ["Subject", mail.subject ?? ""],
  ];
  const head = fields.flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value.replaceAll(/\s+/g, " ")}`]));
  const body = mail.text?.trim() ? mail.text.trim() : mail.html ? await htmlText(mail.html) : "";
  const attached = mail.attachments
    .slice(0, MAX_LISTED)
    .map(({ filename }) => filename?.trim() || "one without a name");
  return [
    head.join("\n"),
    body.replaceAll("\r\n", "\n"),
    attached.length === 0 ? "" : `Attachments: ${attached.join(", ")}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const LINE_FEED = 10;

function hasMoreLines(file: Uint8Array, most: number): boolean {
  let at = -1;
  for (let lines = 0; lines <= most; lines++) {
    at = file.indexOf(LINE_FEED, at + 1);
    if (at < 0) return false;
  }
  return true;
}

const shown = (addresses: readonly Address[]): string =>
  addresses
    .flatMap((address) => address.group ?? [address])
    .slice(0, MAX_LISTED)
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name)))
    .join(", ");
