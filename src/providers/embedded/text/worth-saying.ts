/**
 * A table's answer is given from this probability of being right: a wrong one costs three questions left open, so that it
 * has to be right twice as often as wrong.
 */
export const WORTH_SAYING = 2 / 3;

/**
 * A text's from where it is as likely right as wrong: it is said how sure it is, and it stands beside its sentence. What
 * more would cost `npm run evaluate -- answers` prints: the demo's sender is 58 % sure.
 */
export const AS_LIKELY_AS_NOT = 0.5;
