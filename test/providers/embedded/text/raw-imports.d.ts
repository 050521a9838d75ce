/** A file's own text, by Vite. */
declare module "*?raw" {
  const text: string;
  export default text;
}
