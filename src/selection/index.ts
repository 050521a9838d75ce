export { type ComparableFigures, choose, figuresMeant, figuresOf } from "./benchmark.ts";
export { contradictionIn } from "./contradictions.ts";
export { factsInWords } from "./explain.ts";
export { isLicenceName, isUnder, isUnknown } from "./licences.ts";
export { MAX_CANDIDATES, type Selected, selectModels, type Terms } from "./select.ts";
