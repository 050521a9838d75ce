import { COCO_NAMES } from "./coco.ts";
import words from "./words.json" with { type: "json" };

/** What a question asks of a picture, as far as a detector can tell. */
export interface ThingsAsked {
  readonly things: readonly AskedThing[];
  /** Words that are neither things that it knows nor part of asking for them, as they were written. */
  readonly others: readonly string[];
  /** Whether it asks for a number, rather than whether there is any. */
  readonly asksHowMany: boolean;
}

export interface AskedThing {
  /** As it was asked for: "puppies". */
  readonly asked: string;
  /** The kinds that are meant: one, or those of a group such as "animals". */
  readonly kinds: readonly string[];
  /** `kind`: what was asked for is a kind of it, which the detector does not tell from others: "puppies" of dogs. */
  readonly relation: "same" | "kind" | "group";
}

/**
 * What questions for things and their numbers are made of besides the things: a closed list, as whatever else there is
 * asks for more. Function words of English, and words for pictures, for being in them, for counting and for asking.
 */
const ASKING = new Set(
  `a an the this that these those it its there here any some every each all both one ones of in on at to from by for with within
inside and or either also is are was were be been being am isn aren do does did don doesn has have had having can could will
would should may might must i me my we us our you your they them what which how many much number amount count counts counted
counting total altogether exactly overall often see sees seen seeing look looks looking show shows showing shown contain
contains containing contained include includes including appear appears appearing appeared exist exists visible present find
finds finding found detect detects detecting detected identify identifies recognize recognise spot notice depicted displayed
featured tell say know let please just whether if not no so then than image images picture pictures photo photos photograph
photographs pic pics snapshot shot scene file files attached jpg jpeg png webp kind kinds type types sort sorts s t`.split(
    /\s+/,
  ),
);
/** Words for whatever there is: none is asked for in particular. */
const ANYTHING = new Set(["object", "thing", "item", "something", "anything", "everything"]);
const COUNTING = new Set(["many", "number", "amount", "count", "counts", "counted", "counting", "total", "much"]);
/** A question has fewer; of the rest nothing is read. */
const MAX_WORDS = 200;

const IRREGULAR: Readonly<Record<string, string>> = {
  people: "person",
  men: "man",
  women: "woman",
  children: "child",
  mice: "mouse",
  geese: "goose",
  calves: "calf",
  wolves: "wolf",
};

const {
  same,
  below,
  above,
}: Readonly<Record<"same" | "below" | "above", Readonly<Record<string, readonly number[]>>>> = words;

/** "Of the three", "these two": how many pictures were given. */
const isOfGiven = (written: readonly string[], at: number): boolean =>
  /^(?:two|three|four|five|six|seven|eight|nine|ten|\d{1,2})$/.test(written[at] ?? "") &&
  /^(?:the|these|those|all)$/.test(written[at - 1] ?? "");

/** Reads a question for things that a detector knows: "How many puppies are there?" asks for dogs. */
export function readThingsAsked(question: string): ThingsAsked {
  const written =
    question
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  const things: AskedThing[] = [];
  const others: string[] = [];
  for (let at = 0; at < written.length; ) {
    const [word = "", next] = [written[at], written[at + 1]];
    const pair = next === undefined ? null : thingNamed(`${word} ${next}`);
    const thing = pair ?? thingNamed(word);
    if (thing) {
      if (thing.kinds.length > 0 && !things.some(({ kinds }) => kinds.join() === thing.kinds.join()))
        things.push(thing);
    } else if (!ASKING.has(word) && !isOfGiven(written, at)) others.push(word);
    at += pair ? 2 : 1;
  }
  return { things, others, asksHowMany: written.some((word) => COUNTING.has(word)) };
}

/** Null for what the detector does not know; without kinds for "things". */
function thingNamed(written: string): AskedThing | null {
  for (const name of singulars(written)) {
    if (ANYTHING.has(name)) return { asked: written, kinds: [], relation: "group" };
    if (COCO_NAMES.includes(name)) return { asked: written, kinds: [name], relation: "same" };
    // What everybody asks with is no thing: "number", "scene", "shot".
    if (ASKING.has(name)) return null;
    for (const [table, relation] of [
      [same, "same"],
      [below, "kind"],
      [above, "group"],
    ] as const) {
      const places = Object.hasOwn(table, name) ? table[name] : undefined;
      const kinds = places?.flatMap((place) => COCO_NAMES[place] ?? []) ?? [];
      if (kinds.length > 0) return { asked: written, kinds, relation };
    }
  }
  return null;
}

/** A word, and what it may be the plural of, likeliest first. */
function singulars(written: string): readonly string[] {
  const start = written.slice(0, written.lastIndexOf(" ") + 1);
  const last = written.slice(start.length);
  const endings = [
    [/ies$/, "y"],
    [/ves$/, "fe"],
    [/(?<=s|x|z|ch|sh)es$/, ""],
    [/(?<=[^s])s$/, ""],
  ] as const;
  const regular = endings.flatMap(([ending, singular]) => (ending.test(last) ? [last.replace(ending, singular)] : []));
  const irregular = Object.hasOwn(IRREGULAR, last) ? [IRREGULAR[last] ?? last] : [];
  return [...irregular, last, ...regular].map((one) => start + one);
}
