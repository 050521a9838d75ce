import PostalMime, { type Address } from "postal-mime";
import { htmlText } from "./html.ts";
import { tooLarge, unreadable } from "./limits.ts";

/** The parser works a message off in one go, some 50 ms a megabyte of attachments. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Forwarded messages lie in each other. */
const MAX_NESTING = 16;
const MAX_HEADER_BYTES = 256 * 1024;
/** Of addresses in one field, and of attachments that are named. */
const MAX_LISTED = 100;

/** The text of an e-mail: from, to, date and subject as lines, what is written, and the names of what is attached. */
export async function readEmail(file: Uint8Array): Promise<string> {
  if (file.length > MAX_MESSAGE_BYTES) throw tooLarge("The message", `${MAX_MESSAGE_BYTES / 1024 / 1024} MB`);
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

const shown = (addresses: readonly Address[]): string =>
  addresses
    .flatMap((address) => address.group ?? [address])
    .slice(0, MAX_LISTED)
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name)))
    .join(", ");
