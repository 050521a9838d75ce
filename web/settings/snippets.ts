import { inTypeScript } from "./typescript-calls.ts";

/** A call of the API, as it is to be made again elsewhere. */
export interface CallToCopy {
  readonly method: string;
  /** With the query, from the root of the server. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent as JSON; `file` for the bytes of a file of that name; null without a body. */
  readonly body: { readonly json: unknown } | { readonly file: string } | null;
}

/** Where it is made, and whether that asks for a key. The key itself is never shown: a variable stands for it. */
export interface Server {
  readonly origin: string;
  readonly hasKey: boolean;
}

/** Of the headers that a client sends, those that change what is answered. */
const TOLD_HEADERS: ReadonlySet<string> = new Set(["accept", "content-type", "prefer", "x-filename"]);
const toldHeaders = ({ headers }: CallToCopy): readonly (readonly [string, string])[] =>
  Object.entries(headers).filter(
    ([name, value]) => TOLD_HEADERS.has(name) && !(name === "accept" && value === "application/json"),
  );

/** A word of a POSIX shell: nothing inside single quotes means anything to it. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call as a command for a POSIX shell, with `curl`. */
export function asCurl(call: CallToCopy, { origin, hasKey }: Server): string {
  const streams = toldHeaders(call).some(([name, value]) => name === "accept" && value === "text/event-stream");
  const lines = [`curl ${streams ? "-N" : "-s"} ${quoted(origin + call.path)}`];
  const sendsBody = call.body !== null;
  if (call.method !== (sendsBody ? "POST" : "GET")) lines.push(`-X ${call.method}`);
  if (hasKey) lines.push(`-H "authorization: Bearer $IMPRESARIO_KEY"`);
  for (const [name, value] of toldHeaders(call)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  // What begins with @ is a file to `--data`, so `--data-raw` it is.
  if (call.body && "json" in call.body) lines.push(`--data-raw ${quoted(JSON.stringify(call.body.json))}`);
  // `./`: a name may begin with a dash or an @.
  if (call.body && "file" in call.body) lines.push(`--data-binary ${quoted(`@./${call.body.file}`)}`);
  return lines.join(" \\\n  ");
}

/** The call as a module that makes it with the typed client, or with `fetch` where the client has no such call. */
export function asTypeScript(call: CallToCopy, { origin, hasKey }: Server): string {
  const key = hasKey ? ", apiKey: process.env.IMPRESARIO_KEY" : "";
  const inClient = inTypeScript(call);
  if (inClient === null) return asFetch(call, { origin, hasKey });
  return [
    'import { createClient } from "impresario/client";',
    ...(inClient.includes("openAsBlob(") ? ['import { openAsBlob } from "node:fs";'] : []),
    "",
    `const client = createClient({ baseUrl: ${JSON.stringify(origin)}${key} });`,
    inClient,
    "",
  ].join("\n");
}

function asFetch(call: CallToCopy, { origin, hasKey }: Server): string {
  const headers = toldHeaders(call).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  if (hasKey) headers.unshift('    authorization: "Bearer " + process.env.IMPRESARIO_KEY,');
  const body = call.body && "json" in call.body ? [`  body: JSON.stringify(${JSON.stringify(call.body.json)}),`] : [];
  return [
    `const response = await fetch(${JSON.stringify(origin + call.path)}, {`,
    `  method: ${JSON.stringify(call.method)},`,
    ...(headers.length > 0 ? ["  headers: {", ...headers, "  },"] : []),
    ...body,
    "});",
    "console.log(await response.text());",
    "",
  ].join("\n");
}
