import type { Case } from "./case.ts";

/**
 * A second set of our own wording, written after the controller had been mended on the first and before it was run on
 * these: 40 of the 49 were right at once.
 */
export const MORE_PHRASINGS: readonly Case[] = [
  { text: "I'd like to know what is written on this receipt.", files: ["receipt.jpg"], plan: ["ocr(receipt.jpg)"] },
  {
    text: "pull the words out of whiteboard.png and give me the key points",
    files: ["whiteboard.png"],
    plan: ["summarization(ocr(whiteboard.png))"],
  },
  { text: "make an audio version of chapter.txt", files: ["chapter.txt"], plan: ["tts(chapter.txt)"] },
  { text: "speech to text on memo.m4a please", files: ["memo.m4a audio"], plan: ["asr(memo.m4a)"] },
  { text: "Which animal is in zoo.png?", files: ["zoo.png"], plan: ["image-classification(zoo.png)"] },
  {
    text: "Is there a bicycle in garage.jpg?",
    files: ["garage.jpg"],
    plan: ["vqa(image=garage.jpg, question='Is there a bicycle?')"],
  },
  {
    text: "What is the man in the picture holding?",
    files: ["man.jpg"],
    plan: ["vqa(image=man.jpg, question='What is the man holding?')"],
  },
  { text: "find all the faces in party.jpg", files: ["party.jpg"], plan: ["object-detection(party.jpg)"] },
  {
    text: "Estimate how deep the scene in alley.jpg is, i.e. give me its depth map",
    files: ["alley.jpg"],
    plan: ["depth-estimation(alley.jpg)"],
  },
  { text: "extract the pose of the dancer in ballet.jpg", files: ["ballet.jpg"], plan: ["pose-detection(ballet.jpg)"] },
  {
    text: "I want a picture of a robot watering flowers, in the style of Monet",
    plan: ["text-to-image('a robot watering flowers, in the style of Monet')"],
  },
  {
    text: "Crop me.png to a square",
    files: ["me.png"],
    plan: ["image-editing(image=me.png, text='crop to a square')"],
  },
  {
    text: "remove the car from driveway.jpg",
    files: ["driveway.jpg"],
    plan: ["image-editing(image=driveway.jpg, text='remove the car')"],
  },
  { text: "animate castle.png", files: ["castle.png"], plan: ["image-to-video(image=castle.png, text='animate')"] },
  { text: "what's going on in match.mp4?", files: ["match.mp4"], plan: ["video-classification(match.mp4)"] },
  { text: "what genre is song.mp3", files: ["song.mp3"], plan: ["audio-classification(song.mp3)"] },
  {
    text: "From expenses.csv: how much did we spend on travel?",
    files: ["expenses.csv"],
    plan: ["tqa(table=expenses.csv, question='How much did we spend on travel?')"],
  },
  {
    text: "When was the company founded?",
    files: ["about.txt"],
    plan: ["qa(question='When was the company founded?', context=about.txt)"],
  },
  {
    text: "According to the attached report, who is the chairman and where was he born?",
    files: ["report.txt"],
    plan: [
      "qa(question='Who is the chairman?', context=report.txt)",
      "qa(question='Where was he born?', context=report.txt)",
    ],
  },
  {
    text: "Give me a German translation of note.txt",
    files: ["note.txt"],
    plan: ["translation(text=note.txt, target-language='German')"],
  },
  {
    text: 'Translate from French to English: "Où est la gare ?"',
    plan: ["translation(text='Où est la gare ?', target-language='English', source-language='French')"],
  },
  {
    text: "Do these two reviews say the same thing?",
    files: ["r1.txt", "r2.txt"],
    plan: ["sentence-similarity(sentence=r1.txt, sentences=[r2.txt])"],
  },
  {
    text: 'Which of these is closest to "the cat sleeps": "a cat is napping" or "dogs bark"?',
    plan: ["sentence-similarity(sentence='the cat sleeps', sentences=['a cat is napping', 'dogs bark'])"],
  },
  {
    text: 'Is this email spam or not spam: "You won a million dollars, click here"',
    plan: ["zero-shot-classification(text='You won a million dollars, click here', labels='[\"spam\",\"not spam\"]')"],
  },
  {
    text: "Does pet.jpg show a cat, a dog or a rabbit?",
    files: ["pet.jpg"],
    plan: ['zero-shot-image-classification(image=pet.jpg, labels=\'["cat","dog","rabbit"]\')'],
  },
  { text: 'Embed "hello world" as a vector', plan: ["feature-extraction('hello world')"] },
  {
    text: 'Continue this story: "The door creaked open and"',
    plan: ["text-generation(text='The door creaked open and', instruction='Continue this story')"],
  },
  {
    text: 'Fix the grammar of "he go to school yesterday"',
    plan: ["text2text-generation(text='he go to school yesterday', instruction='Fix the grammar')"],
  },
  {
    text: "Take call.wav, get rid of the hum, transcribe it, and tell me if the caller sounds angry or negative",
    files: ["call.wav"],
    plan: ["text-classification(asr(audio-to-audio(call.wav)))"],
  },
  {
    text: "Tell me what's in kitchen.jpg, in Spanish, and read it to me",
    files: ["kitchen.jpg"],
    plan: ["tts(text=translation(text=image-to-text(kitchen.jpg), target-language='Spanish'), language='Spanish')"],
  },
  {
    text: "Read menu.jpg, translate it into English and speak it",
    files: ["menu.jpg"],
    plan: ["tts(text=translation(text=ocr(menu.jpg), target-language='English'), language='English')"],
  },
  {
    text: "Summarise contract.pdf in three sentences, then find all names and dates in it",
    files: ["contract.pdf"],
    plan: ["ner(ocr(contract.pdf))", "summarization(ocr(contract.pdf))"],
  },
  {
    text: "Write a short story about the scene in harbour.jpg and narrate it",
    files: ["harbour.jpg"],
    plan: ["tts(text-generation(text=image-to-text(harbour.jpg), instruction='Write a short story about the scene'))"],
  },
  { text: "Draw what is described in dream.txt", files: ["dream.txt"], plan: ["text-to-image(dream.txt)"] },
  {
    text: "Compare the sentiment of good.txt and bad.txt",
    files: ["good.txt", "bad.txt"],
    plan: ["text-classification(bad.txt)", "text-classification(good.txt)"],
  },
  {
    text: "Detect the language of letter.txt and translate it to English",
    files: ["letter.txt"],
    plan: ["language-identification(letter.txt)", "translation(text=letter.txt, target-language='English')"],
  },
  {
    text: "Caption a.jpg and b.jpg and tell me how alike the captions are",
    files: ["a.jpg", "b.jpg"],
    plan: ["sentence-similarity(sentence=image-to-text(a.jpg), sentences=[image-to-text(b.jpg)])"],
  },
  {
    text: "Get the pose from runner.jpg, then use it to draw an astronaut",
    files: ["runner.jpg"],
    plan: ["openpose-text-to-image(text='an astronaut', image=pose-detection(runner.jpg))"],
  },
  {
    text: "Now rotate that one too",
    log: [
      ["user", "blur dog.jpg", "dog.jpg"],
      ["assistant", "Blurred.", "dog-blurred.png"],
    ],
    plan: ["image-editing(image=dog-blurred.png, text='rotate')"],
  },
  {
    text: "what does it say?",
    log: [
      ["user", "sharpen sign.jpg", "sign.jpg"],
      ["assistant", "Sharper now.", "sign-sharp.png"],
    ],
    plan: ["ocr(sign-sharp.png)"],
  },
  {
    text: "and when is it due?",
    log: [
      ["user", "who sent invoice.png?", "invoice.png"],
      ["assistant", "It was sent by Ada Ltd."],
    ],
    plan: ["dqa(document=invoice.png, question='When is the invoice due?')"],
  },
  {
    text: "Who discovered penicillin?",
    log: [
      ["user", "blur cat.jpg", "cat.jpg"],
      ["assistant", "Blurred.", "cat2.png"],
    ],
    plan: ["open-question-answering('Who discovered penicillin?')"],
  },
  { text: "make it louder and post it on my blog", ask: /./ },
  { text: "Is it positive?", ask: /text/i },
  { text: "Remind me to call mum at six", reply: /can/i },
  { text: "What's the weather like tomorrow?", reply: /can/i },
  { text: "bonjour", reply: /./ },
  { text: "who are you?", reply: /./ },
  { text: "Compare report_2023.pdf with report_2024.pdf", files: ["report_2023.pdf"], ask: /report_2024\.pdf/ },
];
