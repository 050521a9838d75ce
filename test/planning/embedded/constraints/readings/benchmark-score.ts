import type { Reading, Readings } from "./reading.ts";

const reach = (name: string, atLeast: number, task?: string): Reading => ({
  benchmark: { name, atLeast, ...(task === undefined ? {} : { for: task }) },
});

export const BENCHMARK_AT_LEAST: Readings = {
  readings: [
    ["transcribe a.wav with a WER below 5 on LibriSpeech", reach("LibriSpeech", 5)],
    ["Transcribe a.wav, LibriSpeech WER under 5 please", reach("LibriSpeech", 5)],
    ["Transcribe a.wav with a model under 4.5% on LibriSpeech", reach("LibriSpeech", 4.5)],
    ["Transcribe a.wav with a word error rate of at most 8 percent on Common Voice", reach("Common Voice", 8)],
    ["use a model scoring at least 80 on MMLU", reach("MMLU", 80)],
    ["write a haiku with at least 80 on MMLU", reach("MMLU", 80)],
    ["write a haiku; the model must have an MMLU score above 70", reach("MMLU", 70)],
    ["write a haiku with a model with MMLU ≥ 0.8", reach("MMLU", 80)],
    ["write a haiku with models that get 75+ on MMLU", reach("MMLU", 75)],
    ["Detect the cars in s.png with a model with an mAP of 40 or more on COCO", reach("COCO", 40)],
    ["Detect the cars in s.png with a detector that scores over 45 mAP on COCO", reach("COCO", 45, "object-detection")],
    ["answer from b.txt who won, model scoring over 90 F1 on SQuAD", reach("SQuAD", 90)],
    ["answer the question in b.txt with an F1 of 0.9 or higher on SQuAD", reach("SQuAD", 90)],
    ["classify d.jpg with a classifier that reaches 85% accuracy or better on ImageNet", reach("ImageNet", 85)],
    ["translate b.txt into German using models with BLEU above 30 on WMT14", reach("WMT14", 30)],
    ["Segment room.jpg, mIoU on ADE20K at least 50", reach("ADE20K", 50)],
    ["write a haiku with a model better than 60 on the Acme Verse benchmark", reach("Acme Verse", 60)],
    [
      "Use the best model on COCO, with at least 40 mAP on COCO, for s.png",
      { benchmark: { name: "COCO", prefer: "best", atLeast: 40 } },
    ],
  ],
  tempting: [
    "Which model in paper.pdf scored at least 80 on MMLU?",
    "What is a WER below 5 on LibriSpeech good for?",
    "Find movies with at least 8 on IMDb",
    "List restaurants with over 4 on Yelp in food.csv",
    "Which students got more than 60 on the maths test?",
    "Summarise the paper on accuracy over 90 on ImageNet",
    "Plot models with at least 80 on MMLU from results.csv",
    "Draw the squad with at least 5 on the glue",
    "Count the coco beans, at least 5 on the table",
    "I scored over 90 on the benchmark in marks.csv",
    "Translate 'use a model with at least 80 on MMLU' into German",
    "Write about a model that reaches 90 on MMLU",
    "Explain a BLEU above 30 on WMT14",
    "Who has an accuracy of over 90 on CIFAR in results.csv?",
    "transcribe a.wav with a WER above 5 on LibriSpeech",
    "use a model with an accuracy below 50 on MMLU",
    "Show the rows with F1 over 90 on SQuAD in results.csv",
    "Draw at least 5 spiders on the arc",
  ],
};
