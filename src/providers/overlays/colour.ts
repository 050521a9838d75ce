/** Eight bits each. */
export type Colour = readonly [red: number, green: number, blue: number];
