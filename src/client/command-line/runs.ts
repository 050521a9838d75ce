/** Shows runs, and has a say in them. */
import type { Command } from "commander";
import type { RunStatus } from "../../domain/run/state.ts";
import { ApiError, type Client, type ConversationView, type GoalView, type RunView } from "../client.ts";
import { readJsonFile } from "./attachments.ts";
import { type Actions, type Context, EXIT, EXIT_CODES, examples, print, printJson, serverFlag } from "./command.ts";
import { type BudgetOptions, budgetOf, countUpTo, UsageError, withBudgetOptions } from "./option-values.ts";
import { noteLines, progressLines, repairLines } from "./run-lines.ts";
import { finish, folderFor, howToGoOn } from "./run-results.ts";
import { clean, cut, pad, type Style, type StyledLine, span } from "./terminal.ts";
import { watch } from "./watch.ts";

/** Each conversation is asked for by itself. */
const DEFAULT_LISTED = 10;
const MAX_LISTED = 50;
const MAX_REQUEST_CHARS = 1_000;
const MAX_TEXT_COLUMNS = 60;

interface ListOptions {
  readonly limit?: number;
  readonly conversation?: string;
}

/** Declares `runs` and what can be done to them. */
export function addRuns(program: Command, { run, show }: Actions): void {
  const runs = program
    .command("runs")
    .description("Shows runs, and has a say in them. ID may be `last`.")
    .addHelpText("after", examples("runs resume run_… --usd 1", "runs watch last --out made") + EXIT_CODES);
  /** What is done with one run, which `last` may stand for. */
  const one = <Options>(act: (context: Context, options: Options, id: string) => Promise<number>) =>
    run<Options>(async (context, options, id = "") => {
      const found = id === LAST ? (await newestRun(context.client, context.signal)).id : id;
      return act(context, options, found);
    });
  const change = <Options>(call: (context: Context, options: Options, id: string) => Promise<RunView>) =>
    one<Options>(async (context, options, id) => showStatus(await call(context, options, id), context));
  runs
    .command("list")
    .description("those of the last conversations, the newest first")
    .option("--limit <n>", `of how many conversations, ${DEFAULT_LISTED} when left out`, countUpTo("limit", MAX_LISTED))
    .option("-c, --conversation <id>", "those of that conversation alone")
    .action(
      show(
        ({ client, signal }, { limit = DEFAULT_LISTED, conversation }: ListOptions) =>
          findRuns(client, limit, conversation, signal),
        listedLines,
      ),
    );
  runs.command("show <id>").description("as it stands now").action(one(showRun));
  runs
    .command("report <id>")
    .description("its tasks, who did them and why, what came out, and what it cost, as Markdown")
    .action(one(showReport));
  runs
    .command("watch <id>")
    .description("while it goes on, to its end")
    .option("-o, --out <dir>", "save the files that are made into this folder")
    .action(one(watchRun));
  runs
    .command("approve <id>")
    .description("its plan, as it now is, is to be run")
    .option("--plan <file>", "the plan as you edited it (JSON)")
    .action(
      change(async ({ client, session, signal }, { plan: file }: { readonly plan?: string }, id) => {
        const plan = file === undefined ? {} : { plan: await readJsonFile(session.folder, file) };
        const { planVersion } = await client.run(id, { signal });
        return client.approve(id, { planVersion, ...plan }, { signal });
      }),
    );
  runs
    .command("reject <id>")
    .description("its plan is not to be run, and the run ends")
    .action(
      change(async ({ client, signal }, _, id) => {
        const { planVersion } = await client.run(id, { signal });
        return client.approve(id, { planVersion, decision: "reject" }, { signal });
      }),
    );
  runs
    .command("cancel <id>")
    .description("stops it: what has ended stays, nothing more begins")
    .action(change(({ client, signal }, _, id) => client.cancel(id, { signal })));
  runs
    .command("pause <id>")
    .description("begins nothing more until it is resumed")
    .action(change(({ client, signal }, _, id) => client.pause(id, { signal })));
  withBudgetOptions(runs.command("resume <id>"))
    .description("goes on; where its budget is used up, with a higher one, in all")
    .action(
      change(({ client, signal }, options: BudgetOptions, id) =>
        client.resume(id, { signal, budget: budgetOf(options) }),
      ),
    );
}

/** Prints a run as it stands. */
async function showRun(context: Context, _: unknown, id: string): Promise<number> {
  const { client, session, signal } = context;
  const run = await client.run(id, { signal });
  if (!context.json) {
    print(session, [
      [span("❯ ", "cyan"), span(run.text.slice(0, MAX_REQUEST_CHARS).replaceAll(/\s+/g, " "), "bold")],
      ...(run.queuePosition > 0 ? [[span(`  waits for ${run.queuePosition} before it`, "yellow")]] : []),
      ...noteLines(run.understanding),
      ...repairLines(run.repairs),
      ...progressLines(run, session.terminal.columns - 1),
      [],
    ]);
  }
  return finish(run, { folder: undefined, indent: 2 }, context);
}

/** Prints the report of a run: Markdown as it is, so that it can be kept. */
async function showReport({ client, session, signal, json }: Context, _: unknown, id: string): Promise<number> {
  if (json) printJson(session, await client.report(id, "json", { signal }), 2);
  else session.terminal.write(`${clean(await client.report(id, "markdown", { signal }))}\n`);
  return EXIT.succeeded;
}

async function watchRun(context: Context, { out }: { readonly out?: string }, id: string): Promise<number> {
  const { client, session, signal, json } = context;
  const folder = await folderFor(out, context);
  const ended = await watch(client, id, { terminal: json ? null : session.progress, signal });
  return finish(ended, { folder, indent: 2 }, context);
}

function showStatus(run: RunView, { client, session, json }: Context): number {
  const lines =
    run.endedAt === null ? howToGoOn(run.id, run.status, serverFlag(client.baseUrl)) : [`The run is ${run.status}.`];
  if (json) printJson(session, run, 2);
  else
    print(
      session,
      lines.map((line) => [span(line)]),
    );
  return EXIT.succeeded;
}

interface ListedRun {
  readonly id: string;
  readonly conversation: string;
  readonly status: RunStatus;
  readonly createdAt: string;
  readonly text: string;
}

/** Stands for the newest run, or the conversation that it is in. */
export const LAST = "last";

/** The run that began last, as its conversation lists it. @throws {UsageError} where there is none yet */
export async function newestRun(client: Client, signal: AbortSignal): Promise<ListedRun> {
  const [newest] = await findRuns(client, DEFAULT_LISTED, undefined, signal);
  if (!newest) throw new UsageError("There is no run yet");
  return newest;
}

/** The runs of the last conversations, or of one, the newest first. */
async function findRuns(
  client: Client,
  limit: number,
  conversation: string | undefined,
  signal: AbortSignal,
): Promise<readonly ListedRun[]> {
  const read: ConversationView[] = [];
  if (conversation !== undefined) read.push(await client.conversation(conversation, { signal }));
  else {
    const { conversations } = await client.conversations({ limit }, { signal });
    for (const { id } of conversations) {
      const one = await client.conversation(id, { signal }).catch((fault: unknown) => {
        // Deleted since it was listed.
        if (fault instanceof ApiError && fault.code === "not-found") return null;
        throw fault;
      });
      if (one) read.push(one);
    }
  }
  return read
    .flatMap(({ id, runs }) => runs.map((run): ListedRun => ({ ...run, conversation: id })))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Of what has ended well or badly, or waits for its person. */
export const STATUS_STYLES: { readonly [Status in RunStatus | GoalView["status"]]?: Style } = {
  succeeded: "green",
  failed: "red",
  partial: "yellow",
  paused: "yellow",
  asking: "yellow",
  "awaiting-approval": "yellow",
};

function listedLines(runs: readonly ListedRun[], { ids }: Context): readonly StyledLine[] {
  if (runs.length === 0) return [[span("There is no run yet.", "dim")]];
  return runs.flatMap(({ id, conversation, status, createdAt, text }) => [
    [
      span(pad(status, "awaiting-approval".length), STATUS_STYLES[status] ?? "plain"),
      span(`  ${createdAt.slice(0, 16).replace("T", " ")}  `, "dim"),
      span(cut(text.replaceAll(/\s+/g, " "), MAX_TEXT_COLUMNS)),
    ],
    // Lines to themselves: ids are what one copies, and they are long.
    ...(ids ? [[span(`  ${id}`, "dim")], [span(`  of ${conversation}`, "dim")]] : []),
  ]);
}
