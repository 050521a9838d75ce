/** pdf.js as unpdf packs it for Workers, with a meter, as `npm run build:assets` makes it. */
declare module "#pdfjs" {
  export * from "unpdf/pdfjs";
  export const meter: {
    /** Called where nothing is left, once for each step that is tried nevertheless. */
    onSpent: (() => void) | null;
    /** Says how many steps may be done from now on; some thousand million where it is left out. */
    refuel(steps?: number): void;
  };
}
