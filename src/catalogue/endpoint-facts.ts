import type { CatalogueModel, Confidence, ModelFacts } from "../domain/catalogue.ts";
import type { Endpoint } from "../domain/endpoints.ts";
import { isKnownLicence, normaliseLicence } from "../domain/licences.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

/** Endpoints of a deployment are what the catalogue knows under their ids, unless they say otherwise. */
export const sameAsNamed = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  stated: { sameAs: endpoint.model, ...endpoint.stated },
});

/** The model of the catalogue that an endpoint says it is, where that does the endpoint's task; else null. */
export function inheritedBy({ taskType, stated }: Endpoint, snapshot: Snapshot): CatalogueModel | null {
  const row = stated?.sameAs === undefined ? null : findRow(snapshot, stated.sameAs);
  const model = row === null ? null : snapshot.at(row);
  return model && (model.tasks.includes(taskType) || model.endpoints.some((one) => one.taskType === taskType))
    ? model
    : null;
}

/** What is known of a model with endpoints of our own: what they state, and for the rest what is known of it already. */
export function factsWith(id: string, known: ModelFacts | null, own: readonly Endpoint[]): ModelFacts {
  const stated = own.map((endpoint) => endpoint.stated ?? {});
  const parameters = firstKnown(stated.map((one) => one.parameters));
  return {
    id,
    organization: known?.organization ?? makerIn(id),
    ...licenceOf(own, known),
    parameters: parameters ?? known?.parameters ?? null,
    parametersConfidence: parameters === null ? confidenceIn(known?.parameters, known?.parametersConfidence) : "sure",
    bytes: firstKnown(stated.map(({ bytes }) => bytes)) ?? known?.bytes ?? null,
    languages: firstKnown(stated.map(({ languages }) => languages)) ?? known?.languages ?? null,
    scores: known?.scores ?? [],
    downloads: known?.downloads ?? null,
    gated: firstKnown(stated.map(({ gated }) => gated)) ?? known?.gated ?? null,
  };
}

function licenceOf(
  own: readonly Endpoint[],
  known: ModelFacts | null,
): Pick<ModelFacts, "licence" | "licenceConfidence"> {
  const stated = own.map(({ licence }) => normaliseLicence(licence)).find((licence) => licence !== "unknown");
  if (stated !== undefined) return { licence: stated, licenceConfidence: isKnownLicence(stated) ? "sure" : "unsure" };
  const licence = known?.licence ?? "unknown";
  return { licence, licenceConfidence: confidenceIn(licence, known?.licenceConfidence) };
}

/** Of what nobody knows, nobody is sure. */
export const confidenceIn = (value: unknown, confidence: Confidence | undefined): Confidence =>
  value === null || value === undefined || value === "unknown" ? "unsure" : (confidence ?? "unsure");

const firstKnown = <Value>(values: readonly (Value | null | undefined)[]): Value | null =>
  values.find((value) => value !== null && value !== undefined) ?? null;

/** "openai" of "openai/whisper"; null for a name without a maker. */
const makerIn = (model: string): string | null => /^[\w.-]+(?=\/)/.exec(model)?.[0] ?? null;

type RowsByModel = ReadonlyMap<string, number>;

/** Models that Workers AI serves under ids of its own; made once for each snapshot, when first asked for. */
const twins = new WeakMap<Snapshot, RowsByModel>();

/** The row of a model under its id, or under the one that Workers AI gave it: "@cf/openai/whisper". */
export function findRow(snapshot: Snapshot, id: string): number | null {
  const row = snapshot.rowOf(id);
  // All of Workers AI's ids begin so, and none of the Hub's.
  if (row !== null || !id.startsWith("@")) return row;
  return twinsIn(snapshot).get(id) ?? null;
}

/** Whether a model is meant, by its id or by Workers AI's. Thousands are asked, which takes milliseconds. */
export function hasModel(snapshot: Snapshot, isMeant: (id: string) => boolean): boolean {
  for (let row = 0; row < snapshot.counts.models; row++) if (isMeant(snapshot.idAt(row))) return true;
  return twinsIn(snapshot).keys().some(isMeant);
}

function twinsIn(snapshot: Snapshot): RowsByModel {
  const rows = twins.get(snapshot) ?? rowsAtWorkersAi(snapshot);
  twins.set(snapshot, rows);
  return rows;
}

/** Where two models share an id, the more downloaded has it. */
function rowsAtWorkersAi(snapshot: Snapshot): RowsByModel {
  const rows = new Map<string, number>();
  for (const row of snapshot.linkedTo({ kind: "provider", name: "workers-ai" })) {
    for (const { provider, model } of snapshot.at(row).endpoints) {
      if (provider === "workers-ai" && !rows.has(model)) rows.set(model, row);
    }
  }
  return rows;
}
