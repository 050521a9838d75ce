/**
 * An answer is given from this probability of being right: a wrong one costs three questions left open, so that it has to be
 * right twice as often as wrong.
 */
export const WORTH_SAYING = 2 / 3;
