import { languageOfWord } from "../languages.ts";
import {
  anchoredBenchmarkRules,
  anchoredLicenceRules,
  anchoredPreferenceRules,
  anchoredProviderRules,
  anchoredSizeRules,
} from "./anchored.ts";
import { benchmarkRules } from "./benchmark.ts";
import { benchmarkScoreRules } from "./benchmark-score.ts";
import { countRules } from "./budget-counts.ts";
import { moneyRules } from "./budget-money.ts";
import { timeRules } from "./budget-time.ts";
import { cheapestRules } from "./cheapest.ts";
import { gatedRules } from "./gated.ts";
import { languageRules } from "./language.ts";
import { latencyRules } from "./latency.ts";
import { licenceRules } from "./licence.ts";
import { licenceAloneRules } from "./licence-alone.ts";
import { openRules } from "./licence-open.ts";
import { localRules } from "./local.ts";
import { MARKS, type Marked } from "./marked.ts";
import { modelRules } from "./model.ts";
import { idRules } from "./model-ids.ts";
import { namesNatively, nativeReplyRules } from "./native-reply.ts";
import { priceRules } from "./price.ts";
import { providerRules } from "./provider.ts";
import type { ConstraintRule, Reader } from "./rule.ts";
import { sizeRules } from "./size.ts";
import { onDiskRules } from "./size-on-disk.ts";

/** Most requests restrict nothing, so that a glance spares them the rules. */
const READERS: readonly Reader[] = [
  {
    maySpeak: ({ licences }) => licences.includes(MARKS.licence) || /commercial/.test(licences),
    rules: () => [...licenceRules(), ...licenceAloneRules(), ...anchoredLicenceRules()],
  },
  {
    maySpeak: ({ plain }) =>
      /cheap|expens|afford|economical|low-cost|price|costs?\b|spending|fees?\b|\bbill|budget|money/.test(plain),
    rules: cheapestRules,
  },
  {
    maySpeak: ({ plain }) => /\bopen\b|weights/.test(plain),
    rules: openRules,
  },
  {
    maySpeak: ({ plain }) =>
      /\d ?-?(?:b|k|m|g|billion|million|thousand)|illion|param|small|tin[yi]|light|compact|littl|minimal|larg|bigg|as big|huge|heav|bytes?\b|\bgigs?\b|\bmegs?\b|fewest/.test(
        plain,
      ),
    rules: () => [...sizeRules(), ...onDiskRules(), ...anchoredSizeRules(), ...anchoredPreferenceRules()],
  },
  {
    maySpeak: ({ benchmarks }) =>
      benchmarks.includes(MARKS.benchmark) ||
      /benchmark|leader ?board|(?:test|data) ?set|eval|corpus|ranking|challenge|suite/.test(benchmarks),
    rules: () => [...benchmarkRules(), ...benchmarkScoreRules(), ...anchoredBenchmarkRules()],
  },
  {
    maySpeak: ({ plain }) =>
      /local|offline|air-?gap|\bhere\b|upload|cloud|internet|online|machine|computer|laptop|desktop|device|hardware|premis|on-prem|house|home|third[- ]part|external|remote|outside|anywhere|elsewhere|network|hosted|servers?|office|firewall|phone|\bmac|\bpc\b|\bbox\b|compan|abroad|building|walls|\bweb\b|any(?:one|body)|infrastructure|intranet|data cent|organi[sz]ation|foreign/.test(
        plain,
      ),
    rules: localRules,
  },
  {
    maySpeak: ({ providers }) => providers.includes(MARKS.provider),
    rules: () => [...providerRules(), ...anchoredProviderRules()],
  },
  {
    maySpeak: ({ plain, names }) =>
      names.includes(MARKS.named) ||
      /(?:model|checkpoint|llm) (?:called |named |with the |by the |[a-z]+[-.:/]?\d)/.test(plain),
    rules: modelRules,
  },
  {
    maySpeak: ({ plain }) => /[a-z]\/[a-z]/.test(plain),
    rules: idRules,
  },
  {
    maySpeak: ({ plain }) =>
      /(?:\b|un)gat(?:ed?|es|ing)\b|(?:open|free|public)ly (?:down|avail|access)|\bpublic\b|(?:any|every)(?:one|body) (?:can|may|could) (?:down|have|get)|\b(?:access|approval|sign|log-?in|log in|request|regist|apply|click|form|account|permission|authentic|ask)/.test(
        plain,
      ),
    rules: gatedRules,
  },
  {
    maySpeak: ({ plain }) => plain.split(/[^a-z]+/).some((word) => languageOfWord(word) !== undefined),
    rules: languageRules,
  },
  {
    maySpeak: ({ plain }) => namesNatively(plain),
    rules: nativeReplyRules,
  },
  {
    maySpeak: ({ plain }) =>
      /[$¢]|cent|\bct|dollar|buck|usd|penn|dime|nickel|free|gratis|cost|charge|pay|paid|spend|money|budget|fees|expens|for nothing/.test(
        plain,
      ),
    rules: () => [...moneyRules(), ...priceRules()],
  },
  {
    maySpeak: ({ plain }) => /second|secs?\b|minute|mins?\b|hour|hrs?\b|\d ?-?(?:ms|s|h)\b|milli/.test(plain),
    rules: () => [...timeRules(), ...latencyRules()],
  },
  {
    maySpeak: ({ plain }) =>
      /task|step|stage|llms?\b|language[- ]model|chat model|\bgpt|(?:model|ai)[- ](?:call|request|invocation|prompt)/.test(
        plain,
      ),
    rules: countRules,
  },
];

const built = new Map<Reader, readonly ConstraintRule[]>();

/** The rules for what these words may speak of. */
export function rulesFor(marked: Marked): readonly ConstraintRule[] {
  return READERS.flatMap((reader) => {
    if (!reader.maySpeak(marked)) return [];
    const rules = built.get(reader) ?? reader.rules();
    built.set(reader, rules);
    return rules;
  });
}
