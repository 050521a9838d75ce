/** What words of a request may restrict; `doubt` is for what no constraint says. */
export const TAGS = [
  "licence+",
  "licence-",
  "provider+",
  "provider-",
  "model+",
  "model-",
  "local",
  "size<",
  "size>",
  "smallest",
  "largest",
  "cheapest",
  "ungated",
  "free",
  "benchmark",
  "price",
  "latency",
  "usd",
  "time",
  "tasks",
  "calls",
  "language",
  "doubt",
] as const;
export type Tag = (typeof TAGS)[number];

export const isTag = (word: string): word is Tag => TAGS.some((tag) => tag === word);
