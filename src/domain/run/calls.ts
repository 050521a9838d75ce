import type { ErrorCode, Failure } from "../errors.ts";
import type { EndpointCall } from "../experts.ts";
import { PROVIDERS, type ProviderName } from "../provider-names.ts";
import { type Attempt, type RunState, taskWork } from "./state.ts";

/**
 * Failures that tell of the endpoint. Any other is the caller's (an input that cannot be read, a run that was
 * cancelled) or ours (a process that died), and tells nothing of it.
 */
const ENDPOINT_FAULTS: ReadonlySet<ErrorCode> = new Set([
  "provider-unavailable",
  "provider-rejected",
  "rate-limited",
  "timeout",
  "unsafe-url",
  "misconfigured",
  "internal",
]);

/** Digits of a run's id that are its MAC: 64 bits tell runs apart. */
const RUN_DIGITS = 16;
/** Calls reported per run: enough to judge its endpoints by. */
const MAX_CALLS = 1_000;

/** The calls that a run's tasks made, as far as they tell how their endpoints are. */
export function callsOf(state: RunState): readonly EndpointCall[] {
  const calls = (state.plan?.tasks ?? []).flatMap(({ id, type }) =>
    taskWork(state, id).attempts.flatMap((attempt) =>
      callOf(
        { task: `${state.id.slice(-RUN_DIGITS)}:${id}`, taskType: type, version: versionOf(state, id, attempt) },
        attempt,
      ),
    ),
  );
  return calls.slice(0, MAX_CALLS);
}

/** The version of the endpoint that was chosen and called; undefined where its candidate had none. */
const versionOf = (state: RunState, task: number, { provider, model }: Attempt): string | undefined =>
  state.selection?.[task]?.candidates.find((one) => one.provider === provider && one.model === model)?.version;

interface Called {
  readonly task: string;
  readonly taskType: string;
  readonly version: string | undefined;
}

function callOf({ task, taskType, version }: Called, attempt: Attempt): readonly EndpointCall[] {
  const { provider, model, number, startedAt, endedAt, error } = attempt;
  if (endedAt === null || !isProvider(provider) || (error && !tellsOfEndpoint(error))) return [];
  const tookMs = error ? null : Math.max(0, endedAt - startedAt);
  const call = { provider, model, taskType, id: `${task}:${number}`, at: endedAt, tookMs };
  return [version === undefined ? call : { ...call, version }];
}

/** A caller's own account that is refused says nothing of what others find there. */
const tellsOfEndpoint = ({ code, notCalled, access }: Failure): boolean =>
  notCalled !== true && access?.account !== "caller" && ENDPOINT_FAULTS.has(code);

const isProvider = (name: string): name is ProviderName => PROVIDERS.some((provider) => provider === name);
