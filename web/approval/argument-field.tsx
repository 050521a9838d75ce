import { type Dispatch, useId } from "react";
import type { JsonValue } from "../../src/domain/json.ts";
import { numberOf } from "../plan/titles.ts";
import { readSource, type Source } from "../values/references.ts";
import { plainWords } from "../values/words.ts";
import styles from "./approval.module.css";
import { LiteralField } from "./literal-field.tsx";
import { writeLiteral } from "./literals.ts";
import { type AvailableValues, type Options, optionsFor, type Port } from "./options.ts";
import type { Edit } from "./plan-edit.ts";

const NOTHING = "nothing";
const WRITTEN = "written";

/** An input of a task: where it comes from, and what is written there. One that takes many values has a field for each. */
export function ArgumentField({
  task,
  port,
  written,
  stock,
  isFaulty,
  onEdit,
}: {
  readonly task: number;
  readonly port: Port;
  /** Undefined for an input that is left out. */
  readonly written: JsonValue | undefined;
  readonly stock: AvailableValues;
  readonly isFaulty: boolean;
  readonly onEdit: Dispatch<Edit>;
}) {
  const options = optionsFor(port, task, stock);
  const items: readonly (JsonValue | undefined)[] = port.many && Array.isArray(written) ? written : [written];
  return (
    <fieldset className={styles.field}>
      <legend>
        {plainWords(port.name)}
        {port.required ? null : <span> (may be left out)</span>}
      </legend>
      {port.description === "" ? null : <p className={styles.hint}>{port.description}</p>}
      {items.map((item, place) => (
        <SourceField
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is told from another by its place alone
          key={place}
          label={items.length === 1 ? plainWords(port.name) : `${plainWords(port.name)}, ${place + 1}`}
          written={item}
          options={options}
          mayBeNothing={!port.required || items.length > 1}
          isFaulty={isFaulty}
          onWrite={(value, isTyped) => {
            const values = value === null ? items.toSpliced(place, 1) : items.with(place, value);
            const kept = values.filter((one) => one !== undefined);
            const next = items.length === 1 && !Array.isArray(written) ? value : kept.length === 0 ? null : kept;
            onEdit(
              isTyped && next !== null
                ? { do: "type", task, port: port.name, value: next }
                : { do: "bind", task, port: port.name, value: next },
            );
          }}
        />
      ))}
    </fieldset>
  );
}

function SourceField({
  label,
  written,
  options,
  mayBeNothing,
  isFaulty,
  onWrite,
}: {
  readonly label: string;
  readonly written: JsonValue | undefined;
  readonly options: Options;
  readonly mayBeNothing: boolean;
  readonly isFaulty: boolean;
  readonly onWrite: (value: JsonValue | null, isTyped: boolean) => void;
}) {
  const id = useId();
  const source = written === undefined ? null : sourceIn(written, options);
  const chosen = source === null ? NOTHING : source.from === "literal" ? WRITTEN : String(written);
  const known = [...options.files, ...options.outputs].some(({ value }) => value === chosen);
  const choose = (value: string): void =>
    onWrite(value === NOTHING ? null : value === WRITTEN ? writeLiteral("", false) : value, false);
  return (
    <div className={styles.source}>
      <label htmlFor={id} className="visually-hidden">
        Where {label} comes from
      </label>
      <select id={id} value={chosen} aria-invalid={isFaulty} onChange={(event) => choose(event.target.value)}>
        {mayBeNothing || chosen === NOTHING ? <option value={NOTHING}>Left out</option> : null}
        {options.mayWrite ? <option value={WRITTEN}>Written here</option> : null}
        {known || source === null || source.from === "literal" ? null : (
          <option value={chosen}>{unlistedWords(source)}</option>
        )}
        <Group label="Made by a task" options={options.outputs} />
        <Group label="Files" options={options.files} />
      </select>
      {source?.from === "literal" ? (
        <LiteralField
          label={label}
          value={source.value}
          isFaulty={isFaulty}
          onType={(text, isData) => onWrite(writeLiteral(text, isData), true)}
        />
      ) : null}
    </div>
  );
}

/** Where a text may be written, an address is one. */
function sourceIn(written: JsonValue, { mayWrite }: Options): Source {
  const source = readSource(written);
  return source.from === "address" && mayWrite ? { from: "literal", value: source.url } : source;
}

/** What is not among the options. */
function unlistedWords(source: Exclude<Source, { readonly from: "literal" }>): string {
  if (source.from === "task") return `Task ${numberOf(source.task)}, which is not there`;
  return source.from === "address" ? source.url : "A file";
}

const Group = ({ label, options }: { readonly label: string; readonly options: Options["files"] }) =>
  options.length === 0 ? null : (
    <optgroup label={label}>
      {options.map(({ value, words }) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </optgroup>
  );
