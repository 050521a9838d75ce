import type { Case } from "./case.ts";

const EDGES: Case["log"] = [
  ["user", "Please generate a canny image based on photo.jpg", "photo.jpg"],
  ["assistant", "I drew the edges.", "edges.png image/canny"],
];
const BLURRED: Case["log"] = [
  ...EDGES,
  ["user", "now blur the above image"],
  ["assistant", "I blurred it.", "blurred.png"],
];
const TEXTS = ["english.txt", "german.txt", "spanish.txt"];

/** Whole requests, follow-ups, and what must not become a plan. */
export const REQUESTS: readonly Case[] = [
  {
    text: "Read aloud: The boat leaves at six. Please bring your own food.",
    plan: ["tts('The boat leaves at six. Please bring your own food.')"],
  },
  {
    text: "Read aloud: The boat leaves at six. Then translate it to German.",
    plan: ["translation(text='The boat leaves at six.', target-language='German')", "tts('The boat leaves at six.')"],
  },
  {
    text: "Read the text in invoice.png, tell me who sent it, what has to be paid and by when, and read a summary aloud",
    files: ["invoice.png"],
    plan: [
      "ner(ocr(invoice.png))",
      "qa(question='Who sent the invoice?', context=ocr(invoice.png))",
      "qa(question='What has to be paid?', context=ocr(invoice.png))",
      "qa(question='By when does it have to be paid?', context=ocr(invoice.png))",
      "tts(summarization(ocr(invoice.png)))",
    ],
  },
  {
    text: "Please generate a canny image based on photo.jpg",
    files: ["photo.jpg"],
    plan: ["canny-control(photo.jpg)"],
  },
  { text: "now blur the above image", log: EDGES, plan: ["image-editing(image=edges.png, text='blur')"] },
  {
    text: "and how similar are the captions 'two dogs' and 'a pair of dogs'?",
    log: BLURRED,
    plan: ["sentence-similarity(sentence='two dogs', sentences=['a pair of dogs'])"],
  },
  { text: "sentiment of tickets.csv", files: ["tickets.csv"], plan: ["text-classification(tickets.csv)"] },
  { text: "Clean up noisy.wav", files: ["noisy.wav"], plan: ["audio-to-audio(noisy.wav)"] },
  {
    text: "which language is each of these texts, and is the English one positive or negative?",
    files: TEXTS,
    plan: [
      "language-identification(english.txt)",
      "language-identification(german.txt)",
      "language-identification(spanish.txt)",
      "text-classification(english.txt)",
    ],
  },
  {
    text: "Clean up the noise in noisy.wav. Then: which language is each of english.txt, german.txt and spanish.txt, and is the English one positive or negative?",
    files: ["noisy.wav", ...TEXTS],
    plan: [
      "audio-to-audio(noisy.wav)",
      "language-identification(english.txt)",
      "language-identification(german.txt)",
      "language-identification(spanish.txt)",
      "text-classification(english.txt)",
    ],
  },
  {
    text: "Which language is each of 'I loved the film, it was a joy' and 'Das Wetter ist heute nicht schön', and is the English one positive?",
    plan: [
      "language-identification('I loved the film, it was a joy')",
      "language-identification('Das Wetter ist heute nicht schön')",
      "text-classification('I loved the film, it was a joy')",
    ],
  },
  {
    text: "Which language is each of these, and is the English one positive or negative?",
    files: ["one.txt", "two.txt"],
    plan: [
      "language-identification(one.txt)",
      "language-identification(two.txt)",
      "text-classification(one.txt)",
      "text-classification(two.txt)",
    ],
  },
  { text: "what breed is the dog in photo.jpg?", files: ["photo.jpg"], plan: ["image-classification(photo.jpg)"] },
  {
    text: "which of these photos shows a zebra, and how many?",
    files: ["a.jpg", "b.jpg"],
    plan: ["object-detection(a.jpg)", "object-detection(b.jpg)"],
  },
  {
    text: "read this invoice aloud in Spanish",
    files: ["invoice.png"],
    plan: ["tts(text=translation(text=ocr(invoice.png), target-language='Spanish'), language='Spanish')"],
  },
  {
    text: 'Is "I can\'t complain, the room was spotless" positive or negative?',
    plan: ["text-classification('I can't complain, the room was spotless')"],
  },
  { text: "Find the named entities in 'Marie Curie worked in Paris'", plan: ["ner('Marie Curie worked in Paris')"] },
  {
    text: 'Translate "good night" to Portuguese',
    plan: ["translation(text='good night', target-language='Portuguese')"],
  },
  {
    text: "Summarise this: The council met on Monday. It voted for the bridge. Work starts in May.",
    plan: ["summarization('The council met on Monday. It voted for the bridge. Work starts in May.')"],
  },
  { text: "Read 'all aboard' aloud", plan: ["tts('all aboard')"] },
  {
    text: "What is the average price in prices.csv?",
    files: ["prices.csv"],
    plan: ["tqa(table=prices.csv, question='What is the average price?')"],
  },
  { text: "Scan the QR code in poster.png", files: ["poster.png"], plan: ["barcode-reading(poster.png)"] },
  {
    text: "Who signed agreement.pdf?",
    files: ["agreement.pdf"],
    plan: ["dqa(document=agreement.pdf, question='Who signed the agreement?')"],
  },
  { text: "Summarize agreement.pdf", files: ["agreement.pdf"], plan: ["summarization(ocr(agreement.pdf))"] },
  {
    text: "Blur photo.jpg and rotate it",
    files: ["photo.jpg"],
    plan: ["image-editing(image=image-editing(image=photo.jpg, text='blur'), text='rotate')"],
  },
  {
    text: "blur and sharpen photo.jpg",
    files: ["photo.jpg"],
    plan: ["image-editing(image=image-editing(image=photo.jpg, text='blur'), text='sharpen')"],
  },
  {
    text: "Detect objects in https://example.org/a/far.jpg",
    files: ["https://example.org/a/far.jpg image"],
    plan: ["object-detection(https://example.org/a/far.jpg)"],
  },
  {
    text: "Summarize the following text:\n\nThe bridge was built in 1932 by Anna Blom. It carries two lanes.\n\nIt was repaired twice.",
    plan: [
      "summarization('The bridge was built in 1932 by Anna Blom. It carries two lanes.\n\nIt was repaired twice.')",
    ],
  },
  { text: "run this code: ```js\nprint(1 + 1)\n```", plan: ["code-execution('print(1 + 1)')"] },
  {
    text: "Translate notes.txt into French and German, then read it aloud in Spanish",
    files: ["notes.txt"],
    plan: [
      "translation(text=notes.txt, target-language='French')",
      "translation(text=notes.txt, target-language='German')",
      "tts(text=translation(text=notes.txt, target-language='Spanish'), language='Spanish')",
    ],
  },
  {
    text: "I have a text in English that I need to translate to Spanish. The text is: 'The sea is calm tonight'",
    plan: ["translation(text='The sea is calm tonight', target-language='Spanish', source-language='English')"],
  },
  // Something is missing.
  { text: "blur it", ask: /image/ },
  { text: "summarize this", ask: /text/ },
  { text: "read the text in invoice.png", ask: /invoice\.png/ },
  { text: "clean up noisy.wav please", files: ["photo.jpg"], ask: /noisy\.wav/ },
  { text: "", files: ["photo.jpg"], ask: /photo\.jpg/ },
  { text: "", ask: /./ },
  { text: "how similar is 'two dogs'?", ask: /text/ },
  // Talk, and what nothing here can do.
  { text: "hi", reply: /./ },
  { text: "Hello there! How are you?", reply: /./ },
  { text: "what can you do?", reply: /summar|text/i },
  { text: "Book me a flight to Paris", reply: /can/i },
  { text: "Send an email to Bob about the party", reply: /can/i },
  { text: "asdf qwer zxcv", reply: /can/i },
];
