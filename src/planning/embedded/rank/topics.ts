/**
 * What a message that is for no task may be about. The ranker is trained to tell them apart, by the field `about` of its
 * training rows.
 */
export const TOPICS = [
  "greeting",
  "thanks",
  "farewell",
  "chat",
  "complaint",
  "yes",
  "no",
  "undo",
  /** What can you do? Can you do this? */
  "abilities",
  "ability",
  "formats",
  "limits",
  "languages",
  "privacy",
  "cost",
  "key",
  "model",
  "upload",
  "how",
  /** How what was sent is removed. */
  "delete",
  /** Without the internet; on a machine of one's own. */
  "offline",
  /** How long a request takes. */
  "speed",
  /** Who may use it together, at the same time. */
  "sharing",
  /** Acts outside of the conversation: to send, to book, to switch on. */
  "deed",
  /** What only somebody knows who looks it up: weather, news, prices of today. */
  "now",
] as const;
export type Topic = (typeof TOPICS)[number];
