import { canonicalBenchmark, versionIn, withoutOwner, wordsIn } from "./benchmark-names.ts";

/**
 * The arXiv ids of the papers that published benchmarks, with the names that models' cards and the Hub use for them.
 * Without a version in its name, an entry is meant by every version; a name that means one version alone has its own.
 */
const PAPERS: readonly (readonly [paper: string, names: readonly string[]])[] = [
  ["1912.06670", ["Common Voice", "Mozilla Common Voice"]],
  ["2205.12446", ["FLEURS", "google/fleurs"]],
  ["2101.00390", ["VoxPopuli"]],
  ["2106.06909", ["GigaSpeech"]],
  ["2012.03411", ["Multilingual LibriSpeech", "MLS"]],
  ["2104.02014", ["SPGISpeech", "SPGI Speech"]],
  ["1804.03209", ["Speech Commands"]],
  ["2009.03300", ["MMLU", "Measuring Massive Multitask Language Understanding", "hendrycks_test", "hendrycksTest"]],
  ["2406.01574", ["MMLU-Pro"]],
  ["2110.14168", ["GSM8K", "Grade School Math 8K"]],
  ["2107.03374", ["HumanEval", "openai_humaneval"]],
  ["2311.12022", ["GPQA", "Graduate-Level Google-Proof Q&A"]],
  ["2311.07911", ["IFEval", "Instruction-Following Evaluation"]],
  ["1905.07830", ["HellaSwag"]],
  ["1606.06031", ["LAMBADA"]],
  ["1609.07843", ["WikiText"]],
  ["2311.16502", ["MMMU"]],
  ["2203.10244", ["ChartQA"]],
  ["2007.00398", ["DocVQA"]],
  ["1904.08920", ["TextVQA"]],
  ["1612.00837", ["VQAv2", "VQA v2.0"]],
  ["1902.09506", ["GQA"]],
  ["2310.11513", ["GenEval"]],
  ["2311.17982", ["VBench"]],
  ["1504.00325", ["COCO Captions", "MS COCO Captions"]],
  ["1705.06950", ["Kinetics-400"]],
  ["1706.04261", ["Something-Something"]],
  ["1606.05250", ["SQuAD"]],
  ["1806.03822", ["SQuAD 2.0", "SQuAD v2"]],
  ["1804.07461", ["GLUE"]],
  ["1809.05053", ["XNLI"]],
  ["1704.05426", ["MultiNLI", "MNLI", "multi_nli"]],
  ["1508.05326", ["SNLI"]],
  ["2005.00547", ["GoEmotions"]],
  ["1508.00305", ["WikiTableQuestions", "WikiTable Questions"]],
  ["1808.08745", ["XSum", "Extreme Summarization"]],
  ["1911.12237", ["SAMSum"]],
  ["2106.13822", ["XL-Sum"]],
  ["2210.09984", ["MIRACL"]],
  ["2210.07316", ["MTEB", "Massive Text Embedding Benchmark"]],
];

const withoutVersion = (name: string): string => {
  const version = new Set(versionIn(name).split(" "));
  return wordsIn(withoutOwner(name))
    .filter((word) => !version.has(word))
    .join(" ");
};

const PAPER_OF: ReadonlyMap<string, string> = new Map(
  PAPERS.flatMap(([paper, names]) => names.map((name) => [canonicalBenchmark(name), paper] as const)),
);

/** The arXiv id of the paper that published a benchmark, by one of its names; null where it is not among those known here. */
export const paperOfBenchmark = (name: string): string | null =>
  PAPER_OF.get(canonicalBenchmark(name)) ?? PAPER_OF.get(withoutVersion(name)) ?? null;

/** An arXiv id of the scheme since 2007, alone or in an address or citation: "arXiv:2009.03300v3" → "2009.03300". */
export const arxivIdIn = (text: string): string | null =>
  /(?:^|arxiv(?:\.org)?[:/\s](?:abs\/|pdf\/)?)(\d{4}\.\d{4,5})(?:v\d+)?$/i.exec(text.trim())?.[1] ?? null;
