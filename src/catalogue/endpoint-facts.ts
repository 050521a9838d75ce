import type { CatalogueModel, Confidence, ModelFacts } from "../domain/catalogue.ts";
import type { Endpoint } from "../domain/endpoints.ts";
import { isKnownLicence, normaliseLicence } from "../domain/licences.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

/** The endpoint with `sameAs` set to its own model id unless it states another: how endpoints of a deployment are linked to the catalogue. */
export const sameAsNamed = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  stated: { sameAs: endpoint.model, ...endpoint.stated },
});

/** The model of the catalogue that an endpoint claims to be, if that does the endpoint's task; otherwise null. */
export function inheritedBy({ taskType, stated }: Endpoint, snapshot: Snapshot): CatalogueModel | null {
  const row = stated?.sameAs === undefined ? null : findRow(snapshot, stated.sameAs);
  const model = row === null ? null : snapshot.at(row);
  return model && (model.tasks.includes(taskType) || model.endpoints.some((one) => one.taskType === taskType))
    ? model
    : null;
}

/** The facts of a model with own endpoints: those that they state, and for the rest the known ones. */
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

/** The confidence of a fact, which is unsure if its value is unknown. */
export const confidenceIn = (value: unknown, confidence: Confidence | undefined): Confidence =>
  value === null || value === undefined || value === "unknown" ? "unsure" : (confidence ?? "unsure");

const firstKnown = <Value>(values: readonly (Value | null | undefined)[]): Value | null =>
  values.find((value) => value !== null && value !== undefined) ?? null;

/** The organization in a model's id: "openai/whisper" → "openai"; null without one. */
const makerIn = (model: string): string | null => /^[\w.-]+(?=\/)/.exec(model)?.[0] ?? null;

type RowsByModel = ReadonlyMap<string, number>;

/** Rows by the ids that Workers AI has for models, computed once for each snapshot when first needed. */
const twins = new WeakMap<Snapshot, RowsByModel>();

/** The row of a model by its id, or by its id at Workers AI: "@cf/openai/whisper". */
export function findRow(snapshot: Snapshot, id: string): number | null {
  const row = snapshot.rowOf(id);
  // All of Workers AI's ids begin so, and none of the Hub's.
  if (row !== null || !id.startsWith("@")) return row;
  return twinsIn(snapshot).get(id) ?? null;
}

/** Whether any model's id, or its id at Workers AI, satisfies a predicate. Checks thousands of ids, which takes milliseconds. */
export const hasModel = (snapshot: Snapshot, isMeant: (id: string) => boolean): boolean =>
  snapshot.ids().some(isMeant) || twinsIn(snapshot).keys().some(isMeant);

function twinsIn(snapshot: Snapshot): RowsByModel {
  const rows = twins.get(snapshot) ?? rowsAtWorkersAi(snapshot);
  twins.set(snapshot, rows);
  return rows;
}

/** Rows by id at Workers AI; if two models share one, the more downloaded has it. */
function rowsAtWorkersAi(snapshot: Snapshot): RowsByModel {
  const rows = new Map<string, number>();
  for (const row of snapshot.linkedTo({ kind: "provider", name: "workers-ai" })) {
    for (const { provider, model } of snapshot.at(row).endpoints) {
      if (provider === "workers-ai" && !rows.has(model)) rows.set(model, row);
    }
  }
  return rows;
}
