/** When everything begins for the doubles of the Durable Objects. */
export const START_AT = Date.UTC(2026, 10, 1, 12);
