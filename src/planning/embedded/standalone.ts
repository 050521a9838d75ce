import { loadWordVectors } from "../../words/stored.ts";
import type { Controller } from "../controller.ts";
import { createEmbeddedController } from "./index.ts";

/** The embedded controller with all that it knows beside it, for scripts and tests. */
export const embeddedController: Controller = createEmbeddedController({ vectors: loadWordVectors });
