import { UsageError } from "./usage-error.ts";

/** @throws {UsageError} for what is no such number @param takes in words, for who gave another */
export function readNumber(
  option: string,
  given: string,
  takes: string,
  isOne: (value: number) => boolean = (value) => value >= 0,
): number {
  const value = given.trim() === "" ? Number.NaN : Number(given);
  if (Number.isFinite(value) && isOne(value)) return value;
  throw new UsageError(`--${option} takes ${takes}, not "${given}"`);
}

/** How many, from 1 on; undefined where nothing was said. @throws {UsageError} */
export const readCount = (option: string, given: string | undefined, most: number): number | undefined =>
  given === undefined
    ? undefined
    : readNumber(
        option,
        given,
        `a whole number from 1 to ${most}`,
        (value) => Number.isSafeInteger(value) && value >= 1 && value <= most,
      );
