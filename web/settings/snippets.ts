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

/** What stands in the places of a path. */
type Parts = readonly string[];
type Write = (parts: Parts, call: CallToCopy) => string;

const literal = (value: unknown): string => JSON.stringify(value, null, 2) ?? "undefined";
const decoded = (part: string | undefined): string => {
  try {
    return literal(decodeURIComponent(part ?? ""));
  } catch {
    return literal(part ?? "");
  }
};
const json = ({ body }: CallToCopy): unknown => (body && "json" in body ? body.json : undefined);
const shown = (expression: string): string => `console.log(await ${expression});`;
/** Of the conditions that a query can have, those that the client takes as numbers; what looks like one in a text stays. */
const NUMBERS: ReadonlySet<string> = new Set(["limit", "minParameters", "maxParameters"]);
const typed = (name: string, text: string): string | number =>
  NUMBERS.has(name) && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
const queryOf = ({ path }: CallToCopy): string => {
  const query = new URL(path, "http://server.invalid").searchParams;
  const entries = [...new Set(query.keys())].map((name) => {
    const values = query.getAll(name).map((value) => typed(name, value));
    return [name, values.length > 1 ? values : values[0]] as const;
  });
  return entries.length === 0 ? "" : literal(Object.fromEntries(entries));
};

const act =
  (name: string): Write =>
  ([run], call) => {
    const told = json(call);
    return shown(`client.${name}(${decoded(run)}${told === undefined ? "" : `, ${literal(told)}`})`);
  };

const ask = (call: CallToCopy, conversation: string | null): string =>
  [
    `const run = await client.ask(${literal(json(call))}${conversation === null ? "" : `, { conversation: ${decoded(conversation)} }`});`,
    "console.log(run.status, run.answer);",
  ].join("\n");

/** How the typed client makes the calls of the API, by method and path; the first that fits. */
const CALLS: readonly (readonly [RegExp, Write])[] = [
  [/^POST \/v1\/runs$/, (_, call) => ask(call, null)],
  [/^POST \/v1\/conversations\/([^/]+)\/messages$/, ([id], call) => ask(call, id ?? "")],
  [/^POST \/v1\/plan$/, (_, call) => shown(`client.plan(${literal(json(call))})`)],
  [
    /^GET \/v1\/runs\/([^/]+)\/events$/,
    ([id]) => `for await (const event of client.events(${decoded(id)})) {\n  console.log(event.type, event.data);\n}`,
  ],
  [
    /^GET \/v1\/runs\/([^/]+)\/report$/,
    ([id], { headers }) =>
      shown(`client.report(${decoded(id)}, "${headers.accept?.includes("markdown") ? "markdown" : "json"}")`),
  ],
  [/^POST \/v1\/runs\/([^/]+)\/approve$/, act("approve")],
  [/^POST \/v1\/runs\/([^/]+)\/cancel$/, ([id]) => shown(`client.cancel(${decoded(id)})`)],
  [/^POST \/v1\/runs\/([^/]+)\/pause$/, ([id]) => shown(`client.pause(${decoded(id)})`)],
  [/^POST \/v1\/runs\/([^/]+)\/resume$/, act("resume")],
  [/^GET \/v1\/runs\/([^/]+)$/, ([id]) => shown(`client.run(${decoded(id)})`)],
  [/^GET \/v1\/conversations$/, (_, call) => shown(`client.conversations(${queryOf(call)})`)],
  [/^GET \/v1\/conversations\/([^/]+)$/, ([id]) => shown(`client.conversation(${decoded(id)})`)],
  [/^POST \/v1\/conversations\/([^/]+)$/, act("renameConversation")],
  [/^DELETE \/v1\/conversations\/([^/]+)$/, ([id]) => `await client.deleteConversation(${decoded(id)});`],
  [
    /^POST \/v1\/resources$/,
    (_, { body }) =>
      body && "file" in body
        ? shown(`client.upload(await openAsBlob(${literal(body.file)}), { name: ${literal(body.file)} })`)
        : shown(`client.importFile(${literal(addressIn(body))})`),
  ],
  [/^GET \/v1\/models$/, (_, call) => shown(`client.models.search(${queryOf(call)})`)],
  [/^GET \/v1\/models\/(.+)$/, ([id]) => shown(`client.models.get(${decoded(id)})`)],
  [/^GET \/v1\/own-models$/, () => shown("client.models.own()")],
  [/^GET \/v1\/task-types$/, () => shown("client.taskTypes()")],
  [/^GET \/v1\/health$/, () => shown("client.health()")],
];

function addressIn(body: CallToCopy["body"]): unknown {
  const sent = body && "json" in body ? body.json : null;
  return typeof sent === "object" && sent !== null && "url" in sent ? sent.url : "";
}

/** The call in the words of the typed client; null where it has none for it. */
function inTypeScript(call: CallToCopy): string | null {
  const line = `${call.method} ${call.path.replace(/\?.*$/s, "")}`;
  for (const [pattern, write] of CALLS) {
    const found = pattern.exec(line);
    if (found) return write(found.slice(1), call);
  }
  return null;
}
