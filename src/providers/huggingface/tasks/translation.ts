import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { guessLanguage, languageName } from "../../languages.ts";
import { optionalText, textInput } from "../inputs.ts";
import { type HuggingFaceCall, recipe } from "../session.ts";

/** The language codes of FLORES-200 (NLLB) and mBART-50, by ISO 639-1. */
const CODES: Readonly<Record<string, readonly [flores: string, mbart: string | null]>> = {
  af: ["afr_Latn", "af_ZA"],
  ar: ["arb_Arab", "ar_AR"],
  az: ["azj_Latn", "az_AZ"],
  be: ["bel_Cyrl", null],
  bg: ["bul_Cyrl", null],
  bn: ["ben_Beng", "bn_IN"],
  ca: ["cat_Latn", null],
  cs: ["ces_Latn", "cs_CZ"],
  cy: ["cym_Latn", null],
  da: ["dan_Latn", null],
  de: ["deu_Latn", "de_DE"],
  el: ["ell_Grek", null],
  en: ["eng_Latn", "en_XX"],
  es: ["spa_Latn", "es_XX"],
  et: ["est_Latn", "et_EE"],
  eu: ["eus_Latn", null],
  fa: ["pes_Arab", "fa_IR"],
  fi: ["fin_Latn", "fi_FI"],
  fr: ["fra_Latn", "fr_XX"],
  ga: ["gle_Latn", null],
  gl: ["glg_Latn", "gl_ES"],
  gu: ["guj_Gujr", "gu_IN"],
  he: ["heb_Hebr", "he_IL"],
  hi: ["hin_Deva", "hi_IN"],
  hr: ["hrv_Latn", "hr_HR"],
  hu: ["hun_Latn", null],
  hy: ["hye_Armn", null],
  id: ["ind_Latn", "id_ID"],
  is: ["isl_Latn", null],
  it: ["ita_Latn", "it_IT"],
  ja: ["jpn_Jpan", "ja_XX"],
  ka: ["kat_Geor", "ka_GE"],
  kk: ["kaz_Cyrl", "kk_KZ"],
  km: ["khm_Khmr", "km_KH"],
  ko: ["kor_Hang", "ko_KR"],
  lt: ["lit_Latn", "lt_LT"],
  lv: ["lvs_Latn", "lv_LV"],
  mk: ["mkd_Cyrl", "mk_MK"],
  ml: ["mal_Mlym", "ml_IN"],
  mn: ["khk_Cyrl", "mn_MN"],
  mr: ["mar_Deva", "mr_IN"],
  ms: ["zsm_Latn", null],
  my: ["mya_Mymr", "my_MM"],
  ne: ["npi_Deva", "ne_NP"],
  nl: ["nld_Latn", "nl_XX"],
  no: ["nob_Latn", null],
  pa: ["pan_Guru", null],
  pl: ["pol_Latn", "pl_PL"],
  ps: ["pbt_Arab", "ps_AF"],
  pt: ["por_Latn", "pt_XX"],
  ro: ["ron_Latn", "ro_RO"],
  ru: ["rus_Cyrl", "ru_RU"],
  si: ["sin_Sinh", "si_LK"],
  sk: ["slk_Latn", null],
  sl: ["slv_Latn", "sl_SI"],
  sq: ["als_Latn", null],
  sr: ["srp_Cyrl", null],
  sv: ["swe_Latn", "sv_SE"],
  sw: ["swh_Latn", "sw_KE"],
  ta: ["tam_Taml", "ta_IN"],
  te: ["tel_Telu", "te_IN"],
  th: ["tha_Thai", "th_TH"],
  tl: ["tgl_Latn", "tl_XX"],
  tr: ["tur_Latn", "tr_TR"],
  uk: ["ukr_Cyrl", "uk_UA"],
  ur: ["urd_Arab", "ur_PK"],
  vi: ["vie_Latn", "vi_VN"],
  xh: ["xho_Latn", "xh_ZA"],
  zh: ["zho_Hans", "zh_CN"],
  zu: ["zul_Latn", null],
};

export const floresCode = (language: string): string | null => CODES[language]?.[0] ?? null;
export const mbartCode = (language: string): string | null => CODES[language]?.[1] ?? null;

/** In English, as in "translate English to German". */
const nameOf = (language: string): string => languageName(language) ?? language;

/** Names that are not, or not only, what the platform calls the language. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  mandarin: "zh",
  farsi: "fa",
  castilian: "es",
  flemish: "nl",
  tagalog: "tl",
  norwegian: "no",
  nb: "no",
  iw: "he",
  fil: "tl",
};

/** The ISO 639-1 code meant by a BCP 47 code or an English name; null for a language that is not in the table. */
export function readLanguage(said: string): string | null {
  const word = said.trim().toLowerCase();
  const [base = ""] = word.split(/[-_]/, 1);
  if (Object.hasOwn(CODES, base)) return base;
  if (Object.hasOwn(OTHER_NAMES, word)) return OTHER_NAMES[word] ?? null;
  return Object.keys(CODES).find((code) => nameOf(code).toLowerCase() === word) ?? null;
}

/** ISO 639-1 codes; null where the call does not say. */
interface Languages {
  readonly source: string | null;
  readonly target: string | null;
}

/** The request to a translation model. */
type Wording = {
  readonly inputs: string;
  readonly parameters?: { readonly src_lang: string; readonly tgt_lang: string };
};

const Translated = z.union([
  z.object({ translation_text: z.string() }),
  z.array(z.object({ translation_text: z.string() })).min(1),
]);

export const translation = recipe("translation", async (session) => {
  const text = await textInput(session.call.inputs, "text");
  const wording = await worded(text, await languages(session), session.to.model);
  const answer = await session.ask("translation", wording, Translated);
  const translated = [answer].flat().map(({ translation_text }) => translation_text);
  return { outputs: { text: { as: "text", text: translated.join("\n") } } };
});

async function languages({ call: { inputs } }: HuggingFaceCall): Promise<Languages> {
  const [source, target] = await Promise.all([
    optionalText(inputs, "source-language"),
    optionalText(inputs, "target-language"),
  ]);
  return { source: source === null ? null : known(source), target: target === null ? null : known(target) };
}

function known(said: string): string {
  const language = readLanguage(said);
  if (language === null)
    throw new AppError("unsupported-input", `"${said.slice(0, 40)}" is not a language known here.`);
  return language;
}

/**
 * The request in which a model is told the languages, by the family in its name and as its card documents: for NLLB,
 * `src_lang: "eng_Latn"`; for T5, a prefix `translate English to German: `.
 * @throws {AppError} `unsupported-input` for a language that the model does not have.
 */
export async function worded(text: string, { source, target }: Languages, model: string): Promise<Wording> {
  const name = model.toLowerCase();
  const pair = /opus-mt-(?:tc-\w+-)?([a-z]{2,3})[-_]([a-z]{2,3})$/.exec(name);
  if (pair) return pairWording(text, target, { model, into: pair[2] ?? "" });
  const coded = CODED.find(({ family }) => family.test(name));
  const into = target ?? "en";
  if (coded) {
    const from = source ?? (await sourceOf(text));
    return {
      inputs: text,
      parameters: { src_lang: need(coded.code(from), from, model), tgt_lang: need(coded.code(into), into, model) },
    };
  }
  if (/madlad/.test(name)) return { inputs: `<2${into}> ${text}` };
  if (/(^|[/-])(flan-|m)?t5\b/.test(name)) {
    const from = source ?? (await sourceOf(text));
    return { inputs: `translate ${nameOf(from)} to ${nameOf(into)}: ${text}` };
  }
  return { inputs: text };
}

const CODED: readonly { readonly family: RegExp; readonly code: (language: string) => string | null }[] = [
  { family: /nllb/, code: floresCode },
  { family: /mbart/, code: mbartCode },
  { family: /m2m|small100/, code: (language) => language },
];

/** A model of one language pair is told no languages. Three letters in its name are a group of languages. */
function pairWording(text: string, target: string | null, { model, into }: { model: string; into: string }): Wording {
  if (target !== null && into.length === 2 && into !== target) {
    throw new AppError("unsupported-input", `${model} does not translate into ${nameOf(target)}.`);
  }
  return { inputs: text };
}

function need(code: string | null, language: string, model: string): string {
  if (code === null) throw new AppError("unsupported-input", `${model} does not have ${nameOf(language)}.`);
  return code;
}

/** The language of the text by its words; English where that fails, as these models need one. */
const sourceOf = async (text: string): Promise<string> => readLanguage((await guessLanguage(text)) ?? "en") ?? "en";
