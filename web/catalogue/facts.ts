import type { ModelView } from "../../src/client/client.ts";
import { bytesInWords } from "../../src/domain/describe-constraints.ts";
import { inShort } from "./search.ts";

/** A part of a fact; `node` is where the graph has it, null for what is no node of it. */
export interface FactPart {
  readonly words: string;
  readonly node: string | null;
}

export interface Fact {
  readonly title: string;
  /** None where nobody knows. */
  readonly parts: readonly FactPart[];
  /** How many more there are than parts. */
  readonly more: number;
}

type Known = Pick<
  ModelView,
  | "organization"
  | "tasks"
  | "licence"
  | "licenceConfidence"
  | "parameters"
  | "parametersConfidence"
  | "bytes"
  | "bytesConfidence"
  | "languages"
  | "downloads"
  | "downloadsOn"
  | "gated"
  | "datasets"
  | "baseModels"
  | "papers"
  | "triples"
>;

/** As many as one looks through; the graph has the rest. */
const MAX_PARTS = 30;

/** What is known of a model, each with its node of the graph where the graph says it too. */
export function factsOf(model: Known): readonly Fact[] {
  const nodes = new Set(model.triples.map(({ to }) => to));
  const plain = (words: string | null): readonly FactPart[] => (words === null ? [] : [{ words, node: null }]);
  const linked = (kind: string, names: readonly string[], wordsOf = (name: string): string => name) =>
    names.map((name): FactPart => {
      const node = `${kind}:${name}`;
      return { words: wordsOf(name), node: nodes.has(node) ? node : null };
    });
  const known = (name: string | null): readonly string[] => (name === null ? [] : [name]);
  const unsure = (confidence: string | null): string => (confidence === "unsure" ? " (not sure)" : "");
  const { parameters, bytes, downloads, downloadsOn, gated } = model;
  const facts: readonly (readonly [string, readonly FactPart[]])[] = [
    ["Tasks", linked("task", model.tasks)],
    ["Published by", linked("organization", known(model.organization))],
    ["Licence", linked("licence", known(model.licence), (name) => name + unsure(model.licenceConfidence))],
    ["Parameters", plain(parameters === null ? null : inShort(parameters) + unsure(model.parametersConfidence))],
    ["Size on disk", plain(bytes === null ? null : bytesInWords(bytes) + unsure(model.bytesConfidence))],
    ["Languages", linked("language", model.languages ?? [])],
    [
      "Downloads",
      plain(
        downloads === null
          ? null
          : `${downloads.toLocaleString("en")} a month${downloadsOn === null ? "" : ` (${downloadsOn})`}`,
      ),
    ],
    ["Weights", plain(gated === null ? null : gated ? "on request" : "open to everybody")],
    ["Trained on", linked("dataset", model.datasets)],
    ["Derived from", linked("model", model.baseModels)],
    ["Papers", linked("paper", model.papers, (name) => `arXiv:${name}`)],
  ];
  return facts.map(([title, parts]) => ({
    title,
    parts: parts.slice(0, MAX_PARTS),
    more: Math.max(0, parts.length - MAX_PARTS),
  }));
}
