import { AppError } from "../../../domain/errors.ts";
import { listed as inList } from "../../../domain/listed.ts";
import { plural } from "../../../words/nouns.ts";
import { surenessOf } from "../../../words/sureness.ts";
import { COCO_NAMES } from "../../../words/things/coco.ts";
import { countOf } from "../../../words/things/count.ts";
import { type AskedThing, readThingsAsked, type ThingsAsked } from "../../../words/things/index.ts";
import { oneInput } from "../../inputs.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { type CountedObject, findObjects } from "./detect/find-objects.ts";

const MAX_QUESTION_BYTES = 4096;

/**
 * Answers whether things are in a picture, and how many, by a detector of 80 kinds of thing. Any other question is refused
 * before the picture is looked at.
 */
export const expert: EmbeddedExpert = {
  async run(call, surroundings) {
    const question = (await oneInput(call.inputs, "question").text(MAX_QUESTION_BYTES)).trim();
    const asked = readThingsAsked(question);
    checkAnswerable(asked);
    const { image, objects } = await findObjects(call, surroundings);
    const meant = asked.things.length === 0 ? objects : objects.filter(({ label }) => isMeant(label, asked.things));
    const kinds = asked.things.filter(({ relation }) => relation === "kind");
    return {
      outputs: {
        answer: { as: "text", text: answerOf(asked, objects) },
        labels: { as: "data", data: meant.map(({ label, score }) => ({ label, score })) },
      },
      notes: [
        ...image.notes,
        ...kinds.map((thing) => `The detector knows ${listed(thing)}, and does not tell “${thing.asked}” from others.`),
      ],
    };
  },
};

/** @throws {AppError} `unsupported-input` for a question that asks for anything but things that the detector knows */
function checkAnswerable({ others }: ThingsAsked): void {
  if (others.length === 0) return;
  const words = [...new Set(others)].slice(0, 5).map((word) => `“${word.slice(0, 40)}”`);
  throw new AppError(
    "unsupported-input",
    `This small detector knows ${COCO_NAMES.length} kinds of thing, and says only which of them are in a picture and how many; it knows nothing of ${words.join(", ")}. Other questions take a model for questions about pictures, of Hugging Face, Workers AI or a server with OpenAI's API.`,
  );
}

const isMeant = (label: string, things: readonly AskedThing[]): boolean =>
  things.some(({ kinds }) => kinds.includes(label));

/** "Yes: 2 dogs.", "No cats were found."; "1 cup (probably). No spoons were found." where only some of what is asked for is there. */
export function answerOf({ things, asksHowMany }: ThingsAsked, objects: readonly CountedObject[]): string {
  if (things.length === 0) return objects.length === 0 ? "Nothing was found in the image." : `${inWords(objects)}.`;
  const isThere = ({ kinds }: AskedThing): boolean => objects.some(({ label }) => kinds.includes(label));
  const isYes = !asksHowMany && things.every(isThere);
  return things
    .map((thing) => {
      const found = objects.filter(({ label }) => thing.kinds.includes(label));
      if (found.length > 0) return `${isYes ? "Yes: " : ""}${totalOf(thing, found)}${inWords(found)}.`;
      return asksHowMany ? `0 ${listed(thing)}.` : `No ${listed(thing)} were found.`;
    })
    .join(" ");
}

/** "2 dogs (1 of them probably) and 1 cat", most of it first. */
const inWords = (objects: readonly CountedObject[]): string =>
  inList(
    [...Map.groupBy(objects, ({ label }) => label)]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .map(([label, all]) => `${countOf(all, label)}${surenessOf(all.map(({ score }) => score))}`),
  );

/** "3 animals: ", before their kinds; nothing where only one kind was found. */
function totalOf({ asked, relation }: AskedThing, found: readonly CountedObject[]): string {
  const kinds = new Set(found.map(({ label }) => label));
  return relation === "group" && kinds.size > 1 ? `${countOf(found)} ${asked}: ` : "";
}

/** "dogs"; "animals" for a group. */
const listed = ({ asked, kinds, relation }: AskedThing): string =>
  relation === "group" ? asked : kinds.map(plural).join(" or ");
