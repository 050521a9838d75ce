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
  /** What one may do with it, and with what it makes. */
  "licence",
  /** Who made it, who helps. */
  "maker",
  /** How sure one can be of its answers. */
  "accuracy",
  /** How programs call it. */
  "api",
  /** Where what it makes is found. */
  "results",
  /** What it knows of earlier messages. */
  "memory",
  /** Acts outside of the conversation: to send, to book, to switch on. */
  "deed",
  /** What only somebody knows who looks it up: weather, news, prices of today. */
  "now",
] as const;
export type Topic = (typeof TOPICS)[number];

/** Whether a topic is a question about the system, and neither talk nor a wish that nobody here fulfils. */
export const isAboutUs = (topic: Topic): boolean =>
  TOPICS.indexOf(topic) >= TOPICS.indexOf("abilities") && !isBeyond(topic);

/** Whether it is a wish that nobody here fulfils. */
export const isBeyond = (topic: Topic): boolean => topic === "deed" || topic === "now";
