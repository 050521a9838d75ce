import { useMemo, useState } from "react";
import { Link } from "wouter";
import type { GraphView } from "../../../src/client/client.ts";
import { Button } from "../../ui/button.tsx";
import { hrefOf, readExploration } from "../search.ts";
import styles from "./graph.module.css";
import { type Kind, nameOf, neighboursOf } from "./picture.ts";

/** Of one kind, as many as one looks through at a time. */
const STEP = 30;

/** A node and its neighbours in words: all that the picture tells, for who cannot see or point. */
export function NodeCard({
  graph,
  id,
  onSelect,
  onCenter,
}: {
  readonly graph: GraphView;
  readonly id: string;
  readonly onSelect: (id: string) => void;
  readonly onCenter: (id: string) => void;
}) {
  const groups = useMemo(() => [...neighboursOf(graph, id)], [graph, id]);
  const isModel = id.startsWith("model:");
  return (
    <section aria-label="The chosen node" className={styles.card}>
      <h2>{nameOf(id)}</h2>
      <p className={styles.kind}>{id.slice(0, id.indexOf(":"))}</p>
      <div className={styles.acts}>
        {id === graph.center ? null : <Button onClick={() => onCenter(id)}>Draw around it</Button>}
        {isModel ? (
          <Link href={hrefOf({ ...readExploration(new URLSearchParams()), model: nameOf(id) })}>All about it</Link>
        ) : null}
      </div>
      {groups.map(([kind, ids]) => (
        <Neighbours key={kind} kind={kind} ids={ids} onSelect={onSelect} />
      ))}
    </section>
  );
}

function Neighbours({
  kind,
  ids,
  onSelect,
}: {
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly onSelect: (id: string) => void;
}) {
  const [shown, setShown] = useState(STEP);
  const left = ids.length - shown;
  return (
    <div>
      <h3>
        {kind} ({ids.length.toLocaleString("en")})
      </h3>
      <ul>
        {ids.slice(0, shown).map((near) => (
          <li key={near}>
            <button type="button" onClick={() => onSelect(near)}>
              {nameOf(near)}
            </button>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Button look="quiet" onClick={() => setShown(shown + STEP)}>
          Show {Math.min(STEP, left)} more of {left.toLocaleString("en")}
        </Button>
      ) : null}
    </div>
  );
}
