/** Wrong usage; the message says what, and what would be right. */
export class UsageError extends Error {}
