/** A character that is escaped acts no more. */
const ESCAPED = /\\[!-/:-@[-`{-~]/g;
/** Links that our own answers have. */
const OWN_LINK = /\[[^[\]\n]*\]\(\/v1\/resources\/[^()\s]+\)/g;
/** Code shows what is in it. */
const CODE_SPAN = /`[^`\n]+`/g;

/** What would act in Markdown beside our own links: links, pictures, tags, entities, and what readers make links of. */
const ACTING: readonly RegExp[] = [
  /[[\]`]|~~~/,
  /<[a-z/!?]/i,
  /&(?:#|\w+;)/,
  /[a-z][\w+.-]*:\/\//i,
  /\bwww\.\w/i,
  /\b(?:javascript|vbscript|data|blob|file|mailto):[\w/]/i,
  /\w@\w+\.\w/,
  /[\u200b\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u,
];

/** Everything in an answer in words that a reader's program would follow, load or run. */
export function actingIn(markdown: string): readonly string[] {
  const rest = markdown.replaceAll(ESCAPED, " ").replaceAll(OWN_LINK, " ").replaceAll(CODE_SPAN, " ");
  return ACTING.flatMap((acting) => acting.exec(rest)?.[0] ?? []);
}
