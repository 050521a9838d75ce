import { Route } from "lucide-react";
import { duration } from "../../ui/amounts.ts";
import { type ShownStatus, statusWords } from "../../ui/status.tsx";
import { numberOf } from "../titles.ts";
import type { Bar, Row } from "./rows.ts";
import type { Scale } from "./scale.ts";
import styles from "./timeline.module.css";

/** A row of the time line. Its figures are always there for who hears the page, and shown when it is pointed at. */
export function TimelineRow({
  row,
  scale,
  status,
  isCritical,
  isSelected,
  onSelect,
}: {
  readonly row: Row;
  readonly scale: Scale;
  readonly status: ShownStatus | null;
  readonly isCritical: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (task: number) => void;
}) {
  const { task, name, type, bars } = row;
  const took = bars.reduce((sum, { from, to }) => sum + (to - from), 0);
  return (
    <tr className={styles.row} data-critical={isCritical} data-selected={isSelected}>
      <th scope="row">
        {task === null ? (
          <span className={styles.step}>{name}</span>
        ) : (
          <button
            type="button"
            className={styles.open}
            data-task-node={task}
            aria-pressed={isSelected}
            title={`${name} (${type})`}
            onClick={() => onSelect(task)}
          >
            <span className={styles.number}>{numberOf(task)}</span> <span className={styles.name}>{name}</span>
            {isCritical ? (
              <>
                <Route size={14} aria-hidden />
                <span className="visually-hidden">, on the critical path</span>
              </>
            ) : null}
          </button>
        )}
      </th>
      <td>
        <div className={styles.track} aria-hidden="true">
          {scale.ticks.map(({ at }) => (
            <span key={at} className={styles.line} style={{ insetInlineStart: `${scale.place(at)}%` }} />
          ))}
          {bars.length > 1 ? <span className={styles.thread} style={stretch(bars, scale)} /> : null}
          {bars.map((bar) => (
            <span key={bar.key} className={styles.bar} data-look={bar.look} style={stretch([bar], scale)} />
          ))}
        </div>
        <p className={styles.tip}>
          {bars.length === 0
            ? status === null
              ? ""
              : `${statusWords(status)}; it has not run`
            : bars.map(told).join("; ")}
        </p>
      </td>
      <td className={styles.took}>{bars.length === 0 ? "–" : duration(took)}</td>
    </tr>
  );
}

/** From the beginning of the first to the end of the last. */
function stretch(
  bars: readonly Bar[],
  { place }: Scale,
): { readonly insetInlineStart: string; readonly inlineSize: string } {
  const from = place(bars[0]?.from ?? 0);
  const to = place(bars.at(-1)?.to ?? 0);
  return { insetInlineStart: `${from}%`, inlineSize: `${to - from}%` };
}

const told = ({ words, from, to, isOpen }: Bar): string =>
  `${words === "" ? "" : `${words}: `}from ${duration(from)} ${isOpen ? "on, so far" : `to ${duration(to)},`} ${duration(to - from)}`;
