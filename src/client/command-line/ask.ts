/** Asks for something: `ask`, `chat` and `plan`. */
import { parse } from "node:path";
import type { Command } from "commander";
import { EXHAUSTIONS } from "../../domain/budget.ts";
import type { NewMessage, RunView } from "../client.ts";
import { readJsonObject } from "./attachments.ts";
import { type Actions, type Context, EXIT, EXIT_CODES, examples, print, printJson } from "./command.ts";
import { choice, UsageError } from "./option-values.ts";
import { prepare, type RequestOptions, readSettings, withRequestOptions } from "./request.ts";
import { planLines } from "./run-lines.ts";
import { finish, folderFor, printHowToGoOn } from "./run-results.ts";
import { Interrupted, watch } from "./watch.ts";

interface AskOptions extends RequestOptions {
  readonly approve?: true;
  readonly out?: string;
  readonly detach?: true;
  readonly events?: true;
  readonly schema?: string;
}

interface PlanOptions extends RequestOptions {
  readonly pddl?: true;
}

/** Declares `ask`, `chat` and `plan`. */
export function addRequests(program: Command, { run }: Actions): void {
  withRequestOptions(program.command("ask"))
    .description(
      "Asks for something in plain words, follows the run, and prints the answer on standard output, all else on standard error.",
    )
    .argument("[text...]", "the request in quotes; - reads it from the standard input")
    .option(
      "--approve",
      "show the plan first, and ask before it is run; without a terminal or with --json, leave it waiting",
    )
    .option("--plan <file>", "a plan of your own (JSON); nothing is planned then")
    .option(
      "--schema <file>",
      "print a value of this JSON Schema, filled from the results, in place of the answer's words",
    )
    .option("-o, --out <dir>", "save the files that are made into this folder")
    .option("--detach", "start the run and leave: `runs watch` follows it")
    .option("--events", "with --json: one line of JSON for every event, and the run as the last line")
    .addOption(
      choice("--on-exhausted <do>", "what to do when the budget is used up; answer when left out", EXHAUSTIONS),
    )
    .addHelpText(
      "after",
      examples(
        'ask "Please generate a canny image based on photo.jpg" --file demo/photo.jpg --out made',
        'ask "now blur the above image" --conversation last --out made',
        'ask "Which language is each of these texts?" -f a.txt -f b.txt > answer.txt',
        'ask "Summarize it" -f - < notes.txt',
        'ask "Summarize this page" --file https://example.org/page.html --approve',
        `ask "Summarize it" -f notes.txt --constraints '{"size":{"max":7e9},"provider":{"allow":["local"]}}'`,
        'ask "What objects are in this picture?" -f demo/photo.jpg --schema my-schema.json | jq .count',
        'ask "Draw a lighthouse" --hf-token HF_TOKEN --usd 0.10',
        'ask "Summarize it" -f notes.txt --json | jq -r .answer',
      ) + EXIT_CODES,
    )
    .action(run(ask));
  withRequestOptions(program.command("chat"))
    .description("Keeps a conversation open: each line of the standard input is a message, until /exit or its end.")
    .option("-o, --out <dir>", "save the files that are made into this folder")
    .addHelpText("after", examples("chat", "chat --file demo/photo.jpg --out made"))
    .action(run(chat));
  withRequestOptions(program.command("plan"))
    .description("Shows the plan that would be made of a request, why it is sound, and who would do it; nothing runs.")
    .argument("[text...]", "the request in quotes; - reads it from the standard input")
    .option("--plan <file>", "a plan of your own (JSON) to be checked, and mended where that can be done")
    .option("--pddl", "the proof as well: domain, problem and solution in PDDL")
    .addHelpText(
      "after",
      examples(
        'plan "Read the text in invoice.png and translate it into French" --file demo/invoice.png',
        "plan --plan my-plan.json --pddl",
        `plan "Transcribe talk.wav" -f talk.wav --constraints '{"benchmark":{"name":"Common Voice","prefer":"best"}}'`,
      ),
    )
    .action(run(plan));
}

function textOf(command: string, { plan }: RequestOptions, [text = "", ...more]: readonly string[]): string {
  if (more.length > 0) throw new UsageError(`Put the request in quotes: ${command} "…"; files go with --file`);
  if (!text.trim() && plan === undefined) {
    throw new UsageError(`Say what you want, ${command} "…", or give a plan with --plan`);
  }
  return text;
}

/** Sends a message with its files, follows the run, and prints what came of it. */
async function ask(context: Context, options: AskOptions, ...words: readonly string[]): Promise<number> {
  const text = textOf("ask", options, words);
  const { out, detach = false, events = false } = options;
  if (events && !context.json) throw new UsageError("--events goes with --json");
  if (detach && (events || out !== undefined)) {
    throw new UsageError(`--detach does not stay for --${events ? "events" : "out"}`);
  }
  readSettings(options, context.session.environment);
  const folder = await folderFor(out, context);
  const { run, names } = await send(text, options, context);
  if (detach) {
    if (context.json) printJson(context.session, run, 2);
    else printHowToGoOn(run, context);
    return EXIT.succeeded;
  }
  const ended = await follow(run, names, options, context);
  return finish(ended, { folder, indent: events ? undefined : 2 }, context);
}

const LEAVE = "/exit";

/**
 * Asks for every line of the standard input, in one conversation; the number of a choice stands for it. A message that the server refuses is told, and the
 * next one is read. @returns the exit code: that of the last message that went wrong
 */
async function chat(context: Context, options: AskOptions): Promise<number> {
  readSettings(options, context.session.environment);
  const folder = await folderFor(options.out, context);
  let next = options;
  let choices: readonly string[] = [];
  let exit: number = EXIT.succeeded;
  for await (const line of context.session.readLines()) {
    const typed = line.trim();
    if (typed === LEAVE) break;
    if (typed === "") continue;
    const text = choices[Number(typed) - 1] ?? typed;
    try {
      const { run, names } = await send(text, next, context);
      // Files go with the first message; those that follow can speak of them.
      next = { ...next, conversation: run.conversation, file: [] };
      const ended = await follow(run, names, next, context);
      choices = ended.choices;
      const code = await finish(ended, { folder, indent: undefined, goesOn: true }, context);
      if (code !== EXIT.succeeded) exit = code;
    } catch (fault) {
      if (context.signal.aborted) throw fault;
      exit = context.tell(fault);
    }
  }
  return exit;
}

/** Shows what a request would come to. */
async function plan(context: Context, options: PlanOptions, ...words: readonly string[]): Promise<number> {
  const { client, session, signal } = context;
  const { message, conversation, names, hfToken } = await prepare(textOf("plan", options, words), options, context);
  const asked = { ...message, ...(conversation === undefined ? {} : { conversation }) };
  const planned = await client.plan(asked, { signal, hfToken });
  const { pddl = false } = options;
  if (context.json) printJson(session, planned, 2);
  else print(session, planLines(planned, { names, width: session.terminal.columns - 1, pddl }));
  return EXIT.succeeded;
}

async function send(text: string, options: AskOptions, context: Context) {
  const { client, session, signal } = context;
  const form = options.schema === undefined ? {} : { response_format: await formatIn(session.folder, options.schema) };
  const { message, conversation, names, hfToken } = await prepare(text, options, context);
  const asked = { ...message, ...form, ...(options.approve ? { approval: "plan" as const } : {}) };
  const starting =
    conversation === undefined
      ? client.start(asked, { signal, hfToken })
      : client.message(conversation, asked, { signal, hfToken });
  const run = await starting.catch((fault: unknown) => {
    throw signal.aborted ? new Interrupted(null, false, fault) : fault;
  });
  return { run, names };
}

/** The form whose schema a file holds, by the file's name. @throws {UsageError} */
const formatIn = async (folder: string, file: string): Promise<NonNullable<NewMessage["response_format"]>> => ({
  type: "json_schema",
  json_schema: {
    name:
      parse(file)
        .name.replaceAll(/[^\w-]/g, "-")
        .slice(0, MAX_FORM_NAME_CHARS) || "answer",
    schema: await readJsonObject(folder, file),
  },
});
/** As OpenAI has it. */
const MAX_FORM_NAME_CHARS = 64;

function follow({ id }: RunView, names: ReadonlyMap<string, string>, options: AskOptions, context: Context) {
  const { client, session, signal, json } = context;
  const confirm = json ? null : session.confirm;
  return watch(client, id, {
    terminal: json ? null : session.progress,
    signal,
    names,
    leavesAtRest: true,
    ...(options.events
      ? { onEvent: (event) => printJson(session, { ...event, at: new Date(event.at).toISOString() }) }
      : {}),
    ...(options.approve && confirm
      ? { decide: async () => ((await confirm("  Run this plan?")) ? "approve" : "reject") }
      : {}),
  });
}
