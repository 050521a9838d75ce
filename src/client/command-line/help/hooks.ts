import { COMMON, PROGRAM } from "./parts.ts";

export const HOOKS_HELP = `Sees to inbound webhooks: what others post to their addresses becomes requests.

  ${PROGRAM} hooks list          those that there are
  ${PROGRAM} hooks show ID       one of them
  ${PROGRAM} hooks add           another; its address and its secret are printed, the secret this once
  ${PROGRAM} hooks rotate ID     another secret; the one before stays good for a day
  ${PROGRAM} hooks remove ID     its address is gone at once; the runs that it made stay

What \`add\` takes; a hook is never changed afterwards but for its secret
      --source NAME     who sends: github, slack, standard (Standard Webhooks) or shared-secret
      --template TEXT   the request; {{body.issue.title}} stands for a field of what is sent
      --name NAME       for yourself
      --secret VARIABLE what deliveries are signed with, taken out of this environment variable; also for \`rotate\`.
                        Slack's must be given, any other is made by the server
      --from FILE       any other part: a JSON object, as POST /v1/hooks takes it

Examples
  ${PROGRAM} hooks add --source github --template "Summarize {{body.issue.body}} and classify its sentiment"
  ${PROGRAM} hooks add --source slack --template "Summarize {{body.text}}" --secret SLACK_SIGNING_SECRET
  ${PROGRAM} hooks add --from my-hook.json --json | jq -r .url

${COMMON}`;
