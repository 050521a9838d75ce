import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import { languageInWords } from "../../../domain/languages.ts";
import type { TextInputs } from "../../inputs.ts";
import { codesByLanguage, modelLanguage, sourceLanguage } from "../../languages.ts";
import { recipe } from "../session.ts";

/** The languages of FLORES-200, by whose codes NLLB calls them, that have a code of two letters. */
const FLORES =
  codesByLanguage(`afr_Latn arb_Arab azj_Latn bel_Cyrl bul_Cyrl ben_Beng cat_Latn ces_Latn cym_Latn dan_Latn deu_Latn
ell_Grek eng_Latn spa_Latn est_Latn eus_Latn pes_Arab fin_Latn fra_Latn gle_Latn glg_Latn guj_Gujr heb_Hebr hin_Deva
hrv_Latn hun_Latn hye_Armn ind_Latn isl_Latn ita_Latn jpn_Jpan kat_Geor kaz_Cyrl khm_Khmr kor_Hang lit_Latn lvs_Latn
mkd_Cyrl mal_Mlym khk_Cyrl mar_Deva zsm_Latn mya_Mymr npi_Deva nld_Latn nob_Latn pan_Guru pol_Latn pbt_Arab por_Latn
ron_Latn rus_Cyrl sin_Sinh slk_Latn slv_Latn als_Latn srp_Cyrl swe_Latn swh_Latn tam_Taml tel_Telu tha_Thai tgl_Latn
tur_Latn ukr_Cyrl urd_Arab vie_Latn xho_Latn zho_Hans zul_Latn`);

/** The languages of mBART-50. */
const MBART =
  codesByLanguage(`af_ZA ar_AR az_AZ bn_IN cs_CZ de_DE en_XX es_XX et_EE fa_IR fi_FI fr_XX gl_ES gu_IN he_IL hi_IN
hr_HR id_ID it_IT ja_XX ka_GE kk_KZ km_KH ko_KR lt_LT lv_LV mk_MK ml_IN mn_MN mr_IN my_MM ne_NP nl_XX pl_PL ps_AF
pt_XX ro_RO ru_RU si_LK sl_SI sv_SE sw_KE ta_IN te_IN th_TH tl_XX tr_TR uk_UA ur_PK vi_VN xh_ZA zh_CN`);

/** As `modelLanguage` has them; null where the call does not say. */
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

export const translation = recipe("translation", async ({ texts, to, ask }) => {
  const languages = { source: await language(texts, "source"), target: await language(texts, "target") };
  const answer = await ask("translation", await worded(await texts.one("text"), languages, to.model), Translated);
  const translated = [answer].flat().map(({ translation_text }) => translation_text);
  return { outputs: { text: { as: "text", text: translated.join("\n") } } };
});

async function language(texts: TextInputs, which: keyof Languages): Promise<string | null> {
  const said = await texts.optional(`${which}-language`);
  return said === null ? null : modelLanguage(said);
}

/**
 * The request in which a model is told the languages, by the family in its name and as its card documents: for NLLB,
 * `src_lang: "eng_Latn"`; for T5, a prefix `translate English to German: `.
 * @throws {AppError} `unsupported-input` for a language that the model does not have.
 */
export async function worded(text: string, { source, target }: Languages, model: string): Promise<Wording> {
  const name = model.toLowerCase();
  // A model of one language pair is told no languages. Three letters in its name are a group of languages.
  const pair = /opus-mt-(?:tc-\w+-)?(?:[a-z]{2,3})[-_]([a-z]{2,3})$/.exec(name)?.[1];
  if (pair !== undefined) {
    if (target === null || pair.length === 3 || pair === target) return { inputs: text };
    throw new AppError("unsupported-input", `${model} does not translate into ${languageInWords(target)}.`);
  }
  const coded = CODED.find(({ family }) => family.test(name));
  const into = target ?? "en";
  if (coded) {
    const from = source ?? (await sourceLanguage(text));
    const codeOf = (one: string): string => coded.code(one) ?? lacking(one, model);
    return { inputs: text, parameters: { src_lang: codeOf(from), tgt_lang: codeOf(into) } };
  }
  if (/madlad/.test(name)) return { inputs: `<2${into}> ${text}` };
  if (/(^|[/-])(flan-|m)?t5\b/.test(name)) {
    const from = source ?? (await sourceLanguage(text));
    return { inputs: `translate ${languageInWords(from)} to ${languageInWords(into)}: ${text}` };
  }
  return { inputs: text };
}

const CODED: readonly { readonly family: RegExp; readonly code: (language: string) => string | undefined }[] = [
  { family: /nllb/, code: (one) => FLORES.get(one) },
  { family: /mbart/, code: (one) => MBART.get(one) },
  { family: /m2m|small100/, code: (one) => one },
];

function lacking(language: string, model: string): never {
  throw new AppError("unsupported-input", `${model} does not have ${languageInWords(language)}.`);
}
