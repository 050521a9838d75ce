import { type CatalogueModel, sureParameters } from "../../domain/catalogue.ts";
import type { ProviderName } from "../../domain/provider-names.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** The part of a model that lists are filtered and ordered by. */
export interface ModelRow {
  readonly id: string;
  /** Id and description in lower case, for the search. */
  readonly text: string;
  readonly organization: string | null;
  /** As it is stated; an unsure one counts as unknown. */
  readonly licence: string;
  readonly isLicenceSure: boolean;
  /** Where that is sure. */
  readonly parameters: number | null;
  readonly downloads: number | null;
  readonly likes: number | null;
  readonly languages: readonly string[];
  /** Its own, and those that it does at some endpoint. */
  readonly tasks: readonly string[];
  readonly benchmarks: readonly string[];
  readonly providers: readonly ProviderName[];
  /** Where it does what, but for endpoints that are gone. */
  readonly serving: readonly Serving[];
}

type Serving = `${ProviderName} ${string}`;

/** Whether one of these providers does the task with it; any task where none is asked for. */
export const isServedBy = (on: readonly ProviderName[], { serving }: ModelRow, task: string | undefined): boolean =>
  on.some((provider) =>
    task === undefined
      ? serving.some((place) => place.startsWith(`${provider} `))
      : serving.includes(`${provider} ${task}`),
  );

export const modelRowOf = (model: CatalogueModel): ModelRow => ({
  id: model.id,
  text: `${model.id}\n${model.description}`.toLowerCase(),
  organization: model.organization,
  licence: model.licence,
  isLicenceSure: model.licenceConfidence !== "unsure",
  parameters: sureParameters(model),
  downloads: model.downloads,
  likes: model.likes,
  languages: model.languages ?? [],
  tasks: [...new Set([...model.tasks, ...model.endpoints.map(({ taskType }) => taskType)])],
  benchmarks: [...new Set(model.scores.map(({ benchmark }) => benchmark))],
  providers: [...new Set(model.endpoints.map(({ provider }) => provider))],
  serving: model.endpoints
    .filter(({ status }) => status !== "gone")
    .map(({ provider, taskType }): Serving => `${provider} ${taskType}`),
});

/**
 * Kept from the first list on: reading 27,000 models one by one for every list would take longer than all the rest of
 * it. A newer snapshot takes them out of memory together with the older one.
 */
const rowsBySnapshot = new WeakMap<Snapshot, readonly ModelRow[]>();

/** A line for each row, in order. */
export function modelRowsOf(snapshot: Snapshot): readonly ModelRow[] {
  const known = rowsBySnapshot.get(snapshot);
  if (known) return known;
  const names = createSharing<string>();
  const providers = createSharing<ProviderName>();
  const places = createSharing<Serving>();
  const rows = Array.from({ length: snapshot.counts.models }, (_, index) => {
    const row = modelRowOf(snapshot.at(index));
    return {
      ...row,
      languages: names(row.languages),
      tasks: names(row.tasks),
      benchmarks: names(row.benchmarks),
      providers: providers(row.providers),
      serving: places(row.serving),
    };
  });
  rowsBySnapshot.set(snapshot, rows);
  return rows;
}

/** Few lists of names are many models' lists: each is kept once. */
function createSharing<Name extends string>(): (names: readonly Name[]) => readonly Name[] {
  const lists = new Map<string, readonly Name[]>();
  return (names) => {
    const key = names.join("\n");
    const shared = lists.get(key) ?? names;
    lists.set(key, shared);
    return shared;
  };
}
