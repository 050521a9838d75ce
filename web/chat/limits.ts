export {
  MAX_ATTACHED_RESOURCES as MAX_FILES,
  MAX_MESSAGE_CHARS,
  MAX_TITLE_CHARS,
} from "../../src/domain/conversation.ts";
export { MAX_GOAL_CHARS } from "../../src/domain/goal/policy.ts";
export { MAX_RESOURCE_BYTES as MAX_FILE_BYTES } from "../../src/domain/resources.ts";

/** Uncompressed, five minutes of one channel stay well below what a file may hold. */
export const MAX_RECORDING_MS = 5 * 60_000;
