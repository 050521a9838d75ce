import { answer, CONVERSATION, EDGES, json, NO_BODY, PHOTO, type RouteExamples, RUN } from "./example.ts";
import { EDGES_FILE, PHOTO_FILE, SECOND_RUN } from "./run-views.ts";

export const CONVERSATION_EXAMPLES: RouteExamples = {
  openConversation: {
    body: json({ title: "Photos" }),
    answer: answer({ id: CONVERSATION, createdAt: "2026-11-22T06:20:50.850Z", log: [], runs: [], resources: [] }, 201),
  },
  listConversations: {
    parameters: { limit: "20" },
    answer: answer({
      conversations: [
        { id: CONVERSATION, title: "Generate a canny image of photo.jpg", createdAt: "2026-11-22T06:20:43.453Z" },
      ],
      next: null,
    }),
  },
  readConversation: {
    parameters: { id: CONVERSATION },
    answer: answer({
      id: CONVERSATION,
      createdAt: "2026-11-22T06:20:43.453Z",
      log: [
        {
          run: RUN,
          role: "user",
          text: "Generate a canny image of photo.jpg",
          resources: [PHOTO],
          at: "2026-11-22T06:20:43.453Z",
        },
        {
          run: RUN,
          role: "assistant",
          text: `**Canny control (photo.jpg):** [canny-control-0.png](/v1/resources/${EDGES})\n\nHow it was done:\n\n- canny-control: canny (embedded)\n`,
          resources: [EDGES],
          at: "2026-11-22T06:20:44.033Z",
        },
      ],
      runs: [
        {
          id: RUN,
          status: "succeeded",
          text: "Generate a canny image of photo.jpg",
          createdAt: "2026-11-22T06:20:43.453Z",
        },
      ],
      resources: [PHOTO_FILE, EDGES_FILE],
    }),
  },
  deleteConversation: { parameters: { id: CONVERSATION }, answer: NO_BODY },
  postMessage: {
    parameters: { id: CONVERSATION, Prefer: "wait=30" },
    body: json({ text: "Now make that image half as large" }),
    answer: answer(SECOND_RUN),
  },
  uploadResource: {
    parameters: { "X-Filename": "notes.txt" },
    body: { mediaType: "text/plain", value: "Bees make honey. They make it from nectar." },
    answer: answer(
      {
        ...PHOTO_FILE,
        name: "notes.txt",
        kind: "text",
        mediaType: "text/plain",
        bytes: 42,
        expiresAt: "2026-11-23T06:20:43.328Z",
      },
      201,
    ),
  },
  readResource: { parameters: { id: PHOTO }, answer: { status: 200, mediaType: "image/png" } },
};
