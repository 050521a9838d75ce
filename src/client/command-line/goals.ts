/** Pursues goals, shows them, and has a say in them. */
import type { Command } from "commander";
import { MAX_STEPS } from "../../domain/goal/step.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { GoalListView, GoalView } from "../client.ts";
import { gather } from "./attachments.ts";
import { type Actions, type Context, EXIT, EXIT_CODES, examples, print, printJson, say } from "./command.ts";
import { finishGoal, howToGoOnLines, stepLines } from "./goal-results.ts";
import { InterruptedGoal, watchGoal } from "./goal-watch.ts";
import {
  constraintsOf,
  countUpTo,
  dollarsOf,
  type GoalBudgetOptions,
  goalBudgetOf,
  MAX_PAGE,
  UsageError,
  withGoalBudgetOptions,
  withoutUndefined,
} from "./option-values.ts";
import { folderFor } from "./run-results.ts";
import { LAST, STATUS_STYLES } from "./runs.ts";
import { clean, pad, type StyledLine, span } from "./terminal.ts";

interface GoalOptions extends GoalBudgetOptions {
  readonly checkIn?: number;
  readonly checkInPlan?: true;
  readonly askAbove?: number;
  readonly constraints?: JsonObject;
  readonly out?: string;
  readonly detach?: true;
}

/** Declares `goal`, and `goals` with what can be done to them. */
export function addGoals(program: Command, actions: Actions): void {
  const { run } = actions;
  withGoalBudgetOptions(program.command("goal"))
    .description(
      "Pursues a goal in many steps, follows it, asks you on the way where you said so, and prints the answer. It needs a language model.",
    )
    .argument("<text>", "the goal in quotes")
    .argument("[file...]", "files, URLs, ids of uploads (res_…), or - for the standard input")
    .option("--check-in <n>", "ask after every so many steps", countUpTo("check-in", MAX_STEPS))
    .option("--check-in-plan", "ask before the first step, and before the steps are changed")
    .option("--ask-above <dollars>", "ask before anything that may cost more", dollarsOf("ask-above"))
    .option("--constraints <json>", "a condition on models; docs/selection.md lists them", constraintsOf)
    .option("-o, --out <dir>", "save the files that are made into this folder")
    .option("--detach", "start it and leave: `goals watch` follows it")
    .addHelpText(
      "after",
      examples(
        'goal "Compare these offers, and write each supplier a reply" a.txt b.txt --budget-usd 2 --minutes 30',
        'goal "Put these invoices into one table" demo/invoice.png --check-in-plan --out made',
      ) + EXIT_CODES,
    )
    .action(run(pursue));
  addGoalActions(program, actions);
}

function addGoalActions(program: Command, { run, show }: Actions): void {
  const goals = program
    .command("goals")
    .description("Shows goals, and has a say in them. ID may be `last`.")
    .addHelpText(
      "after",
      examples("goals watch last --out made", 'goals change last "Only the cheapest"') + EXIT_CODES,
    );
  /** What is done with one goal, which `last` may stand for. */
  const one = <Options>(
    act: (context: Context, options: Options, id: string, ...more: readonly string[]) => Promise<number>,
  ) =>
    run<Options>(async (context, options, id = "", ...more) =>
      act(context, options, id === LAST ? await newestGoal(context) : id, ...more),
    );
  const change = <Options>(
    call: (context: Context, options: Options, id: string, ...more: readonly string[]) => Promise<GoalView>,
  ) =>
    one<Options>(async (context, options, id, ...more) =>
      showStatus(await call(context, options, id, ...more), context),
    );
  goals
    .command("list")
    .description("the newest first")
    .option("--limit <n>", "how many, 20 when left out", countUpTo("limit", MAX_PAGE))
    .action(
      show(
        ({ client, signal }, { limit }: { readonly limit?: number }) => client.goals.list({ limit }, { signal }),
        listed,
      ),
    );
  goals.command("show <id>").description("its steps as they stand now").action(one(showGoal));
  goals
    .command("report <id>")
    .description("its steps and why each began when it did, versions, questions and costs, as Markdown")
    .action(one(showReport));
  goals
    .command("watch <id>")
    .description("while it goes on, to its end")
    .option("-o, --out <dir>", "save the files that are made into this folder")
    .action(
      one(async (context, { out }: { readonly out?: string }, id) =>
        follow(id, await folderFor(out, context), context),
      ),
    );
  goals
    .command("approve <id>")
    .description("what it asks may be done")
    .action(change((context, _, id) => answer(context, id, { decision: "approve" })));
  goals
    .command("change <id> <words>")
    .description("what it asks is to be done otherwise, as the words say")
    .action(change((context, _, id, words = "") => answer(context, id, { decision: "change", words })));
  goals
    .command("pause <id>")
    .description("begins nothing more until it is resumed")
    .action(change(({ client, signal }, _, id) => client.goals.pause(id, { signal })));
  withGoalBudgetOptions(goals.command("resume <id>"))
    .description("goes on; with a higher budget, in all, where one is given")
    .action(
      change(({ client, signal }, options: GoalBudgetOptions, id) =>
        client.goals.resume(id, { signal, budget: goalBudgetOf(options) }),
      ),
    );
  goals
    .command("cancel <id>")
    .description("stops it: what has ended stays, nothing more begins")
    .action(change(({ client, signal }, _, id) => client.goals.cancel(id, { signal })));
}

/** Sends a goal with its files, follows it, and prints what came of it. */
async function pursue(context: Context, options: GoalOptions, text = "", ...files: readonly string[]): Promise<number> {
  const { client, session, signal } = context;
  if (text.trim() === "") throw new UsageError('Say what is to be reached: goal "…"');
  const { checkIn: afterSteps, checkInPlan: plan, askAbove: beforeSpending, constraints, out, detach } = options;
  if (detach && out !== undefined) throw new UsageError("--detach does not stay for --out");
  const folder = await folderFor(out, context);
  const { attachments } = await gather(client, { files, plan: undefined, conversation: undefined }, session);
  const starting = client.goals.start(
    withoutUndefined({
      ...{ goal: text, resources: attachments.resources, budget: goalBudgetOf(options), constraints },
      checkIns: withoutUndefined({ plan, afterSteps, beforeSpending }),
    }),
    { signal },
  );
  const goal = await starting.catch((fault: unknown) => {
    throw signal.aborted ? new InterruptedGoal(null, fault) : fault;
  });
  if (!detach) return follow(goal.id, folder, context);
  if (context.json) printJson(session, goal, 2);
  else say(session, howToGoOnLines(goal, context));
  return EXIT.succeeded;
}

/** @param folder that files are saved in */
async function follow(id: string, folder: string | undefined, context: Context): Promise<number> {
  const { client, session, signal, json } = context;
  const terminal = json ? null : session.progress;
  const goal = await watchGoal(client, id, { terminal, signal, ask: session.ask });
  return finishGoal(goal, folder, context);
}

/** Answers what the goal asks now. @throws {UsageError} where it asks nothing */
async function answer(
  { client, signal }: Context,
  id: string,
  said: { readonly decision: "approve" } | { readonly decision: "change"; readonly words: string },
): Promise<GoalView> {
  const { checkIn } = await client.goals.get(id, { signal });
  if (!checkIn) throw new UsageError("The goal asks nothing just now");
  return client.goals.approve(id, { checkIn: checkIn.id, ...said }, { signal });
}

async function newestGoal({ client, signal }: Context): Promise<string> {
  const [newest] = (await client.goals.list({ limit: 1 }, { signal })).goals;
  if (!newest) throw new UsageError("There is no goal yet");
  return newest.id;
}

/** Prints a goal as it stands. */
async function showGoal(context: Context, _: unknown, id: string): Promise<number> {
  const goal = await context.client.goals.get(id, { signal: context.signal });
  if (!context.json) print(context.session, [[span("❯ ", "cyan"), span(goal.goal, "bold")], ...stepLines(goal), []]);
  return finishGoal(goal, undefined, context);
}

/** Prints the report of a goal: Markdown as it is, so that it can be kept. */
async function showReport({ client, session, signal, json }: Context, _: unknown, id: string): Promise<number> {
  if (json) printJson(session, await client.goals.report(id, "json", { signal }), 2);
  else session.terminal.write(`${clean(await client.goals.report(id, "markdown", { signal }))}\n`);
  return EXIT.succeeded;
}

function showStatus(goal: GoalView, context: Context): number {
  if (context.json) printJson(context.session, goal, 2);
  else if (goal.endedAt === null) print(context.session, howToGoOnLines(goal, context));
  else print(context.session, [[span(`The goal is ${goal.status}.`)]]);
  return EXIT.succeeded;
}

function listed({ goals }: GoalListView, { ids }: Context): readonly StyledLine[] {
  if (goals.length === 0) return [[span("There is no goal yet.", "dim")]];
  return goals.flatMap(({ id, createdAt, title, status }) => [
    [
      span(pad(status, "reflecting".length), STATUS_STYLES[status] ?? "plain"),
      span(`  ${createdAt.slice(0, 16).replace("T", " ")}  `, "dim"),
      span(title),
    ],
    ...(ids ? [[span(`  ${id}`, "dim")]] : []),
  ]);
}
