import { counted, listed, plural } from "../../words/nouns.ts";
import type { AskedThing } from "../../words/things/index.ts";
import { type AskedOfPictures, readAskedOfPictures } from "../../words/things/request.ts";
import { percent } from "../markdown.ts";
import { type ResultThat, resultsThat, sourceName, type Tell } from "./told.ts";

type Picture = ResultThat<"objects">;
type Objects = Picture["objects"];

/** Over all pictures: "In b.jpg and c.jpg there are zebras, 5 in all: 2 in b.jpg and 3 in c.jpg." */
export const thingsTold: Tell = (request, results) => {
  const pictures = resultsThat(results, "objects");
  if (pictures.length === 0) return null;
  const asked = readAskedOfPictures(request);
  const text = asked ? reply(asked, pictures) : everythingIn(pictures);
  return { text: text.replace(/^at least/, "At least"), tells: pictures };
};

function reply({ form, things, others }: AskedOfPictures, pictures: readonly Picture[]): string {
  const quoted = others.map((word) => `“${word}”`);
  if (things.length === 0) {
    return quoted.length === 0
      ? everythingIn(pictures)
      : `Not settled: the model does not know ${listed(quoted)}. It found: ${everythingIn(pictures)}`;
  }
  const [one, other] = things;
  const counts =
    form === "more" && one && other
      ? comparison(one, other, pictures)
      : things.map((thing) => findings(thing, form, pictures)).join(" ");
  const besides = quoted.length === 0 ? "" : ` What of them is ${listed(quoted)}, the model does not tell.`;
  return counts + things.map(unlike).join("") + besides;
}

/** " It does not tell “puppies” from other dogs." */
const unlike = ({ asked, kinds, relation }: AskedThing): string =>
  relation === "kind" ? ` The model does not tell “${asked}” from other ${listed(kinds.map(plural))}.` : "";

const of = (objects: Objects, { kinds }: AskedThing): Objects => objects.filter(({ label }) => kinds.includes(label));

/** "dogs"; "animals" for a group. */
const nameOf = ({ asked, kinds, relation }: AskedThing): string =>
  relation === "group" ? asked : listed(kinds.map(plural));

function findings(thing: AskedThing, form: AskedOfPictures["form"], pictures: readonly Picture[]): string {
  const having = pictures
    .map((picture) => ({ picture, objects: of(picture.objects, thing) }))
    .filter(({ objects }) => objects.length > 0);
  const all = having.flatMap(({ objects }) => objects);
  const isWhether = form === "presence";
  const where = pictures.length === 1 ? "" : ` in any of the ${pictures.length} pictures`;
  const [first, second] = having;
  if (!first) return `${isWhether ? "No: no" : "No"} ${nameOf(thing)} were found${where}.`;
  const yes = isWhether ? "Yes: " : "";
  if (pictures.length === 1) return `${yes}${kindsOf(all)}${sureness(all)}.`;
  const place = pictureName(first.picture);
  if (!second) return `${yes}${kindsOf(all)}${sureness(all)} in ${place}, none in the others.`;
  const each = having.map(({ picture, objects }) => `${objects.length} in ${pictureName(picture)}${sureness(objects)}`);
  const names = listed(having.map(({ picture }) => pictureName(picture)));
  return `${yes}${isWhether ? "in" : "In"} ${names} there are ${nameOf(thing)}, ${all.length} in all: ${listed(each)}.`;
}

function comparison(one: AskedThing, other: AskedThing, pictures: readonly Picture[]): string {
  const all = pictures.flatMap(({ objects }) => objects);
  const [ofOne, ofOther] = [of(all, one).length, of(all, other).length];
  if (ofOne === ofOther) return `As many ${nameOf(one)} as ${nameOf(other)}: ${ofOne}.`;
  const [more, less] = [`${nameOf(one)} (${ofOne})`, `${nameOf(other)} (${ofOther})`];
  return ofOne > ofOther ? `More ${more} than ${less}.` : `More ${less} than ${more}.`;
}

/** "3 objects: 2 dogs and 1 cat." */
function everythingIn(pictures: readonly Picture[]): string {
  const all = pictures.flatMap(({ objects }) => objects);
  if (all.length === 0) return "Nothing was found that the model knows.";
  const total = counted("object", all.length);
  if (pictures.length === 1) return `${total}: ${kindsOf(all)}.`;
  const each = pictures.map(
    (one) => `${pictureName(one)} has ${one.objects.length === 0 ? "none" : kindsOf(one.objects)}`,
  );
  return `${total} in all: ${each.join("; ")}.`;
}

/** "2 dogs and 1 cat", the most frequent kind first. */
const kindsOf = (objects: Objects): string =>
  listed(
    [...Map.groupBy(objects, ({ label }) => label)]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([label, { length }]) => `${atLeast(objects, label)}${counted(label, length)}`),
  );

/** Before the count of a kind of which more were seen less surely. */
const atLeast = (objects: Objects, label: string): string =>
  objects.some((one) => one.label === label && (one.fainter ?? 0) > 0) ? "at least " : "";

const pictureName = (picture: Picture): string => sourceName(picture, "the picture");

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
