import { useState } from "react";
import type { ResourceView, RunView, TaskView, ValueView } from "../../../src/client/client.ts";
import { readSources, type Source } from "../../values/references.ts";
import { ValueShown } from "../../values/value-shown.tsx";
import { numberOf } from "../titles.ts";
import styles from "./task-details.module.css";

interface InputsProps {
  readonly run: RunView;
  readonly task: TaskView;
  readonly files: ReadonlyMap<string, ResourceView>;
  readonly onSelect: (task: number) => void;
}

/** What a task takes, port by port: where it comes from, and what it is. */
export function Inputs({ task, ...rest }: InputsProps) {
  const ports = Object.entries(task.args);
  if (ports.length === 0) return <p className={styles.soft}>It takes nothing.</p>;
  return (
    <dl className={styles.values}>
      {ports.map(([port, argument]) => (
        <div key={port}>
          <dt>{port}</dt>
          {readSources(argument).map((source) => (
            <dd key={JSON.stringify(source)}>
              <Input source={source} {...rest} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function Input({ source, run, files, onSelect }: Omit<InputsProps, "task"> & { readonly source: Source }) {
  switch (source.from) {
    case "literal":
      return typeof source.value === "string" ? (
        <p className={styles.text}>{source.value}</p>
      ) : (
        <pre className={styles.code}>{JSON.stringify(source.value, null, 2)}</pre>
      );
    case "address":
      // It came with the request: shown, and neither fetched nor linked.
      return <code>{source.url}</code>;
    case "file": {
      const file = files.get(source.id);
      return file ? <ValueShown value={{ kind: file.kind, resource: file }} /> : <code>{source.id}</code>;
    }
    case "task": {
      const giver = run.tasks.find(({ id }) => id === source.task);
      const value = giver && outputOf(giver, source.output);
      return (
        <>
          <p>
            from{" "}
            <button type="button" className={styles.link} onClick={() => onSelect(source.task)}>
              {numberOf(source.task)} {giver?.title ?? "a task that is not there"}
            </button>
          </p>
          {value ? <Given value={value} /> : <p className={styles.soft}>It is not there yet.</p>}
        </>
      );
    }
  }
}

/** What another task gave: what is long or heavy is shown when it is asked for. */
function Given({ value }: { readonly value: ValueView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.given} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show the value</summary>
      {isOpen ? <ValueShown value={value} /> : null}
    </details>
  );
}

/** The output that is named, else the first there is, which a reference without a port means. */
const outputOf = ({ outputs }: TaskView, port: string | null): ValueView | undefined =>
  port === null ? Object.values(outputs)[0] : outputs[port];
