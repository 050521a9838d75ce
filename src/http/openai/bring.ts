import type { HistoryTurn } from "../../domain/conversation.ts";
import type { Resource, ResourceId } from "../../domain/resources.ts";
import { bringFiles } from "../bring-files.ts";
import type { AppContext } from "../context.ts";
import { FileNames } from "../file-names.ts";
import type { ConversationName } from "../pointers.ts";
import { FileImporter, ownId } from "./file-importer.ts";
import { type KnownResources, linksIn, withoutLinks } from "./links.ts";
import type { ChatDialogue, ChatTurn } from "./messages.ts";

/** A request and its history may have as many files; each link is looked up, and a text could hold thousands. */
const MAX_NAMED_FILES = 64;

/** A dialogue as a conversation takes it. */
export interface ImportedDialogue {
  readonly text: string;
  /** Ids and addresses. */
  readonly resources: readonly string[];
  readonly history: readonly HistoryTurn[];
}

/**
 * Brings the files of a dialogue to where a run can use them. Those of the request must all be there; of earlier turns
 * what is gone, or does not fit any more, is left out, the oldest first.
 * @param home the conversation that it goes on with, which has its own history; null for a new one
 */
export async function bring(
  c: AppContext,
  dialogue: ChatDialogue,
  home: ConversationName | null,
): Promise<ImportedDialogue> {
  const { asked } = dialogue;
  const before = home ? [] : dialogue.before;
  const names = new FileNames();
  const known = await broughtOver(c, [asked, ...before.toReversed()], home, names);
  const porter = new FileImporter(c, known, names);
  const resources: string[] = [];
  for (const file of asked.files) resources.push(await porter.carry(file));
  const linked = linksIn(asked.text).flatMap((id) => known.get(id)?.id ?? []);
  const history: HistoryTurn[] = [];
  for (const turn of before.toReversed()) history.unshift(await historyTurn(turn, porter, known));
  return {
    text: withoutLinks(asked.text, known),
    resources: [...new Set([...resources, ...linked])],
    history,
  };
}

async function historyTurn(
  { role, text, files }: ChatTurn,
  porter: FileImporter,
  known: KnownResources,
): Promise<HistoryTurn> {
  const carried: ResourceId[] = [];
  for (const file of files) {
    const id = await porter.carryAgain(file);
    if (id !== null) carried.push(id);
  }
  const linked = linksIn(text).flatMap((id) => known.get(id)?.id ?? []);
  return { role, text: withoutLinks(text, known), resources: [...new Set([...carried, ...linked])] };
}

/** Our own files that the turns name by link or id, those of the newest first. */
async function broughtOver(
  c: AppContext,
  newestFirst: readonly ChatTurn[],
  home: ConversationName | null,
  names: FileNames,
): Promise<KnownResources> {
  const { ids, resources } = c.var.wiring;
  const { tenant } = c.var.holder;
  const named = newestFirst.flatMap(({ text, files }) => [
    ...files.flatMap((file) => ownId(file) ?? []),
    ...linksIn(text),
  ]);
  const foreign: ResourceId[] = [];
  const known = new Map<ResourceId, Pick<Resource, "id" | "name">>();
  for (const id of [...new Set(named)].slice(0, MAX_NAMED_FILES)) {
    const parts = await ids.readResource(tenant, id);
    if (!parts) continue;
    if (home === null || parts.scope !== home.part) foreign.push(id);
    else known.set(id, { id, name: (await resources.head(tenant, id))?.name ?? id });
  }
  for (const [id, file] of await bringFiles(c, foreign, names)) known.set(id, file);
  return known;
}
