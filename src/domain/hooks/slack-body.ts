import type { GoalStatus } from "../goal/state.ts";
import type { RunStatus } from "../run/state.ts";

type Status = RunStatus | GoalStatus;

/** The fields of a run or goal that a message in Slack shows; views of runs and payloads of webhooks have all of them. */
export interface SlackRun {
  readonly status: Status;
  /** Markdown. */
  readonly answer: string | null;
  readonly files: readonly { readonly name: string; readonly url: string }[];
  readonly error?: { readonly message: string };
  /** Why it waits, where it does. */
  readonly pause?: { readonly message: string };
}

/** The body that a `response_url` accepts: https://docs.slack.dev/interactivity/handling-user-interaction#message_responses. */
export interface SlackBody {
  /** Seen by who asked alone: links to files need no key. */
  readonly response_type: "ephemeral";
  readonly replace_original: false;
  readonly text: string;
}

/** Slack cuts longer texts at 40,000 characters; past some thousand nobody reads on. */
const MAX_ANSWER_CHARS = 8_000;
const MAX_FILES = 20;
/** Names of files may hold 255 characters; a link of Slack's shows one line. */
const MAX_NAME_CHARS = 100;

/** The texts where there is no answer. */
const SAID: Readonly<Partial<Record<Status, string>>> = {
  asking: "It asks whether to go on.",
  "awaiting-approval": "The plan waits for approval.",
  paused: "It is paused.",
  failed: "That did not work.",
  cancelled: "That was cancelled.",
};

/**
 * The message about a run that has ended or waits, in Slack's own markup. Nothing in an answer can ping people or
 * channels, or make a link that says something else than its address, as `&`, `<` and `>` are escaped:
 * https://docs.slack.dev/messaging/formatting-message-text#escaping.
 */
export function slackBody({ status, answer, files, error, pause }: SlackRun): SlackBody {
  const said = answer === null ? (SAID[status] ?? "It is done.") : markup(cut(answer)).trim();
  const reason = answer === null ? (error ?? pause)?.message : undefined;
  const why = reason === undefined ? [] : [escapeSlack(reason)];
  const links = files.slice(0, MAX_FILES).map(({ name, url }) => `• ${link(url, name.slice(0, MAX_NAME_CHARS))}`);
  return { response_type: "ephemeral", replace_original: false, text: [said, ...why, ...links].join("\n") };
}

const cut = (text: string): string =>
  text.length <= MAX_ANSWER_CHARS ? text : `${text.slice(0, MAX_ANSWER_CHARS).toWellFormed()}…`;

/** Text of others within Slack's markup. */
export const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A link with its text escaped. */
const link = (url: string, words: string): string =>
  `<${escapeSlack(url).replaceAll("|", "%7C")}|${escapeSlack(words.toWellFormed()).replaceAll(/[|\n]/g, " ")}>`;

/**
 * Markdown as Slack has it, as far as our answers use it: bold, headings, bullets, and links. A link keeps its words
 * alone, as files are linked below the text and addresses on the server say nothing to Slack.
 */
function markup(markdown: string): string {
  return escapeSlack(markdown)
    .replaceAll(/!?\[([^[\]\n]{0,300})\]\([^()\s]{0,4096}\)/g, "$1")
    .replaceAll(/\*\*([^*\n]{1,1000})\*\*/g, "*$1*")
    .replaceAll(/^#{1,6} (.{1,300})$/gm, "*$1*")
    .replaceAll(/^( {0,8})[-*] /gm, "$1• ")
    .replaceAll(/\\([\\`*_{}[\]#|~!]|&lt;|&gt;)/g, "$1");
}
