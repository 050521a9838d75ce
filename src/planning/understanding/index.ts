/** The parts of a request, told from the plan that was made of it. */
export { partsOf } from "./parts.ts";
