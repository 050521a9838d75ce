import type { TaskResult } from "../results.ts";

/** What one kind of headline says, and the results of which it says everything but their files. */
export interface Told {
  /** Plain text, which may hold words of users and models. */
  readonly text: string;
  readonly tells: readonly TaskResult[];
}

/** Null where these results say no more together than each does by itself. */
export type Tell = (request: string, results: readonly TaskResult[]) => Told | null;

/** Results of one form. */
export type ResultThat<Is extends TaskResult["is"]> = Extract<TaskResult, { readonly is: Is }>;

export const resultsThat = <Is extends TaskResult["is"]>(
  results: readonly TaskResult[],
  is: Is,
): readonly ResultThat<Is>[] => results.filter((result): result is ResultThat<Is> => result.is === is);

/** What a result tells of, by its name; `otherwise` where it tells of no file. */
export const sourceName = ({ sources: [source] }: TaskResult, otherwise: string): string => source?.name ?? otherwise;
