export { contradictionIn } from "./contradictions.ts";
export { MAX_CANDIDATES, selectionNotes, selectModels } from "./select.ts";
export { unjudged } from "./unjudged.ts";
