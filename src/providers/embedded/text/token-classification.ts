import type { EmbeddedExpert } from "../expert.ts";
import type { Entity, EntityType } from "./entities/entity.ts";
import { findEntitiesInTurns } from "./entities/find-entities.ts";
import { namesByMeaning } from "./entities/name-types.ts";
import { readText } from "./input.ts";

const HEADINGS: Readonly<Record<EntityType, string>> = {
  PER: "People",
  ORG: "Organizations",
  LOC: "Places",
  DATE: "Dates",
  MONEY: "Amounts",
  EMAIL: "E-mail addresses",
};

export const expert: EmbeddedExpert = {
  async run({ inputs }, surroundings) {
    const text = await readText(inputs, "text");
    const known = await findEntitiesInTurns(text, surroundings.work);
    const others = await namesByMeaning(text, known, surroundings);
    const entities = [...known, ...others].toSorted((one, other) => one.start - other.start);
    return {
      outputs: {
        entities: { as: "data", data: entities.map(({ type, text, start, end }) => ({ type, text, start, end })) },
        text: { as: "text", text: inWords(entities) },
      },
    };
  },
};

/** One line for each type that occurs, each name once. */
function inWords(entities: readonly Entity[]): string {
  const lines = Object.entries(HEADINGS).flatMap(([type, heading]) => {
    const names = new Set(
      entities.filter((entity) => entity.type === type).map((entity) => entity.text.replace(/\s+/g, " ")),
    );
    return names.size === 0 ? [] : [`${heading}: ${[...names].join("; ")}`];
  });
  return lines.length === 0 ? "No names, dates or amounts were found in the text." : lines.join("\n");
}
