import fc from "fast-check";
import { it } from "vitest";
import type { EventData, EventType, RunEvent, WorkId } from "../../src/domain/events.ts";
import { type Ask, type Move, moves, play, scenarios } from "./adversary.ts";
import { type Scenario, Simulation, type Watcher } from "./simulate.ts";

/** For each sentence: some thirty of them make three thousand runs. */
export const RUNS = 100;
/** Per task: its attempts at three candidates, three failures each, and what goes before and after. */
export const MAX_STEPS = 25 * 12 + 100;

/**
 * Holds for any plan, any order of events, and any number of crashes. `watch` sees the run as it goes,
 * and `check` the whole of it once it has ended.
 */
export function always(
  sentence: string,
  check: (run: Simulation, scenario: Scenario) => void,
  watch: (scenario: Scenario) => Watcher = () => ({}),
  each: (run: Simulation, move: Move, ask: Ask | null) => void = () => {},
): void {
  it(sentence, () => {
    fc.assert(
      fc.property(scenarios, moves, (scenario, chosen) => {
        const run = new Simulation(scenario, watch(scenario));
        play(run, chosen, (move, ask) => each(run, move, ask));
        run.finish(MAX_STEPS);
        check(run, scenario);
      }),
      { numRuns: RUNS },
    );
  });
}

type EventOf<Type extends EventType> = RunEvent & { readonly type: Type; readonly data: EventData[Type] };

export const only = <Type extends EventType>(log: readonly RunEvent[], type: Type): readonly EventOf<Type>[] =>
  log.filter((event): event is EventOf<Type> => event.type === type);

/** The unit of work that an event dispatches, if it dispatches any. */
export function startedBy(event: RunEvent): WorkId | null {
  if (event.type === "plan-start") return "plan";
  if (event.type === "answer-start") return "answer";
  return event.type === "task-start" ? event.data.task : null;
}

/** The unit of work whose attempt is over with this event, by its own words. */
export function endedBy(event: RunEvent): WorkId | null {
  if (event.type === "plan-end") return "plan";
  return event.type === "task-retry" || event.type === "task-end" ? event.data.task : null;
}
