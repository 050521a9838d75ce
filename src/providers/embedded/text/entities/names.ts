import { type CapitalRun, type CapitalWord, capitalRuns } from "./capitals.ts";
import { type Entity, type EntityType, entityAt } from "./entity.ts";

/** Legal forms, which end a company's name wherever they stand. */
const LEGAL_FORM =
  /^(?:Ltd\.?|Limited|GmbH|mbH|Inc\.?|Incorporated|LLC|LLP|L\.L\.C\.?|PLC|Plc|plc|AG|KG|OHG|UG|SE|SA|S\.A\.?|SARL|SAS|S\.r\.l\.?|SRL|SpA|S\.p\.A\.?|BV|B\.V\.?|NV|N\.V\.?|AB|AS|ASA|A\/S|ApS|Oy|Oyj|Corp\.?|Corporation|Co\.|Bros\.|LTD\.?|LIMITED|INC\.?|GMBH|CORP\.?|Pty|Pte|e\.V\.?)$/;
/** What an organization's name of two words or more ends with. */
const ORGANIZATION_HEAD =
  /^(?:Company|Group|Analytics|Holdings?|Partners|Associates|Bank|Insurance|University|Institute|College|School|Academy|Hospital|Clinic|Practice|Surgery|Pharmacy|Foundation|Association|Society|Union|Federation|League|Club|Council|Committee|Commission|Authority|Agency|Administration|Department|Ministry|Office|Bureau|Parliament|Senate|Congress|Court|Police|Army|Navy|Organi[sz]ation|Airlines|Airways|Railways?|Motors|Industries|Technologies|Systems|Solutions|Services|Consulting|Consultants|Software|Labs?|Laborator(?:y|ies)|Studios?|Records|Press|Publishing|Media|Times|Post|Tribune|Journal|Museum|Gallery|Theatre|Theater|Orchestra|Church|Market|Stores?|Shop|Bakery|Cafe|Café|Restaurant|Hotel|Tools|Supplies|Foods|Homes|Properties|Energy|Electric|Water|Telecom|Communications|Aerospace|Robotics|Pharmaceuticals|Carpentry|Plumbing|Logistics|Trust|Fund|Capital|Ventures|Party)$/;
/** "University of Oxford", "Bank of England", "Ministry of Defence". */
const ORGANIZATION_OF =
  /^(?:University|Bank|Ministry|Department|Institute|College|House|Church|Academy|Museum|Office|Board|Court|Society)$/;
const PLACE_HEAD =
  /^(?:Bridge|River|Lake|Island|Islands|Isle|Mountains?|Mount|Hills?|Valley|Desert|Forest|Sea|Ocean|Bay|Gulf|Strait|Canal|Beach|Coast|Peninsula|Canyon|Falls|Park|Square|Airport|Tower|Palace|Castle|Cathedral|County|Province|Republic|Kingdom|City|Village|Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard|Blvd|Close|Highway)$/;
const STREET = /^(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard|Blvd|Close)$/;
/** "the Republic of Moldova", "Mount Everest": the head comes first. */
const PLACE_FIRST = /^(?:Mount|Lake|Cape|Fort|Republic|Kingdom|Gulf|Isle)$/;
const HONORIFIC =
  /^(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Dame|Lord|Lady|Rev|President|Judge|Captain|Herr|Frau|Madame|Monsieur)\.?$/;
/** Words that begin a sentence or a form's line, and are no part of the name behind them. */
const LEADING =
  /^(?:The|A|An|At|In|On|By|To|From|For|And|But|With|Of|Or|If|As|Our|Your|My|His|Her|Their|This|That|Dear|Bill|Billed|Ship|Sold|Send|Pay|Paid|Invoice|Receipt|Order|Customer|Client|Supplier|Vendor|Seller|Buyer|Attn|Attention|Contact|Date|Total|Tel|Phone|Email|Name|Address|Re|Subject|When|Where|While|After|Before|Since|Although|However|Yesterday|Today|Shares|Between|Signed|Under|Into|Through|Via|Per|Both|Either|Neither|Including|Payable|Approved|Founded|Born)$/;

/**
 * Names known by their form: legal forms, organizations' and places' last words, honorifics, streets.
 * What has no such mark (a plain "Laura Benítez") is left to the lexicon; see `lexicon-names.ts`.
 */
export function namesByForm(text: string): Entity[] {
  return capitalRuns(text).flatMap((run) => entitiesOfRun(text, run));
}

function entitiesOfRun(text: string, run: CapitalRun): Entity[] {
  const found: Entity[] = [];
  let words = withoutLeading(run.words);
  // "Acme Ltd Lindqvist AB": OCR puts two columns on one line; each legal form ends a name.
  for (let form = words.findIndex(isLegalForm); form > 0; form = words.findIndex(isLegalForm)) {
    const more = words[form + 1];
    const end = more !== undefined && isLegalForm(more) ? form + 1 : form;
    found.push(spanning("ORG", text, words.slice(0, end + 1)));
    words = withoutLeading(words.slice(end + 1));
  }
  const type = words.length >= 2 ? typeByHead(words) : null;
  if (type === "LOC") found.push(place(text, words));
  else if (type !== null) found.push(spanning(type, text, words));
  return found;
}

const isLegalForm = (word: CapitalWord): boolean => LEGAL_FORM.test(word.text);

function withoutLeading(words: readonly CapitalWord[]): readonly CapitalWord[] {
  const first = words.findIndex((word) => !LEADING.test(word.text) && /^[\p{Lu}]/u.test(word.text));
  return first === -1 ? [] : words.slice(first);
}

function typeByHead(words: readonly CapitalWord[]): EntityType | null {
  const first = words[0]?.text ?? "";
  const last = words.at(-1)?.text ?? "";
  if (HONORIFIC.test(first)) return "PER";
  if (ORGANIZATION_OF.test(first) && words[1]?.text === "of") return "ORG";
  if (PLACE_FIRST.test(first)) return "LOC";
  if (ORGANIZATION_HEAD.test(last)) return "ORG";
  if (PLACE_HEAD.test(last)) return "LOC";
  return null;
}

/** A street takes its house number along. */
function place(text: string, words: readonly CapitalWord[]): Entity {
  const whole = spanning("LOC", text, words);
  if (!STREET.test(words.at(-1)?.text ?? "")) return whole;
  const number = /(?<![\p{L}\p{N}])\d{1,5}[A-Za-z]? $/u.exec(text.slice(Math.max(0, whole.start - 8), whole.start));
  return number === null ? whole : entityAt("LOC", text, whole.start - number[0].length, whole.end);
}

function spanning(type: EntityType, text: string, words: readonly CapitalWord[]): Entity {
  return entityAt(type, text, words[0]?.start ?? 0, words.at(-1)?.end ?? 0);
}
