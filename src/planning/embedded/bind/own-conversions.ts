import type { Kind } from "../../../domain/kinds.ts";
import { type Ontology, ontologyOf } from "../../../domain/task-types/index.ts";
import { type Conversion, planConversions } from "../../proof/repair/convert.ts";
import { ownTypesOf } from "../rank/own-types.ts";

/** What conversions are planned of, by ontology; `null` where a deployment adds none, and the built-in rules are all. */
const converters = new WeakMap<Ontology, Ontology | null>();

/** Words that are read aloud are a result: heard again they would say no more than they did. */
const MAKES_NO_MATERIAL = "text-to-speech";

function convertersOf(ontology: Ontology): Ontology | null {
  const known = converters.get(ontology);
  if (known !== undefined) return known;
  const found = ownTypesOf(ontology).some(({ converts }) => converts)
    ? ontologyOf(ontology.all.filter(({ converts, name }) => converts && name !== MAKES_NO_MATERIAL))
    : null;
  converters.set(ontology, found);
  return found;
}

/** The conversions, a deployment's own among them, that make one of the `wanted` kinds of `from`; empty when there are none. */
export function ownConversions(from: Kind, wanted: readonly Kind[], ontology: Ontology): readonly Conversion[] {
  const all = convertersOf(ontology);
  const found = (all && planConversions(from, wanted, all)) ?? [];
  const own = ownTypesOf(ontology);
  return found.some(({ type }) => own.includes(type)) ? found : [];
}
