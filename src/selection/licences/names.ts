import { isListed, licenceId } from "../../domain/licence-names.ts";
import { familyNamed, type IsMeant } from "./families.ts";

/** Beginnings of ids that stand for all versions of a licence. */
const VERSIONED: ReadonlySet<string> = new Set(
  "afl agpl artistic bsd cddl cdla epl eupl gfdl gpl lgpl mpl ms odbl osl".split(" "),
);
/** Beginnings that stand for all licences of a maker or of a family of models. */
const OF_MODELS: ReadonlySet<string> = new Set(
  "deepseek exaone falcon gemma llama mistral-ai nvidia qwen stabilityai-ai stabilityai tencent-hunyuan".split(" "),
);

const isCreativeCommons = (id: string): boolean => /^cc(?:-by(?:-[a-z]{2})*)?$/.test(id);

/** What somebody's name of a licence means: a family, all versions of one, or a single one. */
export function licenceNamed(name: string): IsMeant {
  const family = familyNamed(name);
  if (family) return (licence) => family(plain(licence));
  const id = licenceId(name);
  if (id === null) return unlessListed;
  const meant = plain(id);
  return (licence) => {
    const known = plain(licence);
    if (known === meant || isVersionOf(meant, known)) return true;
    return mayBe(meant, known) ? null : unlessListed(known);
  };
}

/** Whether a name says anything: one that doesn't is the same as none. */
export function isLicenceName(name: string): boolean {
  if (familyNamed(name)) return true;
  const id = licenceId(name);
  return id !== null && (isListed(id) || isStem(plain(id)));
}

/** It is none that is listed under another name; what is on no list may be anything. */
const unlessListed: IsMeant = (licence) => (isListed(licence) ? false : null);

/** GPL-3.0-only and -or-later are both GPL-3.0, and an exception takes nothing away. */
const plain = (id: string): string => id.replace(/ WITH .*$/, "").replace(/-(?:only|or-later)$/, "");

const isStem = (id: string): boolean => VERSIONED.has(id) || OF_MODELS.has(id) || isCreativeCommons(id);

function isVersionOf(stem: string, licence: string): boolean {
  if (!licence.startsWith(stem)) return false;
  const rest = licence.slice(stem.length);
  if (OF_MODELS.has(stem)) return /^[-\d]/.test(rest);
  if (isCreativeCommons(stem)) return /^-\d\.\d$/.test(rest);
  return VERSIONED.has(stem) && /^-\d/.test(rest);
}

/** "llama3.1" may be meant by "Llama 3", "cc-by-nc-4.0" by "CC-BY", and "cc", which leaves all open, by each of them. */
const mayBe = (meant: string, licence: string): boolean =>
  (licence.startsWith(meant) && /^[-.\d]/.test(licence.slice(meant.length))) ||
  (isStem(licence) && meant.startsWith(licence));
