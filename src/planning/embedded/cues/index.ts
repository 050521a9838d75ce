import type { CueTable } from "./cue.ts";
import { LANGUAGE_CUES } from "./language.ts";
import { MEDIA_CUES } from "./media.ts";
import { VISION_CUES } from "./vision.ts";

export { CONTROLS, type Control } from "./vision.ts";

/** What speaks for each task type. Types that answer questions are not here: `questions.ts` tells those by grammar. */
export const CUES: CueTable = { ...LANGUAGE_CUES, ...VISION_CUES, ...MEDIA_CUES };
