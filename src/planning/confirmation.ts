import type { Plan, PlanNote } from "../domain/plan.ts";
import { planTitles } from "../domain/task-titles.ts";
import { type ChatLogEntry, MAX_CHOICES, type PlanReply, type PlanRequest } from "./controller.ts";

/** How a question begins that says what was understood and asks whether to do it; in the chat log it is known by this. */
export const UNDERSTOOD = "I am not sure that I understood you. I would do this:";
const SHALL_I = "Shall I do that? Say yes, or tell me in other words what is to be done.";

/** A plan as it is put to the person, with what it leaves out, and what may be said in its place. */
interface Proposed {
  readonly plan: Plan;
  readonly notes: readonly PlanNote[];
  readonly choices?: readonly string[];
}

/**
 * The question whether a plan is what was meant: its steps in plain words, and what of the request none of them carries.
 * The same plan gives the same question.
 */
export function askWhether({ plan, notes }: Proposed, { ontology, attached, log }: PlanRequest): string {
  const files = [...log.flatMap(({ resources }) => resources), ...attached];
  const titles = planTitles(plan.tasks, files, ontology);
  const lines = plan.tasks.map(({ id }, place) => `${place + 1}. ${titles.get(id)}`);
  const leftOut = notes.flatMap((note) => (typeof note === "object" ? [note.leftOut] : []));
  const without = leftOut.length === 0 ? [] : [`I would not do: ${leftOut.join("; ")}`];
  return [UNDERSTOOD, lines.join("\n"), ...without, SHALL_I].join("\n\n");
}

/** Puts a plan to the person as a question, with the answers to it as choices. */
export const confirm = (proposed: Proposed, request: PlanRequest): PlanReply => ({
  as: "ask",
  text: askWhether(proposed, request),
  choices: ["Yes", "No", ...(proposed.choices ?? [])].slice(0, MAX_CHOICES),
});

const YES =
  "yes|yeah|yep|yup|sure|ok|okay|all ?right|right|correct|exactly|please do|go|go ahead|go for it|go on|do it|do that|do so|you (?:may|can|should)|that(?:'s| is) (?:right|it|correct|what i (?:mean|meant|want|wanted))|sounds good|fine|perfect|of course|certainly|absolutely|proceed|continue";
const GO_AHEAD = new RegExp(`^(?:${YES})(?:[,.! ]+(?:${YES}|please|thanks|thank you))*[,.! ]*$`, "i");
const NO = "no|nope|nah|not that|wrong|don't|do not|stop|cancel|never ?mind|that(?:'s| is) (?:wrong|not it)";
const REFUSAL = new RegExp(`^(?:${NO})(?:[,.! ]+(?:${NO}|please|thanks|thank you))*[,.! ]*$`, "i");
/** Whoever says more than this means more than yes or no. */
const MAX_WORD_CHARS = 60;

/** What a short answer to such a question says. */
export function readConsent(text: string): "yes" | "no" | null {
  const words = text.trim().replaceAll("’", "'");
  if (words.length > MAX_WORD_CHARS) return null;
  if (GO_AHEAD.test(words)) return "yes";
  return REFUSAL.test(words) ? "no" : null;
}

/** What a message that brings nothing to work on answers to such a question. */
export const consentOf = ({ text, attached }: Pick<PlanRequest, "text" | "attached">): "yes" | "no" | null =>
  attached.length === 0 ? readConsent(text) : null;

/** Notes may stand before it. */
const isQuestion = ({ role, text }: ChatLogEntry): boolean =>
  role === "assistant" && (text.startsWith(UNDERSTOOD) || text.includes(`\n\n${UNDERSTOOD}`));

const isYes = ({ text, resources }: ChatLogEntry): boolean => resources.length === 0 && readConsent(text) === "yes";

/** A question of ours that is open, and the message that it is about as it came. */
export interface OpenQuestion {
  readonly question: string;
  readonly asked: PlanRequest;
}

/** The question that the last turn put, or `null` when it put none. A "yes" that led to another question is not what it is about. */
export function findOpenQuestion({ log, ontology, facts }: PlanRequest): OpenQuestion | null {
  const last = log.at(-1);
  if (!last || !isQuestion(last)) return null;
  const at = log.findLastIndex((turn) => turn.role === "user" && !isYes(turn));
  const message = log[at];
  if (!message) return null;
  return {
    question: last.text,
    asked: {
      text: message.text,
      attached: message.resources,
      log: log.slice(0, at),
      ontology,
      ...(facts ? { facts } : {}),
    },
  };
}
