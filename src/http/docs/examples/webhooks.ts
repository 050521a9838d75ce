import { answer, DELIVERY, json, NO_BODY, type RouteExamples, RUN, WEBHOOK, WEBHOOK_URL } from "./example.ts";

const EVENTS = ["run.succeeded", "run.partial", "run.failed"];

const VIEW = {
  id: WEBHOOK,
  url: WEBHOOK_URL,
  description: "Tells the shop",
  events: EVENTS,
  createdAt: "2026-11-22T06:20:43.646Z",
  oldSecretUntil: null,
  disabled: null,
};
const SECRET = `whsec_${"AbCd".repeat(10)}Efg=`;
const NEW_SECRET = `whsec_${"DcBa".repeat(10)}Gfe=`;

const PARKED = {
  id: DELIVERY,
  run: RUN,
  type: "run.succeeded",
  state: "parked",
  webhook: WEBHOOK,
  url: null,
  at: "2026-11-22T06:20:44.033Z",
  tries: 8,
  nextTryAt: null,
  endedAt: "2026-11-23T10:11:02.517Z",
  lastStatus: 503,
  lastError: "The receiver answered 503",
};

export const WEBHOOK_EXAMPLES: RouteExamples = {
  addWebhook: {
    body: json({ url: WEBHOOK_URL, description: "Tells the shop", events: EVENTS }),
    answer: answer({ ...VIEW, secret: SECRET }, 201),
  },
  listWebhooks: { answer: answer({ webhooks: [VIEW] }) },
  readWebhook: { parameters: { id: WEBHOOK }, answer: answer(VIEW) },
  rotateWebhook: {
    parameters: { id: WEBHOOK },
    body: json({}),
    answer: answer({ ...VIEW, oldSecretUntil: "2026-11-24T06:20:43.646Z", secret: NEW_SECRET }),
  },
  enableWebhook: { parameters: { id: WEBHOOK }, answer: answer(VIEW) },
  removeWebhook: { parameters: { id: WEBHOOK }, answer: NO_BODY },
  listParkedDeliveries: { parameters: { state: "parked" }, answer: answer({ deliveries: [PARKED], next: null }) },
  listRunDeliveries: {
    parameters: { id: RUN, state: "delivered" },
    answer: answer({
      deliveries: [
        {
          ...PARKED,
          state: "delivered",
          tries: 1,
          endedAt: "2026-11-22T06:20:44.121Z",
          lastStatus: 204,
          lastError: null,
        },
      ],
      next: null,
    }),
  },
  replayDelivery: {
    parameters: { id: DELIVERY },
    answer: answer(
      {
        ...PARKED,
        state: "pending",
        tries: 0,
        nextTryAt: "2026-11-23T11:00:00.000Z",
        endedAt: null,
        lastStatus: null,
        lastError: null,
      },
      202,
    ),
  },
};
