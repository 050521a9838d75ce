/** The id of the field in which a request or a goal is written; a view has one. */
export const WRITING_FIELD = "writing";
