import type { Suite } from "../suite.ts";
import { ANSWERS } from "./answers/index.ts";
import { CHOICES } from "./choices/index.ts";
import { CONSTRAINTS } from "./constraints/index.ts";
import { DIALOGUE } from "./dialogue/index.ts";
import { GOALS } from "./goals/index.ts";
import { HUGGINGGPT } from "./hugginggpt/index.ts";
import { MUSE } from "./muse/index.ts";
import { REQUESTS } from "./requests/index.ts";
import { TASKBENCH } from "./taskbench/index.ts";

/** All suites, by the name they are called by. */
export const SUITES: Readonly<Record<string, Suite>> = {
  taskbench: TASKBENCH,
  hugginggpt: HUGGINGGPT,
  muse: MUSE,
  requests: REQUESTS,
  dialogue: DIALOGUE,
  constraints: CONSTRAINTS,
  answers: ANSWERS,
  choices: CHOICES,
  goals: GOALS,
};
