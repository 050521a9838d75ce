import { figureOf } from "../domain/benchmark-names.ts";
import type { CatalogueModel, Confidence, FactSource, ModelFacts } from "../domain/catalogue.ts";
import type { Endpoint } from "../domain/endpoints.ts";
import { firstOfEach } from "../domain/first-of-each.ts";
import { isKnownLicence, normaliseLicence } from "../domain/licences.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

/** The endpoint with `sameAs` set to its own model id unless it states another: how endpoints of a deployment are linked to the catalogue. */
export const sameAsNamed = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  stated: { sameAs: endpoint.model, ...endpoint.stated },
});

/** The model of the catalogue that an endpoint claims to be, if that does the endpoint's task; otherwise null. */
export function inheritedBy({ taskType, stated }: Endpoint, snapshot: Snapshot): CatalogueModel | null {
  const model = stated?.sameAs === undefined ? null : findModel(snapshot, stated.sameAs);
  return model && (model.tasks.includes(taskType) || model.endpoints.some((one) => one.taskType === taskType))
    ? model
    : null;
}

/** The facts of a model with own endpoints: those that they state, and for the rest the known ones. */
export function factsWith(id: string, known: ModelFacts | null, own: readonly Endpoint[]): ModelFacts {
  const stated = own.map((endpoint) => endpoint.stated ?? {});
  const parameters = firstKnown(stated.map((one) => one.parameters));
  const bytes = firstKnown(stated.map((one) => one.bytes));
  return {
    id,
    organization: known?.organization ?? makerIn(id),
    ...licenceOf(own, known),
    parameters: parameters ?? known?.parameters ?? null,
    parametersConfidence: parameters === null ? confidenceIn(known?.parameters, known?.parametersConfidence) : "sure",
    bytes: bytes ?? known?.bytes ?? null,
    bytesConfidence: bytes === null ? confidenceIn(known?.bytes, known?.bytesConfidence) : "sure",
    languages: firstKnown(stated.map(({ languages }) => languages)) ?? known?.languages ?? null,
    scores: firstOfEach([...stated.flatMap(({ scores = [] }) => scores), ...(known?.scores ?? [])], figureOf),
    downloads: known?.downloads ?? null,
    downloadsOn: known?.downloadsOn ?? null,
    gated: firstKnown(stated.map(({ gated }) => gated)) ?? known?.gated ?? null,
  };
}

/** Where the facts of a model with own endpoints were read, but for those that its endpoints state. */
export function sourcesWith(known: CatalogueModel | null, own: readonly Endpoint[]): readonly FactSource[] {
  const isStated: Readonly<Record<FactSource["fact"], boolean>> = {
    licence: own.some(({ licence }) => normaliseLicence(licence) !== "unknown"),
    parameters: own.some(({ stated }) => stated?.parameters !== undefined),
    bytes: own.some(({ stated }) => stated?.bytes !== undefined),
    downloads: false,
  };
  return known?.sources.filter(({ fact }) => !isStated[fact]) ?? [];
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

/** Models by the ids that Workers AI has for them, computed once for each snapshot when first needed. */
const twins = new WeakMap<Snapshot, ReadonlyMap<string, CatalogueModel>>();

/** A model by its id, or by its id at Workers AI: "@cf/openai/whisper". */
export const findModel = (snapshot: Snapshot, id: string): CatalogueModel | null =>
  // All of Workers AI's ids begin so, and none of the Hub's.
  snapshot.byId.get(id) ?? (id.startsWith("@") ? twinsIn(snapshot).get(id) : undefined) ?? null;

/** Whether any model's id, or its id at Workers AI, satisfies a predicate. Checks thousands of ids, which takes milliseconds. */
export const hasModel = (snapshot: Snapshot, isMeant: (id: string) => boolean): boolean =>
  snapshot.byId.keys().some(isMeant) || twinsIn(snapshot).keys().some(isMeant);

/** Models by their ids at Workers AI; if two models share one, the more downloaded has it. */
function twinsIn(snapshot: Snapshot): ReadonlyMap<string, CatalogueModel> {
  const known = twins.get(snapshot);
  if (known) return known;
  const found = new Map<string, CatalogueModel>();
  for (const model of snapshot.linkedTo({ kind: "provider", name: "workers-ai" })) {
    for (const endpoint of model.endpoints) {
      if (endpoint.provider === "workers-ai" && !found.has(endpoint.model)) found.set(endpoint.model, model);
    }
  }
  twins.set(snapshot, found);
  return found;
}
