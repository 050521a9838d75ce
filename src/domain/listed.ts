/** "a, b and c" */
export const listed = (items: readonly string[], before: "and" | "or" = "and"): string =>
  items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${before} ${items.at(-1)}`;
