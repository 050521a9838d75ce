import type { Confidence } from "../../../domain/catalogue.ts";
import { type HubModel, strings, tagged, unique } from "./hub-model.ts";

/**
 * The Hub's licence ids (https://huggingface.co/docs/hub/repositories-licenses) are SPDX identifiers in lower case but
 * for these, and for names of licences that SPDX does not list (`llama3.3`, `gemma`, `openrail++`), which stay.
 */
const SPDX: Readonly<Record<string, string>> = {
  "c-uda": "c-uda-1.0",
  "lgpl-lr": "lgpllr",
  "odc-by": "odc-by-1.0",
  odbl: "odbl-1.0",
  pddl: "pddl-1.0",
};

/** What people write in place of an id. */
const SPELLINGS: Readonly<Record<string, string>> = {
  apache: "apache-2.0",
  apache2: "apache-2.0",
  "apache-2": "apache-2.0",
  "apache2.0": "apache-2.0",
  "apache-license-2.0": "apache-2.0",
  "mit-license": "mit",
  "the-mit-license": "mit",
  "bsd-3": "bsd-3-clause",
  "bsd-2": "bsd-2-clause",
  cc0: "cc0-1.0",
  gpl3: "gpl-3.0",
  "gpl-3": "gpl-3.0",
  gplv3: "gpl-3.0",
  "gpl-v3": "gpl-3.0",
  gpl2: "gpl-2.0",
  gplv2: "gpl-2.0",
  agpl3: "agpl-3.0",
  agplv3: "agpl-3.0",
  "lgpl-3": "lgpl-3.0",
};

const NONE: ReadonlySet<string> = new Set(["unknown", "none", "null", "n/a", "na", "tbd", "-"]);
const MAX_LICENCES = 5;
const MAX_NAME_CHARS = 80;

export interface Licence {
  readonly name: string;
  readonly confidence: Confidence;
}

/**
 * The licence of a model, in lower case. Several are joined by AND: on the Hub, a list says that each of them holds for
 * a part of the model or for what it was made of, never that one may choose. `other` gives way to the name beside it.
 */
export function readLicence(model: Pick<HubModel, "cardData" | "tags">): Licence {
  const stated = strings(model.cardData?.license, MAX_LICENCES);
  const listed = stated.length > 0 ? stated : tagged(model.tags ?? [], "license:");
  const [name] = strings(model.cardData?.license_name, 1);
  const licences = unique(
    listed.map(normalise).map((licence) => (licence === "other" && name ? normalise(name) : licence)),
    MAX_LICENCES,
  ).filter((licence) => !NONE.has(licence));
  if (licences.length === 0) return { name: "unknown", confidence: "unsure" };
  return { name: licences.toSorted().join(" AND "), confidence: "sure" };
}

/** Blanks become hyphens, and what is no part of a name goes: it stands in an expression. */
function normalise(written: string): string {
  const name = written
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-")
    .replaceAll(/[^a-z0-9.+-]/g, "")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, MAX_NAME_CHARS);
  if (name === "") return "unknown";
  const creative = /^cc-(by(?:-n[cd]|-sa)*)-?v?(\d)(?:\.(\d))?$/.exec(name);
  if (creative) return `cc-${creative[1]}-${creative[2]}.${creative[3] ?? "0"}`;
  if (Object.hasOwn(SPELLINGS, name)) return SPELLINGS[name] ?? name;
  return Object.hasOwn(SPDX, name) ? (SPDX[name] ?? name) : name;
}
