import type { ResourceView } from "../../../src/client/client.ts";
import type { Found, FoundKind } from "../data/read-found.ts";
import { BoxLayer, foundWords, LoneBoxLayer, MAX_BOXES, placeAll } from "./boxes.tsx";
import { usePicture } from "./img.tsx";
import { MarkedPicture } from "./marked-picture.tsx";
import { ObjectList, useChoice } from "./object-list.tsx";
import styles from "./pictures.module.css";

const WORDS: Readonly<Record<FoundKind, string>> = {
  objects: "Objects",
  lines: "Lines of text",
  codes: "Codes",
  things: "Found",
};
/** Seen on paper and on photos. */
const LINE_COLOUR = "#2f6fed";

/** A picture with boxes around what was found in it, each of which can be pointed at and switched off. */
export function BoxedPicture({
  file,
  found,
  what,
}: {
  readonly file: ResourceView;
  readonly found: readonly Found[];
  readonly what: FoundKind;
}) {
  const picture = usePicture(file);
  const choice = useChoice();
  const drawn = found.slice(0, MAX_BOXES);
  const colours = labelColours(drawn.map(({ label }) => label));
  // Lines of text are all different: colours would tell nothing, and their list says what the text says.
  const isText = what === "lines";
  const coloured = drawn.map((one) => ({
    ...one,
    colour: isText ? LINE_COLOUR : (colours.get(one.label) ?? nthColour(0)),
  }));
  const items = coloured.map((one, key) => ({ key, words: foundWords(one), colour: one.colour }));
  const placed = picture.size ? placeAll(coloured, picture.size).filter(({ key }) => !choice.hidden.has(key)) : [];
  return (
    <MarkedPicture
      file={file}
      picture={picture}
      marks={<BoxLayer placed={placed} isThin={isText} lit={choice.lit} onLight={choice.light} />}
      enlargedMarks={<LoneBoxLayer placed={placed} isThin={isText} />}
    >
      <ObjectList what={WORDS[what]} items={items} choice={choice} isFolded={isText}>
        {found.length > drawn.length ? (
          <p className={styles.note}>
            Only the first {drawn.length} of {found.length} are shown.
          </p>
        ) : null}
      </ObjectList>
    </MarkedPicture>
  );
}

/** Hues that come one after another are far apart: the golden angle (Vogel 1979). */
const GOLDEN_DEGREES = 137.508;

/** A colour for what was found first, second, and so on; seen on pictures both light and dark. */
const nthColour = (index: number): string => `hsl(${((index * GOLDEN_DEGREES) % 360).toFixed(1)} 95% 52%)`;

/** A colour for each label: distinct ones, the same for the same label. */
function labelColours(labels: Iterable<string>): ReadonlyMap<string, string> {
  const colours = new Map<string, string>();
  for (const label of labels) if (!colours.has(label)) colours.set(label, nthColour(colours.size));
  return colours;
}
