import type { CatalogueModel, Confidence, ModelFacts } from "../domain/catalogue.ts";
import type { Endpoint } from "../domain/endpoints.ts";
import { isKnownLicence, normaliseLicence } from "../domain/licences.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";
import { findRow } from "./twins.ts";

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
