import type { Resource } from "../../../domain/resources.ts";
import type { SystemFacts } from "../../../domain/system-facts.ts";
import { consentOf } from "../../confirmation.ts";
import type { PlanReply, PlanRequest } from "../../controller.ts";
import { viewOfClause } from "../bind/cover.ts";
import { type RankedRequest, type Ranker, topicOf, topicsOf } from "../rank/index.ts";
import { tellingWords } from "../rank/likeness.ts";
import { isAboutUs, isBeyond, type Topic } from "../rank/topics.ts";
import { asksSomething } from "../read/asked-parts.ts";
import type { DividedRequest } from "../read/index.ts";
import { abilityAsked } from "./ability.ts";
import { answerAbout, nothingFits } from "./about.ts";
import { askWhat } from "./ask.ts";
import type { Offering } from "./choices.ts";
import { englishOnly, type ForeignLanguage } from "./foreign.ts";

/** A request that is for no task, with what an answer to it is made from. */
interface WithoutTask {
  readonly asked: DividedRequest;
  readonly ranked: RankedRequest;
  readonly ranker: Ranker;
  readonly facts: SystemFacts;
  readonly foreign: ForeignLanguage | null;
  readonly offer: Offering;
}

/** So many questions about the system are answered at once. */
const MAX_ANSWERS = 3;

/** Who says this has not said yet what is to be done. */
const OPENING: ReadonlySet<Topic> = new Set(["greeting", "chat", "complaint", "yes", "undo", "abilities", "ability"]);

/**
 * What is said where there is nothing to plan: an answer about the system, a question back, or that nothing fits. A
 * message in another language is told first why the answer is in English.
 */
export function replyWithoutTask({ asked, ranked, ranker, facts, foreign, offer }: WithoutTask): PlanReply {
  const { request, view, clauses } = asked;
  const { ontology, attached, log } = request;
  const [likeliest = null, second = null] = topicsBehindGreeting(asked, ranked, ranker);
  const topic = clauses.length === 0 ? null : (consentOf(request) ?? likeliest);
  const isImpossible = topic !== null && isBeyond(topic);
  if ((attached.length > 0 && !isImpossible) || clauses.length === 0)
    return offer({ as: "ask", text: askWhat(attached) });
  const said = (text: string): string => (foreign ? `${englishOnly(foreign)}\n\n${text}` : text);
  if (topic === null) {
    return offer({ as: "reply", because: "no-task-fits", text: said(nothingFits({ ontology, facts })) });
  }
  const answerOn = (about: Topic): string => {
    const ability = about === "ability" ? abilityAsked(view, ontology, ranker) : null;
    const words = tellingWords(view.masked);
    return answerAbout({
      topic: about,
      asked: ability,
      words,
      isBegun: log.length > 0,
      unchanged: beforeLastChange(log),
      ontology,
      facts,
    });
  };
  const questions = clauses.filter(asksSomething);
  const each = questions.length < 2 ? [] : questions.map((clause) => topicOf(ranker.rank(viewOfClause(view, clause))));
  const apart = each.filter((one) => one !== null);
  // Of two things that may be asked of us, who is told both has what was asked.
  const either = second === null ? [topic] : [topic, second];
  const topics = [apart, either].find((all) => all.length > 1 && all.every(isAboutUs)) ?? [topic];
  const text = [...new Set(topic === likeliest ? topics : [topic])].slice(0, MAX_ANSWERS).map(answerOn).join("\n\n");
  if (isImpossible) return offer({ as: "reply", because: "no-task-fits", text: said(text) });
  return OPENING.has(topic) ? offer({ as: "reply", text }) : { as: "reply", text };
}

/** What a message is about, the likeliest first. A greeting before one question about us says nothing of what is asked. */
function topicsBehindGreeting(
  { view, clauses }: DividedRequest,
  ranked: RankedRequest,
  ranker: Ranker,
): readonly Topic[] {
  const whole = topicsOf(ranked);
  const [question, ...others] = clauses.filter(asksSomething);
  if (whole[0] !== "greeting" || !question || others.length > 0) return whole;
  const topics = topicsOf(ranker.rank(viewOfClause(view, question)));
  return topics[0] !== undefined && isAboutUs(topics[0]) ? topics : whole;
}

/** What the last thing that was made here was made from; null where nothing was made. */
function beforeLastChange(log: PlanRequest["log"]): Resource | null {
  const made = log.findLastIndex(({ role, resources }) => role === "assistant" && resources.length > 0);
  const before = log.slice(0, Math.max(0, made)).findLast(({ resources }) => resources.length > 0);
  return before?.resources.at(-1) ?? null;
}
