import { BUILT_IN_TASK_TYPES, type TaskType } from "../../domain/task-types/index.ts";
import type { ChatTask } from "./chat-task.ts";
import { CLASSIFICATION_TASKS } from "./classification.ts";
import { QUESTION_TASKS } from "./questions.ts";
import { SEEING_TASKS } from "./seeing.ts";
import { tokenClassification } from "./token-classification.ts";
import { ownTask, WRITING_TASKS } from "./writing.ts";

const TASKS: ReadonlyMap<string, ChatTask> = new Map(
  Object.entries({
    ...WRITING_TASKS,
    ...CLASSIFICATION_TASKS,
    ...QUESTION_TASKS,
    ...SEEING_TASKS,
    "token-classification": tokenClassification,
  }),
);

const BUILT_IN: ReadonlySet<string> = new Set(BUILT_IN_TASK_TYPES.map(({ name }) => name));

/** The instructions by which a chat or vision-language model does a task type; null where there are none. */
export const chatTaskFor = (type: TaskType): ChatTask | null =>
  TASKS.get(type.name) ?? (BUILT_IN.has(type.name) ? null : ownTask(type));
