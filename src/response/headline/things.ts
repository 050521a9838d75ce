import { listed } from "../../domain/listed.ts";
import { plural, withArticle } from "../../words/nouns.ts";
import { surenessOf } from "../../words/sureness.ts";
import { countOf } from "../../words/things/count.ts";
import type { AskedThing } from "../../words/things/index.ts";
import { type AskedOfPictures, readAskedOfPictures } from "../../words/things/request.ts";
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

function reply({ form, things, others, isEither }: AskedOfPictures, pictures: readonly Picture[]): string {
  const quoted = others.map((word) => `“${word}”`);
  if (things.length === 0) {
    return quoted.length === 0
      ? everythingIn(pictures)
      : `The model does not know ${listed(quoted)}. It found: ${everythingIn(pictures)}`;
  }
  const found = things.filter((thing) => pictures.some(({ objects }) => of(objects, thing).length > 0));
  const isSome = found.length > 0 && found.length < things.length;
  const [one, other] = things;
  const counts =
    form === "more" && one && other
      ? comparison(one, other, pictures)
      : form === "presence" && isEither && isSome
        ? found.map((thing) => whatItIs(thing, pictures)).join(" ")
        : // Of a cup and a spoon of which one is there, neither yes nor no is true.
          things.map((thing) => findings(thing, form === "presence" && isSome ? "count" : form, pictures)).join(" ");
  const besides = quoted.length === 0 ? "" : ` What of them is ${listed(quoted)}, the model does not tell.`;
  return counts + things.map(unlike).join("") + besides;
}

/** "A cat.", to whether it is a cat or a dog. */
function whatItIs(thing: AskedThing, pictures: readonly Picture[]): string {
  const [only, ...rest] = pictures.flatMap(({ objects }) => of(objects, thing));
  if (!only || rest.length > 0 || only.fainter) return findings(thing, "count", pictures);
  return `${withArticle(only.label)}${sureness([only])}.`.replace(/^./, (first) => first.toUpperCase());
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
  const each = having.map(
    ({ picture, objects }) => `${countOf(objects)} in ${pictureName(picture)}${sureness(objects)}`,
  );
  const names = listed(having.map(({ picture }) => pictureName(picture)));
  return `${yes}${isWhether ? "in" : "In"} ${names} there are ${nameOf(thing)}, ${countOf(all)} in all: ${listed(each)}.`;
}

/** "More sheep (5) than dogs (at least 2).", unless those that were seen less surely may make it otherwise. */
function comparison(one: AskedThing, other: AskedThing, pictures: readonly Picture[]): string {
  const [more, less] = [one, other]
    .map((thing) => {
      const found = pictures.map(({ objects }) => of(objects, thing));
      const all = found.flat();
      const said = `${nameOf(thing)} (${countOf(all)})`;
      return { thing, said, count: all.length, most: all.length + sum(found.map(fainterOf)) };
    })
    .toSorted((a, b) => b.count - a.count);
  if (!more || !less) return "";
  const isTie = more.count === less.count;
  if (isTie ? more.most + less.most > 2 * more.count : less.most >= more.count)
    return `Unsure whether there are more ${more.said} or ${less.said}: some were seen less surely.`;
  return isTie
    ? `As many ${nameOf(more.thing)} as ${nameOf(less.thing)}: ${more.count}.`
    : `More ${more.said} than ${less.said}.`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** How many more were seen less surely in one picture: each thing says it of its kind. */
const fainterOf = (objects: Objects): number =>
  sum([...new Map(objects.map(({ label, fainter = 0 }) => [label, fainter])).values()]);

/** "3 objects: 2 dogs and 1 cat." */
function everythingIn(pictures: readonly Picture[]): string {
  const all = pictures.flatMap(({ objects }) => objects);
  if (all.length === 0) return "Nothing was found that the model knows.";
  const total = countOf(all, "object");
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
      .map(([label, all]) => countOf(all, label)),
  );

const pictureName = (picture: Picture): string => sourceName(picture, "the picture");

const sureness = (objects: Objects): string => surenessOf(objects.map(({ score }) => score));
