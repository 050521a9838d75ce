import type { AppError } from "../src/domain/errors.ts";
import { DataError } from "./suite.ts";

/** Enough to outlast a short disturbance; the rest of a benchmark would only cost time and money. */
export const MAX_FAILURES_IN_A_ROW = 20;

/** Counts failing calls, and gives up when one follows the other. */
export interface Patience {
  succeeded(): void;
  /** @throws {DataError} after too many in a row, with what the last said. */
  failed(error: AppError): void;
}

export function createPatience(): Patience {
  let inARow = 0;
  return {
    succeeded: () => {
      inARow = 0;
    },
    failed: ({ code, message }) => {
      inARow++;
      if (inARow === MAX_FAILURES_IN_A_ROW) {
        throw new DataError(`${inARow} calls in a row failed, the last with ${code}: ${message}`);
      }
    },
  };
}
