import * as z from "zod";
import type { McpServerConfig } from "../../config/mcp-servers.ts";
import { fingerprint } from "../../domain/endpoints.ts";
import type { JsonValue } from "../../domain/json.ts";
import type { Kind } from "../../domain/kinds.ts";
import { DEFAULT_TASK_TIMEOUT_MS, type Port, type SaidValue, type TaskType } from "../../domain/task-types/index.ts";
import { plain } from "./words.ts";

/** Of one server; who has more names those that are wanted. */
const MAX_TOOLS = 100;
/** As the task types that a deployment states itself. */
const MAX_PORTS = 16;
const MAX_DESCRIPTION_CHARS = 500;
const MAX_NAME_CHARS = 64;

/** A tool as a server lists it: untrusted data. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: JsonValue;
  readonly outputSchema?: JsonValue | undefined;
}

/** The argument of a tool that a port of its task type fills. */
export interface ToolArgument {
  readonly property: string;
  readonly isText: boolean;
}

/** A tool as a task type. */
export interface ToolType {
  readonly tool: string;
  readonly type: TaskType;
  /** By port; a port that is none of them holds all arguments at once. */
  readonly arguments: ReadonlyMap<string, ToolArgument>;
  /** Changes with the tool's inputs, outputs and description, by which it was chosen. */
  readonly version: string;
}

/** The port for all arguments together, of a tool that does not list them. */
export const ALL_ARGUMENTS = "arguments";

/** The tools of a server that a deployment wants, as task types of names that no two share. */
export function toolTypes(
  server: Pick<McpServerConfig, "name" | "url" | "tools">,
  listed: readonly ListedTool[],
  isTaken: (name: string) => boolean,
): readonly ToolType[] {
  const wanted = listed
    .flatMap((tool) => {
      const setting = server.tools?.find(({ name }) => name === tool.name);
      const gives = setting && "gives" in setting ? setting.gives : undefined;
      return server.tools && !setting ? [] : [{ tool, gives }];
    })
    .slice(0, MAX_TOOLS);
  const plain = wanted.map(({ tool }) => `${PREFIX}${server.name}-${slug(tool.name)}`);
  const made = wanted.flatMap(({ tool, gives }, index) => {
    const name = plain[index] ?? "";
    const isShared = plain.some((other, place) => other === name && place !== index) || isTaken(name);
    const distinct = isShared || name.length > MAX_NAME_CHARS ? distinguished(name, tool.name) : name;
    const one = toolType(server, tool, distinct, gives);
    const own = slug(tool.name);
    // A name of one word is a word of many requests.
    const aliases = [distinct.slice(PREFIX.length), ...(own.includes("-") ? [own] : [])].filter(
      (alias) => !isTaken(alias),
    );
    return one ? [{ ...one, type: { ...one.type, aliases } }] : [];
  });
  return withoutSharedAliases(made);
}

/** Of tools that are called alike none is meant by that name alone. */
export function withoutSharedAliases<Tool extends ToolType>(tools: readonly Tool[]): readonly Tool[] {
  const spellings = tools.flatMap(({ type }) => [type.name, ...new Set(type.aliases)]);
  const shared = new Set(spellings.filter((spelling, place) => spellings.indexOf(spelling) !== place));
  return tools.map((tool) => {
    const aliases = tool.type.aliases.filter((alias) => !shared.has(alias));
    return { ...tool, type: { ...tool.type, aliases } };
  });
}

const PREFIX = "mcp-";

const slug = (text: string): string => dashed(text) || "tool";
const dashed = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");

const HASH_CHARS = 8;
const distinguished = (name: string, tool: string): string =>
  `${name.slice(0, MAX_NAME_CHARS - HASH_CHARS - 1).replace(/-+$/, "")}-${fingerprint(tool).slice(0, HASH_CHARS)}`;

const objectSchema = z.object({
  properties: z.record(z.string(), z.json()).optional(),
  required: z.array(z.string()).optional(),
});

/** Null for a tool that needs more than a task type has ports for. */
function toolType(
  server: Pick<McpServerConfig, "name" | "url">,
  tool: ListedTool,
  name: string,
  gives: readonly Kind[] | undefined,
): ToolType | null {
  const schema = objectSchema.safeParse(tool.inputSchema);
  const { properties = {}, required = [] } = schema.data ?? {};
  // What names no properties may take any; what names none of them takes nothing.
  const takesAny = schema.data?.properties === undefined;
  const isRequired = (property: string): boolean => required.includes(property);
  const names = Object.keys(properties).toSorted((a, b) => Number(isRequired(b)) - Number(isRequired(a)));
  if (names.filter(isRequired).length > MAX_PORTS) return null;
  const args = new Map<string, ToolArgument>();
  const inputs = names.slice(0, MAX_PORTS).map((property) => {
    const about = resolved(properties[property] ?? null, tool.inputSchema);
    const isText = takesText(about);
    const port = portName(property, args);
    args.set(port, { property, isText });
    const takes = saidValue(property, about) ?? (isText && isEndOfMove(property, names) ? PLACE : null);
    const made = input(port, isText ? "text" : "data", isRequired(property), describe(property, about));
    return takes ? { ...made, takes } : made;
  });
  const all = input(ALL_ARGUMENTS, "data", false, "An object of the arguments");
  const type: TaskType = {
    name,
    area: "language",
    description: short(tool.description ?? "") || `The tool ${short(tool.name)} of ${server.name}`,
    inputs: takesAny ? [all] : inputs,
    outputs: outputsOf(tool, gives),
    aliases: [],
    timeoutMs: DEFAULT_TASK_TIMEOUT_MS,
    converts: false,
    varies: true,
  };
  const { inputSchema, outputSchema = null, description = "" } = tool;
  const version = fingerprint([server.url, tool.name, inputSchema, outputSchema, description, [...(gives ?? [])]]);
  return { tool: tool.name, type, arguments: args, version };
}

const input = (name: string, kind: Kind, required: boolean, description: string): Port => ({
  ...{ name, kinds: [kind], required, many: false, asks: false, aliases: [], description },
});

const output = (kind: Kind): Port => input(kind.replace("/", "-"), kind, true, "");

/** The output ports: the kinds that the deployment states; else text, and data where the tool has an output schema. */
function outputsOf({ outputSchema }: ListedTool, gives: readonly Kind[] | undefined): readonly Port[] {
  const kinds: readonly Kind[] = gives ?? (outputSchema === undefined ? ["text"] : ["text", "data"]);
  return [...new Set(kinds)].map((kind) => output(kind));
}

/** A port name that is neither taken nor a property that every object has. */
function portName(property: string, taken: ReadonlyMap<string, ToolArgument>): string {
  const name = dashed(property).slice(0, MAX_NAME_CHARS) || "value";
  return taken.has(name) || name in {} ? distinguished(name, property) : name;
}

/** A definition that is another's name is seldom more than one away. */
const MAX_HOPS = 4;
const DEFINITION = /^#\/(?:\$defs|definitions)\/([^/]+)$/;
const object = z.record(z.string(), z.json());
const definitions = z.object({ $defs: object.optional(), definitions: object.optional() });

/** A property with its `$ref` to a definition of the schema resolved; one that refers elsewhere is returned unchanged. */
function resolved(property: JsonValue, schema: JsonValue): JsonValue {
  let found = property;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const { $ref, ...own } = object.safeParse(found).data ?? {};
    const [, name] = typeof $ref === "string" ? (DEFINITION.exec($ref) ?? []) : [];
    const { $defs, definitions: older } = definitions.safeParse(schema).data ?? {};
    const known = { ...older, ...$defs };
    const target = name !== undefined && Object.hasOwn(known, name) ? object.safeParse(known[name]).data : undefined;
    if (!target) return found;
    found = { ...target, ...own };
  }
  return property;
}

/** More values than this are no choice that anybody reads, and a longer one is none that anybody says. */
const MAX_CHOICES = 100;
const MAX_CHOICE_CHARS = 100;
const choices = z
  .array(z.union([z.string().max(MAX_CHOICE_CHARS), z.number()]))
  .min(1)
  .max(MAX_CHOICES);
const constant = z.object({ const: z.json() });

/** What a property takes, where a word of a request can say it; null for any other. Null beside it says that it may be left out. */
function saidValue(property: string, schema: JsonValue): SaidValue | null {
  const several = alternatives.safeParse(schema).data;
  const given = several && ("anyOf" in several ? several.anyOf : several.oneOf);
  const options = given?.filter((option) => typed.safeParse(option).data?.type !== "null") ?? [];
  const constants = options.flatMap((option) => constant.safeParse(option).data?.const ?? []);
  const listed = listing.safeParse(schema).data?.enum ?? (constants.length === options.length ? constants : []);
  const of = choices.safeParse(listed.filter((value) => value !== null)).data;
  if (of) return { as: "choice", of };
  const [type, ...others] = [typed.safeParse(schema).data?.type ?? []].flat().filter((one) => one !== "null");
  if (others.length === 0 && (type === "number" || type === "integer")) {
    return { as: "number", isWhole: type === "integer" };
  }
  if (others.length === 0 && type === "boolean") return { as: "boolean" };
  if (others.length === 0 && isPlace(property, schema)) return { as: "place", isList: type === "array" };
  const [only, ...more] = options;
  return only !== undefined && more.length === 0 ? saidValue(property, only) : null;
}

/** As JSON Schema and servers call the places of things that they reach by themselves. */
const PLACE_FORMAT = /^(?:uri|iri)(?:-reference)?$/;
const PLACE_NAME = /(?:^|-)(?:path|uri|url|file|filename|filepath|folder|dir|directory|directorie)s?$/;
const text = z.object({ type: z.literal("string"), format: z.string().optional() });
const texts = z.object({ type: z.literal("array"), items: text });

/** Whether a property takes the place of something, or several. */
function isPlace(property: string, schema: JsonValue): boolean {
  const taken = texts.safeParse(schema).data?.items ?? text.safeParse(schema).data;
  return taken !== undefined && (PLACE_FORMAT.test(taken.format ?? "") || PLACE_NAME.test(dashed(property)));
}

/** Where something is moved or copied from, and to; either alone may be anything. */
const PLACE: SaidValue = { as: "place", isList: false };
const ENDS_OF_MOVE: readonly string[] = ["source", "destination"];
const isEndOfMove = (property: string, all: readonly string[]): boolean =>
  ENDS_OF_MOVE.includes(property) && ENDS_OF_MOVE.every((end) => all.includes(end));

const typed = z.object({ type: z.union([z.string(), z.array(z.string())]) });
const alternatives = z.object({ anyOf: z.array(z.json()) }).or(z.object({ oneOf: z.array(z.json()) }));
const stated = z.object({ description: z.string() });
const listing = z.object({ enum: z.array(z.json()) });

/** True for a property that takes a string. */
function takesText(schema: JsonValue): boolean {
  const own = typed.safeParse(schema);
  if (own.success) return [own.data.type].flat().includes("string");
  const listed = listing.safeParse(schema);
  if (listed.success) return listed.data.enum.every((value) => typeof value === "string");
  const several = alternatives.safeParse(schema);
  if (!several.success) return false;
  const options = "anyOf" in several.data ? several.data.anyOf : several.data.oneOf;
  return options.some((option) => [typed.safeParse(option).data?.type ?? []].flat().includes("string"));
}

function describe(property: string, schema: JsonValue): string {
  const said = stated.safeParse(schema).data?.description ?? property;
  const values = listing.safeParse(schema).data?.enum;
  return short(values ? `${said} (one of ${values.map((value) => JSON.stringify(value)).join(", ")})` : said);
}

/** Descriptions of task types reach prompts and pages. */
const short = (text: string): string => plain(text, MAX_DESCRIPTION_CHARS);
