import * as z from "zod";
import { figureOf } from "../domain/benchmark-names.ts";
import { arxivIdIn, paperOfBenchmark } from "../domain/benchmark-papers.ts";
import type { Score } from "../domain/catalogue.ts";
import { firstOfEach } from "../domain/first-of-each.ts";
import { METRICS, mostOf } from "../domain/metrics.ts";

/** More than a card has for one task type; all scores of a tenant's hundred models travel with each of its plans. */
const MAX_SCORES = 20;
/** As long as the longest names of benchmarks on the Hub. */
const MAX_NAME_CHARS = 120;
const MAX_SOURCE_CHARS = 300;
/** No metric in use goes beyond, perplexities of failed models included. */
const MAX_VALUE = 1e9;

/** One line, as it is shown in reasons. */
const name = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_CHARS)
  .refine((text) => /^[^\p{Cc}\p{Cf}<>]*$/u.test(text), "one line of plain text");

const statedScore = z
  .strictObject({
    benchmark: name.describe('Such as "Common Voice 9.0", or as its data set is called on the Hub.'),
    config: name.exactOptional().describe("A part of the benchmark, such as a language."),
    split: name.exactOptional().describe("`test` or `validation`; never training data."),
    metric: z
      .string()
      .regex(/^[a-z0-9][a-z0-9@.-]{0,59}$/, 'a metric in lower case, such as "wer", "accuracy" or "bleu"'),
    value: z
      .number()
      .min(-MAX_VALUE)
      .max(MAX_VALUE)
      .describe("Shares in per cent (91.3, not 0.913), all else in the metric's own unit."),
    higherIsBetter: z.boolean().exactOptional().describe("Required of a metric that is not known here."),
    source: z.string().min(1).max(MAX_SOURCE_CHARS).default("stated with the endpoint"),
    confidence: z
      .enum(["sure", "unsure"])
      .default("sure")
      .describe("An unsure figure decides nothing while there are sure ones."),
    paper: z
      .string()
      .max(MAX_SOURCE_CHARS)
      .refine((text) => arxivIdIn(text) !== null, 'an arXiv id such as "2009.03300"')
      .exactOptional()
      .describe("The arXiv id of the paper that published the benchmark, by which other names for it are found."),
  })
  .superRefine(({ split, metric, value, higherIsBetter }, context) => {
    const fault = (field: string, message: string): void =>
      context.addIssue({ code: "custom", path: [field], message });
    if (split !== undefined && /(?:^|[^a-z])train/i.test(split))
      fault("split", "is training data, which tells nothing");
    const known = METRICS.get(metric);
    if (!known && higherIsBetter === undefined) fault("higherIsBetter", `has to be said of ${metric}`);
    if (known && higherIsBetter !== undefined && higherIsBetter !== known.higherIsBetter)
      fault("higherIsBetter", `is ${known.higherIsBetter} of ${metric}`);
    if (known && Math.abs(value) > mostOf(known)) fault("value", `is in per cent, and at most ${mostOf(known)}`);
  })
  .transform(({ benchmark, config = null, split = null, higherIsBetter, paper, ...rest }) => {
    const score = {
      ...rest,
      ...{ benchmark, config, split },
      higherIsBetter: METRICS.get(rest.metric)?.higherIsBetter ?? higherIsBetter ?? true,
      paper: paper === undefined ? paperOfBenchmark(benchmark) : arxivIdIn(paper),
    };
    return score satisfies Score;
  });

/** The figures that an endpoint states for its model. */
export const statedScores = z
  .array(statedScore)
  .max(MAX_SCORES)
  .refine((all) => firstOfEach(all, figureOf).length === all.length, "a figure may be stated once");
