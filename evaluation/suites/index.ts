import type { Suite } from "../suite.ts";
import { TASKBENCH } from "./taskbench/index.ts";

/** All suites, by the name they are called by. */
export const SUITES: Readonly<Record<string, Suite>> = { taskbench: TASKBENCH };
