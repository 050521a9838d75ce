import type { JsonObject } from "../../domain/json.ts";
import type { ProviderName } from "../../domain/provider-names.ts";
import type { ModelListOrder, ModelSearch, NewOwnModel } from "../client.ts";
import type { ModelsCommand, Own } from "./commands.ts";
import { readCount, readNumber } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import { only } from "./only.ts";
import type { ParsedOptions } from "./parse.ts";
import { readAction } from "./read-action.ts";
import { readVariable } from "./secret-variable.ts";
import { UsageError } from "./usage-error.ts";

const PROVIDERS = [
  ...(["embedded", "workers-ai", "openai", "huggingface", "custom"] as const),
] satisfies readonly ProviderName[];
const AVAILABILITIES = ["here", "elsewhere"] as const;
const ORDERS = ["match", "downloads", "likes", "parameters", "name", "benchmark"] as const satisfies ModelListOrder[];
const FORMATS = ["json", "multipart", "hf-inference"] as const satisfies readonly NonNullable<NewOwnModel["format"]>[];
const MAX_PAGE = 100;

/** @throws {UsageError} */
export function readModels(
  values: ParsedOptions,
  [asked, ...rest]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Own<ModelsCommand> {
  const action = readAction("models", asked, values);
  switch (action) {
    case "search":
      return { action, conditions: readConditions(values, rest.join(" ")) };
    case "own":
      only(rest, "models own", 0);
      return { action };
    case "show":
      return { action, id: only(rest, "models show ID"), snippets: values.snippets ?? false };
    case "add":
      return { action, ...readNew(values, only(rest, "models add ID"), environment) };
    case "remove":
      return { action, id: only(rest, "models remove ID"), task: values.task };
  }
}

function readConditions(values: ParsedOptions, words: string): ModelSearch {
  const { task, language, organization, benchmark, cursor, licence } = values;
  const conditions: ModelSearch = {
    ...{ task, licence, language, organization, benchmark, cursor },
    q: words.trim() || undefined,
    provider: oneOf(PROVIDERS, "provider", values.provider),
    availability: oneOf(AVAILABILITIES, "availability", values.availability),
    order: readOrder(values.order),
    minParameters: readSize("min-parameters", values["min-parameters"]),
    maxParameters: readSize("max-parameters", values["max-parameters"]),
    limit: readCount("limit", values.limit, MAX_PAGE),
  };
  if (conditions.order?.endsWith("benchmark") && benchmark === undefined) {
    throw new UsageError("--order benchmark goes with --benchmark NAME");
  }
  if (conditions.order?.endsWith("match") && conditions.q === undefined) {
    throw new UsageError("--order match goes with WORDS to match");
  }
  return conditions;
}

function readOrder(given: string | undefined): ModelSearch["order"] {
  const order = oneOf(ORDERS, "order", given?.replace(/^-/, ""));
  return order !== undefined && given?.startsWith("-") ? `-${order}` : order;
}

/** Sizes are written 7B and 350M as often as in figures. */
const UNITS: Readonly<Record<string, string>> = { k: "e3", m: "e6", b: "e9" };

function readSize(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const plain = given.replace(/(?<=^[\d.]+)[kmb]$/i, (unit) => UNITS[unit.toLowerCase()] ?? unit);
  return readNumber(option, plain, "a number of parameters, such as 7B or 7e9", isWhole);
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function readNew(
  values: ParsedOptions,
  id: string,
  environment: NodeJS.ProcessEnv,
): { readonly stated: JsonObject; readonly from: string | undefined } {
  const { task, url, licence = [], from } = values;
  if (from === undefined && (task === undefined || url === undefined)) {
    throw new UsageError("`models add ID` needs --task NAME and --url URL, or --from FILE that says them");
  }
  if (licence.length > 1) throw new UsageError("A model is under one licence: give --licence once");
  const format = oneOf(FORMATS, "format", values.format);
  const headers = readHeaders(values.header ?? [], environment);
  const stated: JsonObject = {
    id,
    ...(task === undefined ? {} : { task }),
    ...(url === undefined ? {} : { url }),
    ...(format === undefined ? {} : { format }),
    ...(licence[0] === undefined ? {} : { licence: licence[0] }),
    ...(values["same-as"] === undefined ? {} : { sameAs: values["same-as"] }),
    ...(headers === undefined ? {} : { headers }),
  };
  return { stated, from };
}

/** What stands on a command line is seen by everybody on the machine: values come out of variables. */
function readHeaders(given: readonly string[], environment: NodeJS.ProcessEnv): JsonObject | undefined {
  if (given.length === 0) return undefined;
  return Object.fromEntries(
    given.map((header) => {
      const [, name, variable] = /^([\w-]+)=([A-Za-z_]\w*)$/.exec(header) ?? [];
      if (name === undefined || variable === undefined) {
        throw new UsageError(
          "--header takes NAME=VARIABLE, the name of a header and of the environment variable that holds its value, such as authorization=MODEL_AUTHORIZATION",
        );
      }
      return [name, readVariable("header", variable, environment)];
    }),
  );
}
