import { Link } from "wouter";
import type { Graph } from "../../../src/client/client.ts";
import { Button } from "../../ui/button.tsx";
import { readExploration, writeExploration } from "../search.ts";
import styles from "./graph.module.css";
import { nameOf, neighboursOf } from "./picture.ts";

/** Of one kind, as many as one looks through. */
const SHOWN = 30;

/** A node and its neighbours in words: all that the picture tells, for who cannot see or point. */
export function NodeCard({
  graph,
  id,
  onSelect,
  onCenter,
}: {
  readonly graph: Graph;
  readonly id: string;
  readonly onSelect: (id: string) => void;
  readonly onCenter: (id: string) => void;
}) {
  const groups = [...neighboursOf(graph, id)];
  const isModel = id.startsWith("model:");
  const models = writeExploration({ ...readExploration(new URLSearchParams()), model: nameOf(id) });
  return (
    <section aria-label="The chosen node" className={styles.card}>
      <h2>{nameOf(id)}</h2>
      <p className={styles.kind}>{id.slice(0, id.indexOf(":"))}</p>
      <div className={styles.acts}>
        {id === graph.center ? null : <Button onClick={() => onCenter(id)}>Draw around it</Button>}
        {isModel ? <Link href={`/catalogue?${models}`}>All about it</Link> : null}
      </div>
      {groups.map(([kind, ids]) => (
        <div key={kind}>
          <h3>
            {kind} ({ids.length})
          </h3>
          <ul>
            {ids.slice(0, SHOWN).map((near) => (
              <li key={near}>
                <button type="button" onClick={() => onSelect(near)}>
                  {nameOf(near)}
                </button>
              </li>
            ))}
          </ul>
          {ids.length > SHOWN ? <p className={styles.kind}>and {ids.length - SHOWN} more</p> : null}
        </div>
      ))}
    </section>
  );
}
