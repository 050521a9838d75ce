import { type CatalogueModel, sureParameters } from "../../domain/catalogue.ts";
import type { ProviderName } from "../../domain/provider-names.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** The facts of a model that lists are filtered and ordered by. */
export interface ModelRow {
  readonly id: string;
  /** Id and description in lower case, for the search. */
  readonly text: string;
  readonly organization: string | null;
  /** As stated; counts as unknown unless it is sure. */
  readonly licence: string;
  readonly isLicenceSure: boolean;
  /** Null unless the number is sure. */
  readonly parameters: number | null;
  readonly downloads: number | null;
  readonly likes: number | null;
  readonly languages: readonly string[];
  /** The model's own, and those of its endpoints. */
  readonly tasks: readonly string[];
  readonly benchmarks: readonly string[];
  readonly providers: readonly ProviderName[];
  /** Providers with task types, without endpoints that are gone. */
  readonly serving: readonly Serving[];
}

type Serving = `${ProviderName} ${string}`;

/** Whether one of the providers serves the model for the task, or for any task if that is undefined. */
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
 * Rows by snapshot, made for the first list: reading 27,000 models anew for each list would take longer than all the rest.
 * They are freed together with their snapshot.
 */
const rowsBySnapshot = new WeakMap<Snapshot, readonly ModelRow[]>();

/** The rows of a snapshot's models, in order. */
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

/** Returns a function that makes equal lists share one array, as many models have the same ones. */
function createSharing<Name extends string>(): (names: readonly Name[]) => readonly Name[] {
  const lists = new Map<string, readonly Name[]>();
  return (names) => {
    const key = names.join("\n");
    const shared = lists.get(key) ?? names;
    lists.set(key, shared);
    return shared;
  };
}
