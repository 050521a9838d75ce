/** What one file may hold: the platform refuses request bodies over 100 MB, form fields and boundaries included. */
export const MAX_RESOURCE_BYTES = 95 * 1024 * 1024;

/** The smallest part R2 accepts in a multipart upload, and so the most that is held in memory of one file. */
export const PART_BYTES = 5 * 1024 * 1024;
