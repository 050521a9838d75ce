/** Characters that nobody sees, or that turn round what stands beside them, and controls; but those that join letters or emoji. */
const HIDDEN = /[^\P{Cc}\n\t]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;

/** Words without invisible characters and with plain line breaks. */
export const visible = (words: string): string =>
  words.replaceAll(LINE_END, "\n").replaceAll(HIDDEN, "").toWellFormed();
