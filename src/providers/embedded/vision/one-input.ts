import { AppError } from "../../../domain/errors.ts";
import type { Inputs, InputValue } from "../../provider.ts";

/** @throws {AppError} `invalid-request` when the port has no value. */
export function oneInput(inputs: Inputs, port: string): InputValue {
  const value = inputs[port]?.[0];
  if (value === undefined) throw new AppError("invalid-request", `The task needs a value at its port "${port}".`);
  return value;
}
