import type { Given } from "./calls.ts";
import { picture } from "./calls.ts";

/** One call for every built-in task type that a chat model does, and an answer to it as it was asked for. */
export interface Case {
  readonly type: string;
  readonly needs: "text" | "vision";
  readonly given: Readonly<Record<string, Given>>;
  readonly answer: string;
}

const TEXT = "Anna Berg met Berg & Co in Oslo on 3 May 2024. Anna Berg paid $40.";
const SCORED = '{"labels": [{"label": "positive", "score": 0.9}]}';

export const CASES: readonly Case[] = [
  { type: "summarization", needs: "text", given: { text: TEXT }, answer: "Anna met Berg & Co." },
  { type: "translation", needs: "text", given: { text: TEXT, "target-language": "de" }, answer: "Anna Berg traf …" },
  { type: "text2text-generation", needs: "text", given: { text: TEXT, instruction: "Shout" }, answer: "ANNA BERG" },
  { type: "text-generation", needs: "text", given: { text: "A poem on rain" }, answer: "Rain, rain" },
  { type: "conversational", needs: "text", given: { text: "Hello" }, answer: "Hello!" },
  { type: "open-question-answering", needs: "text", given: { question: "Who wrote Emma?" }, answer: "Jane Austen" },
  { type: "text-classification", needs: "text", given: { text: "Lovely!" }, answer: SCORED },
  {
    type: "zero-shot-classification",
    needs: "text",
    given: { text: "Lovely!", labels: '["positive", "negative"]' },
    answer: SCORED,
  },
  {
    type: "language-identification",
    needs: "text",
    given: { text: "Guten Tag" },
    answer: '{"labels": [{"label": "de", "score": 0.99}]}',
  },
  {
    type: "token-classification",
    needs: "text",
    given: { text: TEXT },
    answer: '{"entities": [{"type": "PER", "text": "Anna Berg"}, {"type": "LOC", "text": "Oslo"}]}',
  },
  {
    type: "sentence-similarity",
    needs: "text",
    given: { sentence: "A dog runs", sentences: ["A cat sleeps", "A hound runs"] },
    answer: '{"scores": [{"index": 0, "score": 0.1}, {"index": 1, "score": 0.9}]}',
  },
  {
    type: "question-answering",
    needs: "text",
    given: { question: "Where did they meet?", context: TEXT },
    answer: '{"answer": "Oslo", "score": 0.9, "sentence": "Anna Berg met Berg & Co in Oslo on 3 May 2024."}',
  },
  {
    type: "table-question-answering",
    needs: "text",
    given: { question: "How old is Bo?", table: "name,age\nAnn,3\nBo,5" },
    answer: '{"answer": "5", "aggregator": "NONE", "cells": [{"row": 1, "column": "age"}]}',
  },
  { type: "image-to-text", needs: "vision", given: { image: picture() }, answer: "A cat on a mat." },
  {
    type: "visual-question-answering",
    needs: "vision",
    given: { image: picture(), question: "What is on the mat?" },
    answer: '{"answer": "a cat", "score": 0.8}',
  },
  {
    type: "document-question-answering",
    needs: "vision",
    given: { document: picture(), question: "What is due?" },
    answer: '{"answer": "$40", "score": 0.8, "sentence": "Total due: $40"}',
  },
  {
    type: "optical-character-recognition",
    needs: "vision",
    given: { image: picture() },
    answer: '{"lines": ["Total due:", "$40"]}',
  },
  { type: "image-classification", needs: "vision", given: { image: picture() }, answer: SCORED },
  {
    type: "zero-shot-image-classification",
    needs: "vision",
    given: { image: picture(), labels: "positive, negative" },
    answer: SCORED,
  },
  {
    type: "object-detection",
    needs: "vision",
    given: { image: picture() },
    answer: '{"objects": [{"label": "cat", "score": 0.9, "box": [100, 200, 500, 1000]}]}',
  },
];
