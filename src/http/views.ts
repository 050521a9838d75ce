import * as z from "zod";
import type { ConversationRecord, RunRecord } from "../domain/conversation.ts";
import { callsIn, choicesOf, type Reused, type Values } from "../domain/events.ts";
import type { Ids } from "../domain/ids.ts";
import { signLink } from "../domain/links.ts";
import type { Plan } from "../domain/plan.ts";
import { noteInWords } from "../domain/plan.ts";
import type { Resource, Value } from "../domain/resources.ts";
import {
  type Attempt,
  givenFiles,
  pauseOf,
  type RunState,
  statusOf,
  taskWork,
  usedTimeMs,
} from "../domain/run/state.ts";
import { UNSELECTED } from "../domain/selection.ts";
import { planTitles } from "../domain/task-titles.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import { NOTHING_SPENT, spentView } from "../domain/usage.ts";
import { writePlan } from "../planning/index.ts";
import { resultsOf } from "../response/results.ts";
import type { WireTask } from "./schemas/plan.ts";
import { wireTask } from "./schemas/plan.ts";
import type {
  AttemptView,
  ConversationView,
  ResourceView,
  RunView,
  TaskView,
  UsageView,
  ValueView,
} from "./schemas/views.ts";

export interface ViewsParts {
  readonly ids: Ids;
  readonly ontology: Ontology;
  readonly tenant: string;
  /** Of the server, as the caller knows it: the beginning of links. */
  readonly origin: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Converts records of the ledger to views of the API for one tenant: times become text, files get signed links. */
export interface Views {
  resource(resource: Resource, expiresAt?: number): Promise<ResourceView>;
  value(value: Value): Promise<ValueView>;
  run(record: RunRecord): Promise<RunView>;
  conversation(record: ConversationRecord): Promise<ConversationView>;
}

export function createViews({ ids, ontology, tenant, origin, now }: ViewsParts): Views {
  const resource: Views["resource"] = async (stored, expiresAt) => {
    const { id, name, kind, mediaType, bytes, sha256, createdAt } = stored;
    const link = await signLink(ids, tenant, id, origin, now);
    return {
      ...{ id, name, kind, mediaType, bytes, sha256 },
      createdAt: rfc3339(createdAt),
      url: link.url,
      urlExpiresAt: rfc3339(link.expiresAt),
      ...(expiresAt === undefined ? {} : { expiresAt: rfc3339(expiresAt) }),
    };
  };

  const value: Views["value"] = async (held) => {
    const { kind } = held;
    if (held.as === "text") return { kind, text: held.text };
    if (held.as === "data") return { kind, data: held.data };
    const shown = { kind, resource: await resource(held.resource) };
    return held.excerpt === undefined ? shown : { ...shown, excerpt: held.excerpt };
  };

  const values = async (held: Values): Promise<TaskView["outputs"]> =>
    Object.fromEntries(await Promise.all(Object.entries(held).map(async ([port, one]) => [port, await value(one)])));

  const task = async (wire: TitledWireTask, state: RunState): Promise<TaskView> => {
    const work = taskWork(state, wire.id);
    return {
      ...wire,
      status: work.status,
      ...(state.selection?.[wire.id] ?? UNSELECTED),
      attempts: work.attempts.map(attemptView),
      usage: spentView(work.spent),
      ...(work.progress ? { progress: work.progress } : {}),
      outputs: await values(work.outputs),
      notes: work.notes,
      ...(work.reused ? { reused: reusedView(work.reused) } : {}),
      ...(work.called ? { called: work.called } : {}),
      ...(work.error ? { error: work.error } : {}),
      startedAt: rfc3339OrNull(work.attempts[0]?.startedAt),
      endedAt: rfc3339OrNull(work.endedAt),
    };
  };

  const run: Views["run"] = async (record) => {
    const { state } = record;
    const calls = callsIn(state?.planned ?? null);
    const pause = state && pauseOf(state);
    const { changed } = record;
    const plan = state ? wirePlan(state.plan, ontology, givenFiles(state)) : [];
    const tasks = changed ? plan.filter(({ id }) => changed.tasks.includes(id)) : plan;
    return {
      id: record.id,
      conversation: await ids.conversationId(tenant, record.conversation),
      status: state ? statusOf(state) : "planning",
      queuePosition: record.queuePosition,
      text: record.text,
      createdAt: rfc3339(record.createdAt),
      endedAt: rfc3339OrNull(state?.endedAt),
      ...(state ? { casting: state.casting, budget: state.budget, approval: state.approval } : {}),
      ...(state?.controller ? { controller: state.controller } : {}),
      ...(pause ? { pause } : {}),
      seq: state?.seq ?? 0,
      ...(changed ? { since: changed.since } : {}),
      planVersion: state?.planVersion ?? 0,
      understanding: state?.planned?.as === "plan" ? state.planned.notes.map(noteInWords) : [],
      repairs: (state?.planned?.as === "plan" && state.planned.mended?.repairs) || [],
      tasks: state ? await Promise.all(tasks.map((one) => task(one, state))) : [],
      usage: state ? usage(state, now) : NO_USAGE,
      results: state ? resultsOf(state, ontology) : [],
      answer: state && state.answer !== "" ? state.answer : null,
      ...(state?.structured ? { structured: { name: state.answerFormat?.name ?? "", ...state.structured } } : {}),
      ...(calls.length > 0 ? { calls } : {}),
      choices: choicesOf(state?.planned ?? null),
      files: state ? await Promise.all(filesOf(state).map((file) => resource(file))) : [],
      ...(state?.end?.error ? { error: state.end.error } : {}),
    };
  };

  return {
    resource,
    value,
    run,
    conversation: async (record) => ({
      id: await ids.conversationId(tenant, record.id),
      createdAt: rfc3339(record.createdAt),
      log: record.log.map(({ at, ...entry }) => ({ ...entry, at: rfc3339(at) })),
      runs: record.runs.map(({ id, text, createdAt, status }) => ({
        id,
        status,
        text,
        createdAt: rfc3339(createdAt),
      })),
      resources: await Promise.all(record.resources.map((one) => resource(one))),
    }),
  };
}

export const rfc3339 = (ms: number): string => new Date(ms).toISOString();
export const rfc3339OrNull = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : rfc3339(ms);

const wireTasks = z.array(wireTask);

interface TitledWireTask extends WireTask {
  readonly title: string;
}

/**
 * The tasks of a plan as the API writes them, each with its title; none without a plan.
 * @param files at least those that the plan is bound to
 */
export function wirePlan(
  plan: Plan | null,
  ontology: Ontology,
  files: readonly Pick<Resource, "id" | "name">[],
): readonly TitledWireTask[] {
  if (!plan) return [];
  const titles = planTitles(plan.tasks, files, ontology);
  return wireTasks
    .parse(writePlan(plan, ontology))
    .map((task) => ({ ...task, title: titles.get(task.id) ?? task.task }));
}

const attemptView = ({ number, provider, model, startedAt, endedAt, error }: Attempt): AttemptView => ({
  number,
  model: `${provider}:${model}`,
  startedAt: rfc3339(startedAt),
  durationMs: endedAt === null ? null : endedAt - startedAt,
  ...(error ? { error } : {}),
});

const reusedView = ({ run, task, provider, model }: Reused): NonNullable<TaskView["reused"]> => ({
  run,
  task,
  model: `${provider}:${model}`,
});

const NO_USAGE: UsageView = { timeMs: 0, llmCalls: 0, tasks: 0, attempts: 0, ...spentView(NOTHING_SPENT) };

function usage(state: RunState, now: number): UsageView {
  const tasks = state.plan?.tasks ?? [];
  return {
    timeMs: Math.round(usedTimeMs(state, state.endedAt ?? now)),
    llmCalls: state.spent.llmCalls,
    tasks: tasks.length,
    attempts: attemptsOf(tasks.map((task) => taskWork(state, task.id))),
    ...spentView(state.spent),
  };
}

const attemptsOf = (works: readonly { readonly attempts: readonly Attempt[] }[]): number =>
  works.reduce((sum, work) => sum + work.attempts.length, 0);

/** The files that the tasks made, in the order of the plan. */
const filesOf = (state: RunState): readonly Resource[] =>
  (state.plan?.tasks ?? []).flatMap((task) =>
    Object.values(taskWork(state, task.id).outputs).flatMap((value) =>
      value.as === "resource" ? [value.resource] : [],
    ),
  );
