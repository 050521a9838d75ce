export { choose, figuresMeant, figuresOf } from "./benchmark/figures.ts";
export { contradictionIn } from "./contradictions.ts";
export { isLicenceName } from "./licences/names.ts";
export { isUnder, isUnknown } from "./licences.ts";
export { type Selected, satisfying, selectModels, type Terms } from "./select.ts";
export { MAX_CANDIDATES } from "./select-task.ts";
