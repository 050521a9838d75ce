import type { Case } from "./case.ts";

/**
 * A third set, odder than the others, written after the controller had been mended on both and before it was run on
 * these: 28 of the 40 were right at once.
 */
export const LAST_PHRASINGS: readonly Case[] = [
  { text: "please OCR this", files: ["page.png"], plan: ["ocr(page.png)"] },
  {
    text: "What is the phone number on card.jpg?",
    files: ["card.jpg"],
    plan: ["dqa(document=card.jpg, question='What is the phone number?')"],
  },
  {
    text: "who is the author of essay.txt and what is it about?",
    files: ["essay.txt"],
    plan: [
      "qa(question='Who is the author of the essay?', context=essay.txt)",
      "qa(question='What is the essay about?', context=essay.txt)",
    ],
  },
  {
    text: "hear what customer.wav says and tell me how she feels",
    files: ["customer.wav"],
    plan: ["text-classification(asr(customer.wav))"],
  },
  {
    text: "give me the transcript of lecture.mp3 in English",
    files: ["lecture.mp3"],
    plan: ["translation(text=asr(lecture.mp3), target-language='English')"],
  },
  { text: "denoise street.wav and let me listen to it", files: ["street.wav"], plan: ["audio-to-audio(street.wav)"] },
  {
    text: "Could you blur the background of team.jpg?",
    files: ["team.jpg"],
    plan: ["image-editing(image=team.jpg, text='blur the background')"],
  },
  {
    text: "sharpen all of these",
    files: ["x.png", "y.png"],
    plan: ["image-editing(image=x.png, text='sharpen')", "image-editing(image=y.png, text='sharpen')"],
  },
  {
    text: "convert logo.png to grayscale",
    files: ["logo.png"],
    plan: ["image-editing(image=logo.png, text='convert to grayscale')"],
  },
  {
    text: "Make the sky in beach.jpg purple",
    files: ["beach.jpg"],
    plan: ["image-editing(image=beach.jpg, text='make the sky purple')"],
  },
  { text: "I need three variations of mascot.png", files: ["mascot.png"], plan: ["image-to-image(mascot.png)"] },
  { text: "draw me a dragon made of glass", plan: ["text-to-image('a dragon made of glass')"] },
  {
    text: "Create a poster with the words 'Summer Sale'",
    plan: ["text-to-image('a poster with the words \"Summer Sale\"')"],
  },
  { text: "Find the straight lines in tower.jpg", files: ["tower.jpg"], plan: ["mlsd-control(tower.jpg)"] },
  { text: "compute surface normals for vase.png", files: ["vase.png"], plan: ["normal-control(vase.png)"] },
  { text: "scribble version of tree.jpg please", files: ["tree.jpg"], plan: ["scribble-control(tree.jpg)"] },
  {
    text: "How many sheep are in field.jpg and what colour is the barn?",
    files: ["field.jpg"],
    plan: ["object-detection(field.jpg)", "vqa(image=field.jpg, question='What colour is the barn?')"],
  },
  {
    text: "Which of these pictures contain a boat?",
    files: ["1.jpg", "2.jpg", "3.jpg"],
    plan: ["object-detection(1.jpg)", "object-detection(2.jpg)", "object-detection(3.jpg)"],
  },
  {
    text: "Describe the second picture in Dutch",
    files: ["un.png", "deux.png"],
    plan: ["translation(text=image-to-text(deux.png), target-language='Dutch')"],
  },
  {
    text: "Summarise the first document and read the second one aloud",
    files: ["one.pdf", "two.pdf"],
    plan: ["summarization(ocr(one.pdf))", "tts(ocr(two.pdf))"],
  },
  {
    text: "What languages are 'bonjour tout le monde' and 'guten Morgen zusammen'?",
    plan: ["language-identification('bonjour tout le monde')", "language-identification('guten Morgen zusammen')"],
  },
  {
    text: 'are these the same in meaning: "I am broke" / "I have no money"',
    plan: ["sentence-similarity(sentence='I am broke', sentences=['I have no money'])"],
  },
  {
    text: 'Sort this complaint into billing, shipping or quality: "The box was crushed"',
    plan: ['zero-shot-classification(text=\'The box was crushed\', labels=\'["billing","shipping","quality"]\')'],
  },
  {
    text: "List the people and organisations named in press.txt and translate press.txt into Polish",
    files: ["press.txt"],
    plan: ["ner(press.txt)", "translation(text=press.txt, target-language='Polish')"],
  },
  {
    text: "shorten this: The meeting began at nine. After two hours of debate the plan was approved by all.",
    plan: ["summarization('The meeting began at nine. After two hours of debate the plan was approved by all.')"],
  },
  { text: "Say hello world in a friendly voice", plan: ["tts('hello world')"] },
  { text: "Turn speech.wav into a summary", files: ["speech.wav"], plan: ["summarization(asr(speech.wav))"] },
  {
    text: "Translate the caption of cat.jpg to Korean and speak the translation",
    files: ["cat.jpg"],
    plan: ["tts(text=translation(text=image-to-text(cat.jpg), target-language='Korean'), language='Korean')"],
  },
  {
    text: "Extract the text of slip.png, then check its sentiment and its language",
    files: ["slip.png"],
    plan: ["language-identification(ocr(slip.png))", "text-classification(ocr(slip.png))"],
  },
  { text: "Illustrate the story in tale.txt", files: ["tale.txt"], plan: ["text-to-image(tale.txt)"] },
  {
    text: "Make a video out of the summary of news.txt",
    files: ["news.txt"],
    plan: ["text-to-video(summarization(news.txt))"],
  },
  {
    text: "From the depth map of room.jpg make a picture of a spaceship cabin",
    files: ["room.jpg"],
    plan: ["depth-text-to-image(text='a spaceship cabin', image=depth-estimation(room.jpg))"],
  },
  {
    text: "is there any mention of penalties in contract.pdf?",
    files: ["contract.pdf"],
    plan: ["dqa(document=contract.pdf, question='Is there any mention of penalties?')"],
  },
  {
    text: "average salary in staff.csv",
    files: ["staff.csv"],
    plan: ["tqa(table=staff.csv, question='What is the average salary?')"],
  },
  { text: "decode the barcode in pack.jpg", files: ["pack.jpg"], plan: ["barcode-reading(pack.jpg)"] },
  {
    text: "do the same for the other photo",
    log: [
      ["user", "caption a.jpg", "a.jpg", "b.jpg"],
      ["assistant", "A dog on a beach."],
    ],
    ask: /./,
  },
  {
    text: "what about in French?",
    log: [
      ["user", "summarise notes.txt", "notes.txt"],
      ["assistant", "The bridge is old."],
    ],
    plan: ["translation(text='The bridge is old.', target-language='French')"],
  },
  { text: "louder please", reply: /can/i },
  { text: "read out report.docx", ask: /report\.docx/ },
  { text: "thank you!", reply: /welcome/i },
];
