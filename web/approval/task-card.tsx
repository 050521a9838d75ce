import { Pencil, Trash2 } from "lucide-react";
import { type Dispatch, useEffect, useId, useRef, useState } from "react";
import { numberOf } from "../plan/titles.ts";
import { Button } from "../ui/button.tsx";
import { plainWords } from "../values/words.ts";
import styles from "./approval.module.css";
import { ArgumentField } from "./argument-field.tsx";
import type { TaskFault } from "./faults.ts";
import { FaultsShown } from "./faults-shown.tsx";
import { type Casting, ModelChoice, nameOf } from "./model-choice.tsx";
import type { AvailableValues } from "./options.ts";
import { dependentsOf, type Edit, type Tasks } from "./plan-edit.ts";
import { Removal } from "./removal.tsx";
import { argumentInWords, costInWords } from "./words.ts";

/** A task of a proposed plan: what it does, with what, on which model; and its fields once it is edited. */
export function TaskCard({
  task,
  stock,
  casting,
  faults,
  isOpen = false,
  onEdit,
  onRemove,
}: {
  readonly task: Tasks[number];
  readonly stock: AvailableValues;
  readonly casting: Casting;
  readonly faults: readonly TaskFault[];
  /** Whether its fields are there from the beginning. */
  readonly isOpen?: boolean;
  readonly onEdit: Dispatch<Edit>;
  readonly onRemove: (tasks: readonly number[]) => void;
}) {
  const id = useId();
  const [shown, setShown] = useState<"words" | "fields" | "removal">(isOpen ? "fields" : "words");
  const dependents = dependentsOf(stock.tasks, task.id).map((dependent) => ({
    id: dependent,
    words: stock.titles.get(dependent) ?? "",
  }));
  const ports = stock.types.get(task.task)?.inputs ?? [];
  const fields = useRef<HTMLDivElement>(null);
  // Fields that open below what is to be seen would seem not to open.
  useEffect(() => {
    if (shown === "fields" && !isOpen) fields.current?.scrollIntoView({ block: "nearest" });
  }, [shown, isOpen]);
  const toggle = (what: "fields" | "removal"): void => setShown(shown === what ? "words" : what);
  return (
    <li className={styles.task} aria-labelledby={`${id}-title`} data-task={task.id}>
      <div className={styles.head}>
        <h4 id={`${id}-title`} title={task.task}>
          <span className={styles.number}>{numberOf(task.id)}</span> {stock.titles.get(task.id)}
        </h4>
        <div className={styles.tools}>
          <Button
            look="quiet"
            aria-expanded={shown === "fields"}
            aria-controls={`${id}-fields`}
            aria-label={`Edit task ${numberOf(task.id)}`}
            disabled={ports.length === 0}
            onClick={() => toggle("fields")}
          >
            <Pencil size={16} aria-hidden /> {shown === "fields" ? "Close" : "Edit"}
          </Button>
          <Button
            look="quiet"
            aria-label={`Remove task ${numberOf(task.id)}`}
            onClick={() => (dependents.length === 0 ? onRemove([task.id]) : toggle("removal"))}
          >
            <Trash2 size={16} aria-hidden /> Remove
          </Button>
        </div>
      </div>
      <FaultsShown faults={faults} />
      {shown === "removal" ? (
        <Removal task={task.id} dependents={dependents} onRemove={onRemove} onKeep={() => setShown("words")} />
      ) : null}
      <div id={`${id}-fields`}>
        {shown === "fields" ? (
          <div className={styles.fields} ref={fields}>
            {ports.map((port) => (
              <ArgumentField
                key={port.name}
                task={task.id}
                port={port}
                written={task.args[port.name]}
                stock={stock}
                isFaulty={faults.some((fault) => fault.port === port.name)}
                onEdit={onEdit}
              />
            ))}
            <ModelChoice task={task.id} model={task.model} casting={casting} onEdit={onEdit} />
          </div>
        ) : (
          <TaskInWords task={task} stock={stock} casting={casting} />
        )}
      </div>
    </li>
  );
}

function TaskInWords({
  task,
  stock,
  casting: { candidates, estimates, missing },
}: {
  readonly task: Tasks[number];
  readonly stock: AvailableValues;
  readonly casting: Casting;
}) {
  const place = task.model === undefined ? 0 : candidates.findIndex((candidate) => nameOf(candidate) === task.model);
  const model = candidates[place];
  const fallbacks = task.model === undefined ? candidates.length - 1 : 0;
  return (
    <dl className={styles.facts}>
      {Object.entries(task.args).map(([port, written]) => (
        <div key={port}>
          <dt>{plainWords(port)}</dt>
          <dd>{argumentInWords(written, stock.files)}</dd>
        </div>
      ))}
      <div>
        <dt>model</dt>
        <dd>
          {model ? (
            <>
              {model.model} <span className={styles.soft}>({model.provider})</span>,{" "}
              {costInWords(estimates[place] ?? null)}
              {fallbacks > 0 ? `; ${fallbacks === 1 ? "another stands" : `${fallbacks} others stand`} by` : ""}
              <details className={styles.reason}>
                <summary>Why this model</summary>
                {model.reason}
              </details>
            </>
          ) : (
            <span className={styles.missing}>
              {task.model ?? "None"}. {missing ?? ""}
            </span>
          )}
        </dd>
      </div>
    </dl>
  );
}
