/** In UTF-16 units: 16 MB at most of an isolate's 128. Competition files of the usual domains have less than one. */
export const MAX_TEXT_LENGTH = 8_000_000;

/** Parentheses and words. Their table takes 12 bytes each, the tree of the densest text some 100 more. */
export const MAX_TOKENS = 1_000_000;

/** Parentheses open at once. Parsing recurses, and so will readers of formulas, on a stack of about 1 MB. */
export const MAX_NESTING = 500;

/** Subtypes are looked up in tables that grow with the square of it: 250 KB here. */
export const MAX_TYPES = 1_000;

/** Types of one `either`. Checking an argument may compare each with each. */
export const MAX_ALTERNATIVES = 32;

/** Variables visible at one place: grounding is hopeless long before. */
export const MAX_VISIBLE_VARIABLES = 200;

/** Variables that one effect is quantified over. Each `forall` lists anew those around it: at most 32 MB in a text. */
export const MAX_EFFECT_VARIABLES = 32;
