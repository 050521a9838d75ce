import { selectionOptionsOf } from "../../domain/selection.ts";
import type { Wiring } from "../../wiring.ts";
import { type LongStrings, readString } from "../long-strings.ts";
import { InvalidRequest } from "../problem.ts";
import { MAX_JSON_BYTES } from "../read-json.ts";
import { type ChatBody, OWN_NAMES, type OwnFields, ownFields } from "./body.ts";
import { Refused } from "./errors.ts";
import { castingOfModel, listModels } from "./models.ts";

/** How a request is to be run and answered, besides what it says. */
export interface ChatOptions {
  /** The id of one to go on with. */
  readonly conversation: string | null;
  /** The fields of a message of `/v1/runs` that stand beside its text, as they were given. */
  readonly wishes: Readonly<Record<string, unknown>>;
  readonly progress: NonNullable<OwnFields["progress"]>;
  /** The run goes on when the client leaves; null where the request does not say. */
  readonly isDetached: boolean | null;
  readonly includesUsage: boolean;
  /** Null where sound is not to come inside the answer; a `format` of null is any. */
  readonly audio: { readonly format: string | null } | null;
}

/** @throws {Refused} for a model that is not here, `InvalidRequest` for the rest */
export function readOptions(body: ChatBody, strings: LongStrings, choice: Wiring["controllerChoice"]): ChatOptions {
  const casting = castingOfModel(choice, body.model);
  if (!casting) {
    const names = listModels(choice).map(({ id }) => id);
    throw new Refused("not-found", "model", `There is no model ${body.model}; there are ${names.join(", ")}`);
  }
  const { conversation, progress, detached, constraints, selection, ...given } = ownFieldsOf(body);
  for (const name of ["controller", "planning"] as const) {
    const [own, named] = [given[name], casting[name]];
    if (own === undefined || named === undefined || own === named) continue;
    throw new Refused("invalid-request", name, `The model ${body.model} has \`${name}: "${named}"\`, not "${own}"`);
  }
  const { budget, ...who } = given;
  return {
    conversation: conversation ?? null,
    wishes: {
      ...selectionOptionsOf(casting),
      ...who,
      ...(constraints === undefined ? {} : { constraints: parsed("constraints", constraints, strings) }),
      ...(selection === undefined ? {} : { selection }),
      budget: withoutAsking(parsed("budget", budget ?? {}, strings)),
    },
    progress: progress ?? "reasoning",
    isDetached: detached === undefined ? null : detached === true || detached === "true",
    includesUsage: body.stream_options?.include_usage === true,
    audio: body.modalities?.includes("audio") ? { format: body.audio?.format ?? null } : null,
  };
}

/** The fields of our own, from the body and from `metadata`; a field that is null is left out. */
function ownFieldsOf(body: ChatBody): OwnFields {
  const fields: Record<string, unknown> = {};
  for (const name of OWN_NAMES) {
    const [beside, inMetadata] = [body[name] ?? undefined, body.metadata?.[name] ?? undefined];
    if (beside !== undefined && inMetadata !== undefined) {
      throw new Refused("invalid-request", name, `\`${name}\` is given twice: beside \`metadata\` and in it`);
    }
    const value = beside ?? inMetadata;
    if (value !== undefined) fields[name] = value;
  }
  if ((body.metadata?.approval ?? "none") !== "none")
    throw new Refused("invalid-request", "metadata.approval", "Nobody can approve a plan through this API");
  const read = ownFields.safeParse(fields);
  if (!read.success) throw InvalidRequest.from("body", read.error);
  return read.data;
}

/** A field that may be written as JSON. */
function parsed(name: string, value: unknown, strings: LongStrings): unknown {
  if (typeof value !== "string") return value;
  const long = strings.find(value);
  if (long && long.byteLength > MAX_JSON_BYTES) {
    throw new Refused("resource-too-large", name, `\`${name}\` may hold 1 MiB`);
  }
  try {
    return JSON.parse(long ? readString(long) : value);
  } catch {
    throw new Refused("invalid-request", name, `\`${name}\` is no JSON`);
  }
}

/** Nobody can raise a budget through this API: what cannot be paid for is gone without. */
function withoutAsking(budget: unknown): unknown {
  if (typeof budget !== "object" || budget === null) return budget;
  const { onExhausted = "answer", ...limits } = budget as { readonly onExhausted?: unknown };
  if (onExhausted === "ask") {
    const message = "Nobody can raise a budget through this API: leave `onExhausted` out, or use POST /v1/runs";
    throw new Refused("invalid-request", "budget.onExhausted", message);
  }
  return { ...limits, onExhausted };
}
