/** The smallest part R2 accepts in a multipart upload, and so the most that is held in memory of one file. */
export const PART_BYTES = 5 * 1024 * 1024;
