import { AFTER_RESULTS, BEFORE_RESULTS, SPOKEN_BY, titleOf } from "../domain/answer-form.ts";
import { moneyInWords } from "../domain/describe-constraints.ts";
import { escapeMarkdown } from "../domain/markdown.ts";
import { dependencies, type SingleBinding, singles, type Task } from "../domain/plan.ts";
import { givenFiles, madeBy, type RunState, taskWork, type Work } from "../domain/run/state.ts";
import type { StructuredAnswer } from "../domain/structured/answer-schema.ts";
import { planTitles } from "../domain/task-titles.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { type Finding, findingsOf } from "./findings.ts";
import type { Headline } from "./headline/index.ts";
import { cut, pieces } from "./markdown.ts";
import { resultsOf, type TaskResult } from "./results.ts";
import { materialOf, type Speaker, type Spoken, speak } from "./spoken/index.ts";

/** Words before pictures and sounds: what was asked or wished in the order of the plan, then what was only read. */
const GROUPS: readonly (readonly Finding["rank"][])[] = [["answer", "result"], ["source"], ["file"]];

/**
 * The results of one answer. With four further sections and words before them it stays below 80,000 characters: an
 * answer is stored whole in one event, of at most 2 MB, and is read by a person.
 */
const MAX_RESULTS_CHARS = 40_000;
/** One section after the results. */
const MAX_SECTION_CHARS = 6_000;
/** One piece becomes one event. */
const MAX_PIECE_CHARS = 16_000;
/** A sentence or a few, of as many pictures as a plan may have. */
const MAX_HEADLINE_CHARS = 4_000;
/** A provider's message or note: one line. */
const MAX_LINE_CHARS = 500;

/**
 * Writes the answer of a run from its typed results alone: first what was left out, then what all results say together to
 * what was asked, then each by itself, words before files, then what failed, and by whom it was done. Nothing is said that
 * did not run. At most 80,000 characters, in pieces of at most 16,000.
 *
 * With a `speaker`, and something that succeeded, a language model answers first, in its own words; files, texts that were
 * read and long results follow as without it, each short one with its score in a line of its own, and the other sections: so
 * the account stays true whatever it says. Where it fails, all results follow as without it. Of an answer in another form,
 * which is `structured`, the account says what became of it.
 * @param asked the request as words are looked for in it; the speaker has the whole
 */
export async function* writeAnswer(
  state: RunState,
  ontology: Ontology,
  { speaker, structured }: { readonly speaker?: Speaker; readonly structured?: StructuredAnswer } = {},
  asked = state.text,
): AsyncGenerator<string> {
  const { planned } = state;
  // Nothing ran: what was said in place of a plan is the answer.
  if (planned?.as === "reply" || planned?.as === "ask") return yield planned.text;
  const wished = { ...state, text: asked };
  const tasks = state.plan?.tasks ?? [];
  const succeeded = tasks.filter((task) => taskWork(state, task.id).status === "succeeded");
  const failed = tasks.filter((task) => taskWork(state, task.id).status !== "succeeded");
  const found = resultsOf(state, ontology);
  const all = findingsOf(found, wished, ontology);
  const findings = all.filter(({ rank }) => rank !== "rows");
  const retold = findings.filter(({ rank, markdown }) => SPOKEN_RANKS.has(rank) && markdown.length <= MAX_RETOLD_CHARS);
  const wordless = findings.filter((finding) => !retold.includes(finding));
  const notTaken = leftOut(state);
  const spoken: Spoken =
    speaker && succeeded.length > 0
      ? yield* speak(
          materialOf(state, ontology, { shownBelow: new Set(wordless.map(({ task }) => task)), leftOut: notTaken }),
          speaker,
        )
      : { as: "not-asked" };
  const isSpoken = spoken.as === "whole";
  const headline = isSpoken ? null : await headlineFor(wished, found);
  const untold = findings.filter(({ rank, task }) => !(SPOKEN_RANKS.has(rank) && headline?.tells.has(task)));
  const [words = "", sources = "", ...files] = results(
    isSpoken ? wordless : headline ? untold : withoutNeedlessHeading(untold, tasks),
  );
  const undone = section(
    succeeded.length === 0 ? AFTER_RESULTS.nothingDone : AFTER_RESULTS.failed,
    failures(failed, state, ontology),
  );
  const sections = [
    section(BEFORE_RESULTS, notTaken.map(inOneLine)),
    headline ? cut(headline.text, MAX_HEADLINE_CHARS).split("\n\n").map(escapeMarkdown).join("\n\n") : "",
    words,
    // What could not be done comes before the text that was only read for it.
    sources === "" ? "" : undone,
    sources,
    ...files,
    section(AFTER_RESULTS.results, isSpoken ? retold.map(({ markdown }) => markdown) : []),
    section(
      AFTER_RESULTS.rows,
      all.flatMap(({ rank, markdown }) => (rank === "rows" ? [markdown] : [])),
    ),
    sources === "" ? undone : "",
    section(AFTER_RESULTS.how, [
      ...doneBy(succeeded, state),
      ...spokenBy(spoken),
      ...filledBy(structured, state),
      ...beyondBudget(state),
    ]),
  ].filter((text) => text !== "");
  for (const [index, text] of sections.entries())
    yield* pieces(index < sections.length - 1 ? `${text}\n\n` : `${text}\n`, MAX_PIECE_CHARS);
}

/** A request without the texts that its tasks work on, which may ask things of their own. */
function withoutMaterial({ text, plan }: RunState): string {
  const material = (plan?.tasks ?? []).flatMap(({ args }) =>
    Object.entries(args).flatMap(([port, binding]) =>
      port === "question" || port === "labels" ? [] : singles(binding).flatMap(literalIn),
    ),
  );
  return material.reduce((asked, words) => asked.replaceAll(words, " "), text);
}

/** A shorter text may be any word of the request. */
const MIN_MATERIAL_CHARS = 4;

const literalIn = (binding: SingleBinding): readonly string[] =>
  binding.from === "literal" && typeof binding.value === "string" && binding.value.length >= MIN_MATERIAL_CHARS
    ? [binding.value]
    : [];

/** Loaded with the first answer that has results to tell: it knows the words for many things. */
async function headlineFor(state: RunState, found: readonly TaskResult[]): Promise<Headline | null> {
  if (found.length === 0) return null;
  const { headlineOf } = await import("./headline/index.ts");
  return headlineOf(withoutMaterial(state), found);
}

/** The ranks of findings that a language model tells in its own words, as long as they are short. */
const SPOKEN_RANKS: ReadonlySet<Finding["rank"]> = new Set(["answer", "result"]);
/** A line or a few of print; a longer result is not left to be told again. */
const MAX_RETOLD_CHARS = 600;

/** An answer to the only question, with nothing else to read beside it, needs no heading. */
function withoutNeedlessHeading(findings: readonly Finding[], tasks: readonly Task[]): readonly Finding[] {
  const questions = tasks.filter(({ args }) => args.question).length;
  const worded = findings.filter(({ rank }) => rank !== "file").length;
  return questions > 1 || worded > 1
    ? findings
    : findings.map((finding) => (finding.bare === undefined ? finding : { ...finding, markdown: finding.bare }));
}

/** The results, best first, as many as there is room for. */
function results(findings: readonly Finding[]): readonly string[] {
  const ranked = GROUPS.map((ranks) => findings.filter(({ rank }) => ranks.includes(rank)));
  let room = MAX_RESULTS_CHARS;
  const kept = ranked.map((group) =>
    group.filter(({ markdown }) => {
      if (markdown.length > room) return false;
      room -= markdown.length + 2;
      return true;
    }),
  );
  const omitted = findings.length - kept.flat().length;
  return [
    ...kept.map((group) => group.map(({ markdown }) => markdown).join("\n\n")),
    omitted === 0
      ? ""
      : `${AFTER_RESULTS.more} ${omitted} of ${findings.length} are left out here; the report has them.`,
  ];
}

/** A heading and its lines, as far as there is room; empty without lines. */
function section(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  let room = MAX_SECTION_CHARS;
  const kept = lines.filter((line) => {
    room -= line.length + 3;
    return room >= 0;
  });
  const rest = lines.length - kept.length;
  const items = rest === 0 ? kept : [...kept, `… and ${rest} more, in the report`];
  return `${heading}\n\n${items.map((item) => `- ${item}`).join("\n")}`;
}

/** The parts of the request that the controller could not plan, and those that repair had to take out. */
export function leftOut({ planned }: RunState): readonly string[] {
  if (planned?.as !== "plan") return [];
  const notes = planned.notes.flatMap((note) => (typeof note === "object" ? [note.leftOut] : []));
  const tasks = planned.mended?.repairs.filter(({ kind }) => kind === "left-out") ?? [];
  return [...notes, ...tasks.map(({ message }) => message)];
}

/** What went wrong, and behind it what was not started for that. */
const failures = (tasks: readonly Task[], state: RunState, ontology: Ontology): readonly string[] => {
  const isSkipped = ({ id }: Task): boolean => taskWork(state, id).status === "skipped";
  const titles = planTitles(state.plan?.tasks ?? [], givenFiles(state), ontology);
  const nameOf = ({ id, type }: Task): string => escapeMarkdown(titles.get(id) ?? type);
  const why = (task: Task, work: Work): string => {
    const needed = isSkipped(task) && tasks.find(({ id }) => dependencies(task).includes(id));
    return needed ? `it needs the result of “${nameOf(needed)}”, which did not succeed` : reason(work);
  };
  const lines = tasks
    .toSorted((a, b) => Number(isSkipped(a)) - Number(isSkipped(b)))
    .map((task) => {
      const work = taskWork(state, task.id);
      const what =
        work.status === "skipped" ? "was not started: " : work.status === "cancelled" ? "was cancelled: " : "";
      // Where no model does a task, the reason names it.
      if (work.error?.code === "no-model" && work.status !== "skipped") return reason(work);
      return `**${nameOf(task)}**: ${what}${why(task, work)}`;
    });
  return [...new Set(lines)];
};

/** Our own messages are plain; a provider's may hold anything. */
const reason = (work: Work): string => inOneLine(work.error?.message ?? "no reason is known");

const inOneLine = (words: string): string => escapeMarkdown(cut(words, MAX_LINE_CHARS));

/** What was done by whom, each once, with how many times and what there is to say of it. */
function doneBy(tasks: readonly Task[], state: RunState): readonly string[] {
  const lines = tasks.map((task) => {
    const work = taskWork(state, task.id);
    const by = madeBy(work);
    const tries = work.attempts.length > 1 ? `, attempt ${work.attempts.length}` : "";
    const from = work.reused ? ", from before" : "";
    const how = `${escapeMarkdown(by?.model ?? "unknown")} (${by?.provider ?? "unknown"}${tries}${from})`;
    return { type: task.type, how, notes: work.notes };
  });
  return [...Map.groupBy(lines, ({ type, how }) => `${type}: ${how}`).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const times = same.length === 1 ? "" : ` (${same.length} times)`;
    const notes = [...new Set(same.flatMap((one) => one.notes))];
    const said = notes.length === 0 ? "" : `; ${inOneLine(inARow(notes))}`;
    return `${titleOf(first.type)}${times}: ${first.how}${said}`;
  });
}

/** Sentences behind each other, and what is none set apart. */
const inARow = (notes: readonly string[]): string =>
  notes
    .map((note) => note.replace(/[^.!?]$/, "$&;"))
    .join(" ")
    .replace(/;$/, "");

/** Who filled the form that the answer was wanted in, or why nobody did. */
function filledBy(structured: StructuredAnswer | undefined, { answerFormat }: RunState): readonly string[] {
  if (!structured) return [];
  const form = `“${escapeMarkdown(answerFormat?.name ?? "")}”`;
  if (structured.as === "refused") return [`${form} was not filled in (${inOneLine(structured.why)})`];
  return [
    `${form}: ${structured.by === "embedded" ? "from the results, by rules" : `the language model (${structured.by})`}`,
  ];
}

/** That the run cost more than it was allowed, where calls took more than anybody foresaw. */
const beyondBudget = ({ budget, spent, exceededUsd }: RunState): readonly string[] =>
  exceededUsd === null || spent.usd <= (budget.usd ?? 0)
    ? []
    : [
        `the calls of this run cost ${dollars(spent.usd)}, more than its budget of ${dollars(budget.usd ?? 0)}: a model says that it took more than was foreseen; no further call that costs anything was made`,
      ];

const dollars = (usd: number): string => `${moneyInWords(Number(usd.toPrecision(3)))} dollars`;

/** Whose the words before the results are, or why there are none. */
function spokenBy(spoken: Spoken): readonly string[] {
  switch (spoken.as) {
    case "not-asked":
      return [];
    case "whole":
      return [`${SPOKEN_BY} the language model (${spoken.by})`];
    case "broken":
      return [
        `${SPOKEN_BY} the language model (${spoken.by}), which broke off there (${inOneLine(spoken.why)}); all results follow them`,
      ];
    case "failed":
      return [`the language model (${spoken.by}) could not be used for the answer (${inOneLine(spoken.why)})`];
  }
}
