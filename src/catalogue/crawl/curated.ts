import { figureOf } from "../../domain/benchmark-names.ts";
import type { CatalogueEndpoint, CatalogueModel, Confidence, FactSource, Score } from "../../domain/catalogue.ts";
import { firstOfEach } from "../../domain/first-of-each.ts";

/**
 * Yields the crawled models completed by the curated ones (other providers' endpoints, scores from papers), then the
 * curated models that were not crawled. Where both state a fact, the Hub's wins.
 */
export async function* withCurated(
  crawled: AsyncIterable<CatalogueModel>,
  curated: readonly CatalogueModel[],
): AsyncGenerator<CatalogueModel> {
  const left = new Map(curated.map((model) => [model.id, model]));
  for await (const model of crawled) {
    const known = left.get(model.id);
    left.delete(model.id);
    yield known ? merge(model, known) : model;
  }
  yield* left.values();
}

function merge(crawled: CatalogueModel, curated: CatalogueModel): CatalogueModel {
  const isLicensed = !isSurer(curated.licenceConfidence, crawled.licenceConfidence) && crawled.licence !== "unknown";
  const isMeasured = crawled.parametersConfidence !== "unsure" || curated.parameters === null;
  const isWeighed = crawled.bytes !== null || curated.bytes === null;
  const isCounted = crawled.downloads !== null;
  /** Which facts are the curated ones, and with them their sources. */
  const isCurated: Readonly<Record<FactSource["fact"], boolean>> = {
    licence: !isLicensed,
    parameters: !isMeasured,
    bytes: !isWeighed,
    downloads: !isCounted,
  };
  return {
    ...crawled,
    description: crawled.description === "" ? curated.description : crawled.description,
    tasks: union(crawled.tasks, curated.tasks),
    licence: isLicensed ? crawled.licence : curated.licence,
    licenceConfidence: isLicensed ? crawled.licenceConfidence : curated.licenceConfidence,
    parameters: isMeasured ? crawled.parameters : curated.parameters,
    parametersConfidence: isMeasured ? crawled.parametersConfidence : curated.parametersConfidence,
    bytes: isWeighed ? crawled.bytes : curated.bytes,
    bytesConfidence: isWeighed ? crawled.bytesConfidence : curated.bytesConfidence,
    downloads: isCounted ? crawled.downloads : curated.downloads,
    downloadsOn: isCounted ? crawled.downloadsOn : curated.downloadsOn,
    sources: curated.sources.filter(({ fact }) => isCurated[fact]),
    languages: crawled.languages ?? curated.languages,
    gated: crawled.gated ?? curated.gated,
    library: crawled.library ?? curated.library,
    datasets: union(crawled.datasets, curated.datasets),
    papers: union(crawled.papers, curated.papers),
    baseModels: union(crawled.baseModels, curated.baseModels),
    scores: figuresOf(crawled, curated),
    // The crawl has the current endpoints at Hugging Face.
    endpoints: firstOfEach(
      [...crawled.endpoints, ...curated.endpoints.filter(({ provider }) => provider !== "huggingface")],
      placeOf,
    ),
  };
}

/** Whether a curated fact wins: only if the crawled one is unsure and the curated one is not. */
const isSurer = (curated: Confidence, crawled: Confidence): boolean => crawled === "unsure" && curated !== "unsure";

/** The scores of both; the Hub's wins unless it is unsure and the curated one is not. */
function figuresOf(crawled: CatalogueModel, curated: CatalogueModel): readonly Score[] {
  const sure = curated.scores.filter(({ confidence }) => confidence !== "unsure");
  const byHand = new Map(sure.map((score) => [figureOf(score), score]));
  const known = crawled.scores.map((score) =>
    score.confidence === "unsure" ? (byHand.get(figureOf(score)) ?? score) : score,
  );
  return firstOfEach([...known, ...curated.scores], figureOf);
}

const union = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])];

const placeOf = ({ provider, via, model, taskType }: CatalogueEndpoint): string =>
  JSON.stringify([provider, via, model, taskType]);
