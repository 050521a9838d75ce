import * as z from "zod";
import { variable } from "./variables.ts";

/** The variables that say what is logged. */
export const logVariables = {
  LOGS: variable.pipe(z.enum(["on", "off"]).default("on")),
};

export interface LogsConfig {
  /** Whether a line is logged for each stage, task and run that ends. */
  readonly isOn: boolean;
}

export const toLogs = ({ LOGS }: z.output<z.ZodObject<typeof logVariables>>): LogsConfig => ({ isOn: LOGS === "on" });

export const LOGS_ADVICE: Readonly<Record<keyof typeof logVariables, string>> = {
  LOGS: 'set it to "off" for no line per stage, task and run, or leave it out',
};
