/** Hooks as the help shows them: a test posts each to the server. */
export const HOOK_EXAMPLES = [
  'hooks add --source github --template "Summarize {{body.issue.body}} and classify its sentiment"',
  'hooks add --source slack --template "Summarize {{body.text}}" --secret SLACK_SIGNING_SECRET',
] as const;
