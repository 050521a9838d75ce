export { MAX_CANDIDATES } from "./cast-task.ts";
export { contradictionIn } from "./contradictions.ts";
export { type Selected, satisfying, selectModels } from "./select.ts";
