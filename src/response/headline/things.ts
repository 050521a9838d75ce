import { type AskedThings, labelMeant, readAskedThings } from "../../words/asked-things.ts";
import { counted, listed, plural } from "../../words/nouns.ts";
import type { WordVectors } from "../../words/vectors.ts";
import { percent, type ResultThat, resultsThat, sourceName, type Tell } from "./told.ts";

type Picture = ResultThat<"objects">;
type Objects = Picture["objects"];

/** The things found in one picture, of those that were asked for. */
interface Found {
  readonly picture: Picture;
  readonly objects: Objects;
}

/** How many of what there are, over all pictures: "In b.jpg and c.jpg there are zebras, 5 in all: 2 in b.jpg and 3 in c.jpg." */
export const thingsTold: Tell = (request, results, vectors) => {
  const pictures = resultsThat(results, "objects");
  if (pictures.length === 0) return null;
  return { text: tell(readAskedThings(request), pictures, vectors), tells: pictures };
};

function tell(asked: AskedThings | null, pictures: readonly Picture[], vectors: WordVectors | null): string {
  const [thing, other] = asked?.things ?? [];
  if (!asked || thing === undefined) return everything(pictures);
  const labels = [...new Set(pictures.flatMap((one) => [...(one.vocabulary ?? []), ...one.objects.map(labelOf)]))];
  const label = labelMeant(thing, labels, vectors);
  const isAllKnown = pictures.every(({ vocabulary }) => vocabulary !== null);
  if (label === null && isAllKnown) return unknown(thing, labels.length, pictures);
  if (asked.form === "more" && other !== undefined) {
    const all = pictures.flatMap(({ objects }) => objects);
    return comparison([thing, of(all, label).length], [other, of(all, labelMeant(other, labels, vectors)).length]);
  }
  const found = pictures.map((picture) => ({ picture, objects: of(picture.objects, label) }));
  const [only, second] = found;
  return only && !second ? inOne(thing, only.objects, asked) : inSeveral(thing, found);
}

const labelOf = ({ label }: Objects[number]): string => label;

const of = (objects: Objects, label: string | null): Objects => objects.filter((object) => object.label === label);

/** "3 objects: 2 dogs and 1 cat." */
function everything(pictures: readonly Picture[]): string {
  const all = pictures.flatMap(({ objects }) => objects);
  if (all.length === 0) return "Nothing was found that the model knows.";
  const total = counted("object", all.length);
  if (pictures.length === 1) return `${total}: ${kinds(all)}.`;
  const each = pictures.map((one) => `${nameOf(one)} has ${one.objects.length === 0 ? "none" : kinds(one.objects)}`);
  return `${total} in all: ${each.join("; ")}.`;
}

/** The kinds of things, the most frequent first. */
const kinds = (objects: Objects): string =>
  listed(
    [...Map.groupBy(objects, labelOf)]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([label, { length }]) => counted(label, length)),
  );

const unknown = (thing: string, known: number, pictures: readonly Picture[]): string =>
  `“${thing}” is none of the ${known} kinds of thing that the model knows, so this is not settled. It found: ${everything(pictures)}`;

function inOne(thing: string, objects: Objects, { form }: AskedThings): string {
  const [first] = objects;
  const isWhether = form === "presence";
  if (!first) return `${isWhether ? "No: none of “" : "None of “"}${thing}” was found.`;
  return `${isWhether ? "Yes: " : ""}${counted(first.label, objects.length)}${sureness(objects)}.`;
}

function inSeveral(thing: string, found: readonly Found[]): string {
  const having = found.filter(({ objects }) => objects.length > 0);
  const [first, second] = having;
  const label = first?.objects[0]?.label;
  if (!first || label === undefined) return `In none of the ${found.length} pictures was any of “${thing}” found.`;
  const names = listed(having.map(({ picture }) => nameOf(picture)));
  const total = having.reduce((sum, { objects }) => sum + objects.length, 0);
  if (!second) {
    const are = total === 1 ? "is" : "are";
    return `In ${names} there ${are} ${counted(label, total)}${sureness(first.objects)}, in the others none.`;
  }
  const each = having.map(({ picture, objects }) => `${objects.length} in ${nameOf(picture)}${sureness(objects)}`);
  return `In ${names} there are ${plural(label)}, ${total} in all: ${listed(each)}.`;
}

function comparison([one, ofOne]: readonly [string, number], [other, ofOther]: readonly [string, number]): string {
  if (ofOne === ofOther) return `As many ${one} as ${other}: ${ofOne}.`;
  const [more, less] =
    ofOne > ofOther ? [`${one} (${ofOne})`, `${other} (${ofOther})`] : [`${other} (${ofOther})`, `${one} (${ofOne})`];
  return `More ${more} than ${less}.`;
}

const nameOf = (picture: Picture): string => sourceName(picture, "the picture");

/** More scores say no more. */
const MAX_SCORES = 3;

/** " (91% and 64% sure)", " (51% to 97% sure)"; empty where the model gives no scores. */
function sureness(objects: Objects): string {
  const scores = objects.flatMap(({ score }) => (score === null ? [] : [score])).toSorted((a, b) => b - a);
  const [best, worst] = [scores[0], scores.at(-1)];
  if (best === undefined || worst === undefined) return "";
  const told = scores.length <= MAX_SCORES ? listed(scores.map(percent)) : `${percent(worst)} to ${percent(best)}`;
  return ` (${told} sure)`;
}
