import type { CompleteRequestParams, CompleteResult } from "@modelcontextprotocol/server";
import type { AppContext } from "../context.ts";
import { FILE_ARGUMENT } from "./prompts.ts";
import { pageOfFiles, recentRuns } from "./resources/list.ts";
import { FILE_TEMPLATE, RUN_TEMPLATE } from "./resources/uris.ts";

/** As the protocol has it. */
const MAX_VALUES = 100;

/**
 * What an argument may be: for the file of a prompt the names of the tenant's newest files, for the variable of a template
 * the ids of the newest files or runs. Files are found by the beginning of their name as well.
 */
export async function complete(c: AppContext, { ref, argument }: CompleteRequestParams): Promise<CompleteResult> {
  const begun = argument.value.toLowerCase();
  const begins = (...texts: readonly string[]): boolean => texts.some((text) => text.toLowerCase().startsWith(begun));
  const found = [...new Set(await valuesFor(c, ref, argument.name, begins))];
  return {
    completion: {
      ...{ values: found.slice(0, MAX_VALUES), total: found.length },
      hasMore: found.length > MAX_VALUES,
    },
  };
}

async function valuesFor(
  c: AppContext,
  ref: CompleteRequestParams["ref"],
  argument: string,
  begins: (...texts: readonly string[]) => boolean,
): Promise<readonly string[]> {
  const target = ref.type === "ref/prompt" ? "prompt" : ref.uri;
  if (target === RUN_TEMPLATE && argument === "run") return (await recentRuns(c)).filter((run) => begins(run));
  const isName = target === "prompt" && argument === FILE_ARGUMENT;
  if (!isName && !(target === FILE_TEMPLATE && argument === "id")) return [];
  const { files } = await pageOfFiles(c, undefined);
  return files
    .filter(({ resource: { id, name } }) => begins(name, ...(isName ? [] : [id])))
    .map(({ resource: { id, name } }) => (isName ? name : id));
}
