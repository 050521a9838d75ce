import { useState } from "react";
import { shareWords } from "../words.ts";
import styles from "./pictures.module.css";
import { type Part, partOf, type Size } from "./place.ts";

/** More hide the picture; as many as the server draws. */
export const MAX_BOXES = 300;

/** A thing in a picture, ready to be drawn. */
export interface Placed {
  /** Its place among all that was found. */
  readonly key: number;
  readonly label: string;
  /** From 0 to 1; null where the model gives none. */
  readonly score: number | null;
  readonly colour: string;
  readonly part: Part;
}

const percent = (part: number): string => `${part * 100}%`;

export const foundWords = ({ label, score }: Pick<Placed, "label" | "score">): string =>
  score === null ? label : `${label} ${shareWords(score)}`;

/** Boxes over a picture; the one that is lit is named. They are for the eye and the mouse: the list says it all. */
export function BoxLayer({
  placed,
  isThin = false,
  lit,
  onLight,
}: {
  readonly placed: readonly Placed[];
  /** For many small ones, which thick lines would hide. */
  readonly isThin?: boolean;
  readonly lit: number | null;
  readonly onLight: (key: number | null) => void;
}) {
  const named = placed.find(({ key }) => key === lit);
  // Large ones first, so that small ones inside them are hit.
  const ordered = placed.toSorted(({ part: one }, { part: other }) => areaOf(other) - areaOf(one));
  return (
    <>
      <svg className={`${styles.layer} ${styles.boxes}`} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {ordered.map(({ key, colour, part }) => {
          const { left, top, width, height } = part;
          const at = { x: left * 100, y: top * 100, width: width * 100, height: height * 100 };
          return (
            <g key={key} className={named && key !== lit ? styles.dimmed : undefined}>
              {isThin ? null : <rect {...at} className={styles.around} />}
              <rect
                {...at}
                className={`${styles.box} ${isThin ? styles.thin : ""} ${key === lit ? styles.lit : ""}`}
                stroke={colour}
                onPointerEnter={() => onLight(key)}
                onPointerLeave={() => onLight(null)}
              />
            </g>
          );
        })}
      </svg>
      {named ? <Tag part={named.part} words={foundWords(named)} /> : null}
    </>
  );
}

/** The name of a box: at its upper edge, inside the picture, and to its left where it would leave it. */
function Tag({ part, words }: { readonly part: Part; readonly words: string }) {
  const across = part.left > 0.5 ? { right: percent(1 - part.left - part.width) } : { left: percent(part.left) };
  const down = part.top > 0.12 ? { bottom: percent(1 - part.top) } : { top: percent(part.top) };
  return (
    <span className={styles.tag} style={{ ...across, ...down }}>
      {words}
    </span>
  );
}

const areaOf = ({ width, height }: Part): number => width * height;

/** The layer with a light of its own, for where there is no list beside it. */
export function LoneBoxLayer(shown: { readonly placed: readonly Placed[]; readonly isThin: boolean }) {
  const [lit, setLit] = useState<number | null>(null);
  return <BoxLayer {...shown} lit={lit} onLight={setLit} />;
}

/** What lies in the picture, with its place among all. */
export const placeAll = (
  found: readonly (Omit<Placed, "part" | "key"> & { readonly box: Parameters<typeof partOf>[0] })[],
  size: Size,
): readonly Placed[] =>
  found.flatMap(({ box, ...rest }, key) => {
    const part = partOf(box, size);
    return part ? [{ ...rest, key, part }] : [];
  });
