import type { CataloguePointer, SnapshotManifest } from "../../r2-schemas/catalogue.ts";
import type { CrawlProgress } from "../../src/catalogue/crawl/progress.ts";

const PHASES: Readonly<Record<CrawlProgress["phase"], string>> = {
  models: "reading models",
  offers: "reading prices",
  cards: "reading cards",
  publish: "publishing",
  published: "published",
};

/** "reading models: 3000 listed, 2471 kept". */
export function progressLine({ phase, listed, kept, cards }: CrawlProgress): string {
  const done = phase === "cards" ? `${cards.read} of ${cards.wanted} cards` : `${listed} listed, ${kept} kept`;
  return `${PHASES[phase]}: ${done}`;
}

/** Why models were left out, the most frequent reason first. */
export const droppedLines = ({ dropped }: CrawlProgress): readonly string[] =>
  Object.entries(dropped)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `  left out: ${count} (${reason})`);

export function publishedLines({ id, counts, bytes, leftOut, diff }: SnapshotManifest): readonly string[] {
  const size = `${(bytes / 2 ** 20).toFixed(1)} MB`;
  return [
    `Version ${id} is served: ${counts.models} models, ${counts.triples} triples, ${counts.scores} scores, ${counts.endpoints} endpoints (${size}).`,
    ...(leftOut.count > 0 ? [`  could not be kept: ${leftOut.count} (${leftOut.first.join(", ")})`] : []),
    diff === null
      ? "It is the first."
      : `Against ${diff.against}: ${diff.added.count} new, ${diff.removed.count} gone, ${diff.changed.count} changed.`,
  ];
}

/** The versions that are kept, the newest first, and which is served. */
export function listLines(pointer: CataloguePointer | null): readonly string[] {
  if (pointer === null) return ["Nothing was published yet: the starter catalogue is served."];
  return pointer.kept.map(
    ({ id, publishedAt }) =>
      `${id === pointer.current ? "*" : " "} ${id}  published ${new Date(publishedAt).toISOString().slice(0, 16)}Z`,
  );
}
