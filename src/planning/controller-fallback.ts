import { AppError } from "../domain/errors.ts";
import { singles } from "../domain/plan.ts";
import { CONFIDENCE_THRESHOLDS, type Thresholds } from "../domain/understanding.ts";
import { askWhether, confirm, consentOf, findOpenQuestion, type OpenQuestion } from "./confirmation.ts";
import type {
  Answering,
  AnswerRequest,
  Controller,
  FillRequest,
  ModelFilled,
  PlanReply,
  PlanRequest,
} from "./controller.ts";

const NOT_MENDED = "The language model's plan could not be made sound, so that this was planned without it.";
const PUT_OTHERWISE = "Then please say in other words what is to be done, and with what.";

/** The controllers at hand, and when which has its turn. */
export interface ControllerFallback {
  readonly embedded: Controller;
  /** `null` when there is none. */
  readonly language: Controller | null;
  /** The language model plans everything, and not only what the other is unsure of. */
  readonly isLanguageFirst?: boolean;
  readonly thresholds?: Thresholds;
}

/**
 * Plans without a language model, and hands over to one where that is unsure. Where there is none, or it fails, or what
 * it writes cannot be made sound, a plan that is hardly more than a guess is put to the person as a question; a "yes" to
 * it runs that plan and no other.
 * Every reply says who made it. Answers are written by a language model where it plans everything, or planned this; forms
 * that rules cannot fill, by any that there is.
 */
export function createControllerFallback(parts: ControllerFallback): Controller {
  const { embedded, language, isLanguageFirst = false, thresholds = CONFIDENCE_THRESHOLDS } = parts;
  const revise = language?.revise?.bind(language);
  const select = language?.select?.bind(language);
  const useTools = language?.useTools?.bind(language);
  const answer = language?.answer?.bind(language);
  const fill = language?.fill?.bind(language);
  /** Whether a run is a language model's to answer from the first. */
  const isForLanguage = ({ planner }: AnswerRequest): boolean => isLanguageFirst || planner === language?.name;

  const planAlone = async (request: PlanRequest): Promise<PlanReply> => {
    const reply = await embedded.plan(request);
    return { ...orQuestion(reply, request, thresholds), by: embedded.name };
  };
  const withLanguage = async (request: PlanRequest, reply: Promise<PlanReply>, by: Controller): Promise<PlanReply> => {
    try {
      return { ...(await reply), by: by.name };
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      const note = `The language model could not be used (${thrown.message}), so that this was planned without it.`;
      return noted(await planAlone(request), note);
    }
  };

  return {
    name: language !== null && isLanguageFirst ? language.name : embedded.name,
    plan: async (request) => {
      const consent = consentOf(request);
      const open = consent === null ? null : findOpenQuestion(request);
      if (open !== null) return { ...(await settle(open, consent === "yes", embedded)), by: embedded.name };
      if (language === null) return planAlone(request);
      if (isLanguageFirst) return withLanguage(request, language.plan(request), language);
      const reply = await embedded.plan(request);
      if (!isUnsure(reply, request, thresholds) && !isTalk(reply)) return { ...reply, by: embedded.name };
      return withLanguage(request, language.plan(request), language);
    },
    ...(language && revise
      ? { revise: (request, rejected) => withLanguage(request, revise(request, rejected), language) }
      : {}),
    ...(select ? { select } : {}),
    ...(useTools ? { useTools } : {}),
    ...(answer
      ? { answer: (request: AnswerRequest): Answering | null => (isForLanguage(request) ? answer(request) : null) }
      : {}),
    ...(fill
      ? {
          fill: (request: FillRequest): Promise<ModelFilled> | null =>
            isForLanguage(request) || request.open !== null ? fill(request) : null,
        }
      : {}),
    ...(language ? { lastResort: async (request) => noted(await planAlone(request), NOT_MENDED) } : {}),
  };
}

/** A plan of unknown confidence is as good as any. */
const confidenceOf = (reply: PlanReply): number => (reply.as === "plan" ? (reply.understanding?.confidence ?? 1) : 1);

/** Whether a language model may make more of the request. Small talk needs none, and neither does a message without words. */
function isUnsure(reply: PlanReply, { text }: PlanRequest, { handOver }: Thresholds): boolean {
  if (reply.as === "reply") return reply.because === "no-task-fits";
  return reply.as === "ask" ? text.trim() !== "" : confidenceOf(reply) < handOver;
}

/** Task types that a language model answers as it plans: one call in the place of a plan, a task and an answer. */
const TALK: ReadonlySet<string> = new Set(["conversational", "open-question-answering"]);

/** A plan for nothing but an answer in words, to nothing but words, for which no model was asked for in particular. */
function isTalk(reply: PlanReply): boolean {
  if (reply.as !== "plan" || reply.plan.tasks.length !== 1) return false;
  const { constraints = {} } = reply.understanding ?? {};
  return (
    Object.keys(constraints).length === 0 &&
    reply.plan.tasks.every(
      ({ type, args, model }) =>
        TALK.has(type) &&
        model === undefined &&
        Object.values(args)
          .flatMap(singles)
          .every(({ from }) => from === "literal"),
    )
  );
}

const orQuestion = (reply: PlanReply, request: PlanRequest, { ask }: Thresholds): PlanReply =>
  reply.as === "plan" && !request.isUnattended && confidenceOf(reply) < ask ? confirm(reply, request) : reply;

/**
 * What follows a yes or a no to a question of ours. The plan is made again from the message it was about, and runs
 * only if it is the one that was shown: what has been said since may have pushed out what the first was made from.
 */
async function settle({ question, asked }: OpenQuestion, isYes: boolean, embedded: Controller): Promise<PlanReply> {
  if (!isYes) return { as: "ask", text: PUT_OTHERWISE };
  const reply = await embedded.plan(asked);
  if (reply.as !== "plan") return reply;
  const isSame = question.endsWith(askWhether(reply, asked));
  return isSame ? { ...reply, about: asked.text } : confirm(reply, asked);
}

/** A reply with a note; before a question or an answer, so that these still end as they did. */
function noted(reply: PlanReply, note: string): PlanReply {
  const isPlan = reply.as === "plan" || reply.as === "written";
  return isPlan ? { ...reply, notes: [note, ...reply.notes] } : { ...reply, text: `${note}\n\n${reply.text}` };
}
