import { type CataloguePointer, type SnapshotManifest, STARTER } from "../../r2-schemas/catalogue.ts";
import type { CrawlProgress } from "../../src/catalogue/crawl/step.ts";

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

export function publishedLines(manifest: SnapshotManifest): readonly string[] {
  const { id, leftOut } = manifest;
  return [
    `Version ${id} is served: ${sizeOf(manifest)}.`,
    ...(leftOut.count > 0 ? [`  could not be kept: ${leftOut.count} (${leftOut.first.join(", ")})`] : []),
    `${changeOf(manifest)}.`,
  ];
}

const sizeOf = ({ counts, bytes }: SnapshotManifest): string =>
  `${counts.models} models, ${counts.triples} triples, ${counts.scores} scores, ${counts.endpoints} endpoints (${(bytes / 2 ** 20).toFixed(1)} MB)`;

const changeOf = ({ diff }: SnapshotManifest): string =>
  diff === null
    ? "Nothing to compare it with"
    : `Against ${diff.against}: ${diff.added.count} new, ${diff.removed.count} gone, ${diff.changed.count} changed`;

/** The versions that are kept, the newest first, with what is in each, and which is served. */
export function listLines(
  pointer: CataloguePointer | null,
  manifests: ReadonlyMap<string, SnapshotManifest>,
): readonly string[] {
  if (pointer === null) return ["Nothing was published yet: the starter catalogue is served."];
  const mark = (id: string): string => `${id === pointer.current ? "*" : " "} ${id}`;
  const published = pointer.kept.flatMap(({ id, publishedAt }) => {
    const manifest = manifests.get(id);
    const holds = manifest ? [sizeOf(manifest), changeOf(manifest)] : ["What is in it cannot be read"];
    return [
      `${mark(id)}  published ${new Date(publishedAt).toISOString().slice(0, 16)}Z`,
      ...holds.map((line) => `      ${line}`),
    ];
  });
  return [...published, `${mark(STARTER)}  comes with the code`];
}
