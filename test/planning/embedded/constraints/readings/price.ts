import type { PriceUnit } from "../../../../../src/domain/catalogue.ts";
import type { Reading, Readings } from "./reading.ts";

const cap = (maxUsd: number, per?: PriceUnit): Reading => ({
  price: { maxUsd, ...(per === undefined ? {} : { per }) },
});

export const PRICE: Readings = {
  readings: [
    ["use models that cost less than $1 per million tokens to summarise b.txt", cap(1, "million-output-tokens")],
    ["Summarise b.txt with a model under $3 per 1M output tokens", cap(3, "million-output-tokens")],
    ["Summarise b.txt; the price per million input tokens must be below $2", cap(2, "million-input-tokens")],
    ["Summarise b.txt with models that cost at most 0.2 cents per 1k tokens", cap(2, "million-output-tokens")],
    ["draw a fox, at most 2 cents per image", cap(0.02, "image")],
    ["draw a fox at no more than 2 cents an image", cap(0.02, "image")],
    ["Draw a fox, 4 cents per image at most", cap(0.04, "image")],
    ["don't pay more than 1 cent per picture, draw a fox", cap(0.01, "image")],
    ["transcribe a.wav for under $0.006 a minute", cap(0.006, "minute")],
    ["transcribe a.wav, max $0.006 per minute", cap(0.006, "minute")],
    ["transcribe a.wav with models at $0.006 a minute or less", cap(0.006, "minute")],
    ["transcribe a.wav with a model at $0.006 a minute", cap(0.006, "minute")],
    ["transcribe a.wav at up to $0.36 per hour of audio", cap(0.006, "minute")],
    ["film a fox for at most 5 cents per second of video", cap(0.05, "second")],
    ["read b.txt aloud for less than 15 dollars per million characters", cap(15, "million-characters")],
    ["caption a.png with models that cost less than a cent per call", cap(0.01, "call")],
    ["caption a.png with models cheaper than 5 cents", cap(0.05)],
    ["caption a.png with models that cost no more than 5 cents", cap(0.05)],
    ["caption a.png with models under 2 cents", cap(0.02)],
    ["caption a.png with models that don't cost more than 5 cents", cap(0.05)],
    ["draw a fox, at most 3 cents per image, no more than 2 cents an image", cap(0.02, "image")],
    [
      "draw a fox, at most 2 cents per image and under 10 cents in total",
      { ...cap(0.02, "image"), budget: { usd: 0.1 } },
    ],
    ["caption a.png, under 10 cents", { budget: { usd: 0.1 } }],
    ["caption a.png with free models only", { budget: { usd: 0 } }],
  ],
  tempting: [
    "caption a.png with models that cost more than 5 cents",
    "the mean price per image in table.csv is under 2 cents, is that so?",
    "Find the ads under 2 cents per click in ads.csv",
    "Which printer costs less than 5 cents per page in printers.csv?",
    "Write an ad: prints at 5 cents a picture",
    "Which models in models.csv cost less than $1 per million tokens?",
    "What is $0.006 a minute for 3 hours?",
    "We pay at most 2 dollars a minute for calls, says letter.txt",
    "Explain why tokens cost $1 per million",
    "List models under $3 per million tokens in models.csv",
    "The taxi costs at most 2 dollars per minute; how much is it for ten minutes?",
    "Read out: only 2 cents per image!",
    "Plot price per million tokens from prices.csv",
    "Draw a sign that says 5 cents a picture",
    "How many images can I print for at most 3 cents per image with 2 dollars?",
    "Write a slogan for a phone plan with calls for under 1 cent per minute",
    "Translate 'at most 2 cents per image' into French",
    "Who charges less than 2 cents per call in tariffs.pdf?",
  ],
};
