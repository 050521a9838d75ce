import { AppError } from "../../../src/domain/errors.ts";
import type { LanguageModel } from "../../../src/planning/language/language-model.ts";
import { completeMetered } from "../../../src/planning/language/metered.ts";
import { countEach, meanPercent } from "../../measures/means.ts";
import { createPatience, type Patience } from "../../patience.ts";
import type { PlannedRow } from "../taskbench/plan-rows.ts";
import { criticPrompt, readChoice } from "./critic-prompt.ts";

/** What a critic made of plans; counts, but for the score. */
export interface Criticism {
  /** The share of plans that it found right, in percent of those it judged; `null` when there are none. */
  readonly score: number | null;
  readonly judged: number;
  /** Plans that it gave no readable judgement of, by reason. */
  readonly unjudged: Readonly<Record<string, number>>;
}

/** A judgement is short: a model that takes longer hangs. */
const JUDGEMENT_TIMEOUT_MS = 60_000;

/** What a critic said of one plan, or why it said nothing. */
type Judgement = "yes" | "no" | { readonly unjudged: string };

/**
 * Has a language model judge every plan. An answer that is no plan is wrong without asking.
 * @throws {DataError} when nothing but failing calls come back.
 */
export async function criticise(
  planned: readonly PlannedRow[],
  model: LanguageModel,
  progress: (done: number, total: number) => void,
): Promise<Criticism> {
  const patience = createPatience();
  const judgements: Judgement[] = [];
  progress(0, planned.length);
  for (const one of planned) {
    judgements.push(await judge(one, model, patience));
    progress(judgements.length, planned.length);
  }
  const choices = judgements.filter((judgement) => typeof judgement === "string");
  return {
    score: meanPercent(choices.map((choice) => Number(choice === "yes"))),
    judged: choices.length,
    unjudged: countEach(judgements.flatMap((judgement) => (typeof judgement === "string" ? [] : judgement.unjudged))),
  };
}

async function judge({ row, planning }: PlannedRow, model: LanguageModel, patience: Patience): Promise<Judgement> {
  if (planning.answer.as !== "plan") return "no";
  const prompt = criticPrompt(row.request, planning.answer.plan);
  try {
    const choice = readChoice(
      await completeMetered(model, prompt, { signal: AbortSignal.timeout(JUDGEMENT_TIMEOUT_MS), meter: undefined }),
    );
    patience.succeeded();
    return choice ?? { unjudged: "unreadable" };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    patience.failed(error);
    return { unjudged: error.code };
  }
}
