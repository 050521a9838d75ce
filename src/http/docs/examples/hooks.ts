import { answer, HOOK, json, NO_BODY, ORIGIN, type RouteExamples, RUN } from "./example.ts";

const SETTINGS = {
  name: "triage",
  source: "shared-secret",
  template: "Summarize {{body.issue.body}} and classify its sentiment",
  only: { "body.action": ["opened"] },
};
const SECRET = "an example of a secret";
const NEW_SECRET = "another example of one";

const VIEW = {
  ...SETTINGS,
  id: HOOK,
  url: `${ORIGIN}/hooks/${HOOK}`,
  header: "x-hook-secret",
  resources: [],
  missing: "refuse",
  choices: {},
  conversationKey: null,
  plan: null,
  budget: { timeMs: 1800000, onExhausted: "answer" },
  webhook: null,
  keyId: "0000002a",
  createdAt: "2026-11-22T06:20:43.646Z",
};

export const HOOK_EXAMPLES: RouteExamples = {
  createHook: {
    body: json({ ...SETTINGS, secret: SECRET }),
    answer: answer({ ...VIEW, secret: SECRET }, 201),
  },
  listHooks: { answer: answer({ hooks: [VIEW] }) },
  readHook: { parameters: { id: HOOK }, answer: answer(VIEW) },
  rotateHookSecret: {
    parameters: { id: HOOK },
    body: json({ secret: NEW_SECRET, overlapSeconds: 3600 }),
    answer: answer({ ...VIEW, secret: NEW_SECRET }),
  },
  receiveHook: {
    parameters: { id: HOOK, "X-Hook-Secret": SECRET, "Idempotency-Key": "delivery-1" },
    body: json({ action: "opened", issue: { number: 7, body: "The app crashes whenever I open a large file." } }),
    answer: answer({ status: "accepted", run: RUN }, 202),
  },
  deleteHook: { parameters: { id: HOOK }, answer: NO_BODY },
};
