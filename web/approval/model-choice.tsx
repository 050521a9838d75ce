import { type Dispatch, useId } from "react";
import type { PlanView, TaskView } from "../../src/client/client.ts";
import styles from "./approval.module.css";
import type { Edit } from "./plan-edit.ts";
import { costInWords } from "./words.ts";

type PlannedTask = PlanView["tasks"][number];
type Candidate = TaskView["candidates"][number];

/** Who may run a task, and what a call of each should cost at most. */
export interface Casting {
  readonly candidates: readonly Candidate[];
  readonly estimates: PlannedTask["estimates"];
  readonly missing: string | undefined;
}

export const nameOf = ({ provider, model }: Candidate): string => `${provider}:${model}`;

/** The model of a task: the server's own choice, which falls back to the next, or one that is insisted on. */
export function ModelChoice({
  task,
  model,
  casting,
  onEdit,
}: {
  readonly task: number;
  readonly model: string | undefined;
  readonly casting: Casting;
  readonly onEdit: Dispatch<Edit>;
}) {
  const id = useId();
  const { candidates, estimates } = casting;
  const shown = candidates.find((candidate) => nameOf(candidate) === model) ?? candidates[0];
  if (candidates.length === 0 && model === undefined) return null;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Model</label>
      <select
        id={id}
        value={model ?? ""}
        aria-describedby={`${id}-reason`}
        onChange={({ target }) => onEdit({ do: "cast", task, model: target.value === "" ? null : target.value })}
      >
        <option value="">As the server chooses{candidates.length > 1 ? ", the next where one fails" : ""}</option>
        {model !== undefined && !candidates.some((candidate) => nameOf(candidate) === model) ? (
          <option value={model}>{model}, which is not among the candidates</option>
        ) : null}
        {candidates.map((candidate, place) => (
          <option key={nameOf(candidate)} value={nameOf(candidate)}>
            Only {candidate.model} ({candidate.provider}), {costInWords(estimates[place] ?? null)}
          </option>
        ))}
      </select>
      <p id={`${id}-reason`} className={styles.hint}>
        {shown ? `${shown.model}: ${shown.reason}` : ""}
      </p>
    </div>
  );
}
