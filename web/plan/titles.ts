import type { WireTask } from "../../src/client/client.ts";
import { type TitleSource, titlesOf } from "../../src/domain/task-titles.ts";
import { readSources } from "../values/references.ts";
import { shownName } from "../values/words.ts";

export { numberOf } from "../../src/domain/plan.ts";

/** What the titles of a plan that is being edited are made of; nothing as long as it is not known. */
export interface TitleParts {
  readonly types: ReadonlyMap<string, { readonly description: string }>;
  readonly files: readonly { readonly id: string; readonly name: string }[];
}

/** The titles of a plan that the server has not seen, as it would tell them. */
export const titlesOfDraft = (tasks: readonly WireTask[], { types, files }: TitleParts): ReadonlyMap<number, string> =>
  titlesOf(
    tasks.map(({ id, task, args }) => ({
      ...{ id, type: task },
      args: Object.fromEntries(
        Object.entries(args).map(([port, written]) => [
          port,
          readSources(written).map((source): TitleSource => {
            if (source.from === "address") return { from: "file", name: source.url };
            if (source.from !== "file") return source;
            return { from: "file", name: shownName(files.find(({ id }) => id === source.id)?.name ?? "a file") };
          }),
        ]),
      ),
    })),
    (type) => types.get(type)?.description,
  );
