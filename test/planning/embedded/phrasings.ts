import type { Case } from "./case.ts";

/**
 * Requests of our own wording, written before the controller was first run on them: 58 of the 65 were right at once.
 */
export const PHRASINGS: readonly Case[] = [
  // One task on one file.
  { text: "Could you transcribe meeting.mp3?", files: ["meeting.mp3"], plan: ["asr(meeting.mp3)"] },
  { text: "What's being said in this voicemail?", files: ["voicemail.wav"], plan: ["asr(voicemail.wav)"] },
  { text: "Extract all the text from the attached scan", files: ["scan.png"], plan: ["ocr(scan.png)"] },
  { text: "What does the sign in street.jpg say?", files: ["street.jpg"], plan: ["ocr(street.jpg)"] },
  { text: "Give me the gist of report.txt", files: ["report.txt"], plan: ["summarization(report.txt)"] },
  { text: "tl;dr of the attached article please", files: ["article.txt"], plan: ["summarization(article.txt)"] },
  {
    text: "Who and what places are mentioned in letter.txt? List the named entities.",
    files: ["letter.txt"],
    plan: ["ner(letter.txt)"],
  },
  {
    text: "Is the tone of feedback.txt positive or negative?",
    files: ["feedback.txt"],
    plan: ["text-classification(feedback.txt)"],
  },
  {
    text: "Which language is mystery.txt written in?",
    files: ["mystery.txt"],
    plan: ["language-identification(mystery.txt)"],
  },
  { text: "Write a caption for beach.jpg", files: ["beach.jpg"], plan: ["image-to-text(beach.jpg)"] },
  { text: "Describe what you see in this picture", files: ["beach.jpg"], plan: ["image-to-text(beach.jpg)"] },
  { text: "Count the cars in parking.jpg", files: ["parking.jpg"], plan: ["object-detection(parking.jpg)"] },
  { text: "Draw boxes around every person in crowd.jpg", files: ["crowd.jpg"], plan: ["object-detection(crowd.jpg)"] },
  {
    text: "Get me the outlines of building.jpg with a Canny filter",
    files: ["building.jpg"],
    plan: ["canny-control(building.jpg)"],
  },
  { text: "I need a depth map of room.jpg", files: ["room.jpg"], plan: ["depth-estimation(room.jpg)"] },
  { text: "Segment street.jpg into regions", files: ["street.jpg"], plan: ["image-segmentation(street.jpg)"] },
  {
    text: "Turn photo.jpg into a watercolour painting",
    files: ["photo.jpg"],
    plan: ["image-to-image(image=photo.jpg, text='turn into a watercolour painting')"],
  },
  {
    text: "Please make photo.jpg black and white",
    files: ["photo.jpg"],
    plan: ["image-editing(image=photo.jpg, text='make black and white')"],
  },
  {
    text: "Rotate the picture by 90 degrees",
    files: ["photo.jpg"],
    plan: ["image-editing(image=photo.jpg, text='rotate by 90 degrees')"],
  },
  {
    text: "The hiss in interview.wav is terrible, can you get rid of the background noise?",
    files: ["interview.wav"],
    plan: ["audio-to-audio(interview.wav)"],
  },
  { text: "What kind of sound is this?", files: ["bark.wav"], plan: ["audio-classification(bark.wav)"] },
  { text: "What is the QR code in flyer.png pointing to?", files: ["flyer.png"], plan: ["barcode-reading(flyer.png)"] },
  {
    text: "Which product had the highest revenue?",
    files: ["sales.csv"],
    plan: ["tqa(table=sales.csv, question='Which product had the highest revenue?')"],
  },
  {
    text: "According to contract.pdf, when does the lease end?",
    files: ["contract.pdf"],
    plan: ["dqa(document=contract.pdf, question='When does the lease end?')"],
  },
  {
    text: "What colour is the car in street.jpg?",
    files: ["street.jpg"],
    plan: ["vqa(image=street.jpg, question='What colour is the car?')"],
  },
  { text: "Paint a lighthouse in a storm", plan: ["text-to-image('a lighthouse in a storm')"] },
  { text: "Make a short clip of a cat riding a skateboard", plan: ["text-to-video('a cat riding a skateboard')"] },
  { text: "Write me a limerick about rain", plan: ["text-generation('Write me a limerick about rain')"] },
  { text: "Who painted the Mona Lisa?", plan: ["open-question-answering('Who painted the Mona Lisa?')"] },
  // Quoted or pasted words.
  {
    text: "Translate 'the train is late' into German",
    plan: ["translation(text='the train is late', target-language='German')"],
  },
  {
    text: 'How do you say "thank you very much" in Japanese?',
    plan: ["translation(text='thank you very much', target-language='Japanese')"],
  },
  { text: 'Say "dinner is ready" out loud', plan: ["tts('dinner is ready')"] },
  {
    text: "What's the sentiment of: I waited two hours and the soup was cold.",
    plan: ["text-classification('I waited two hours and the soup was cold.')"],
  },
  { text: 'Find the people and companies in "Tim Cook leads Apple"', plan: ["ner('Tim Cook leads Apple')"] },
  {
    text: "Do 'he is ill' and 'he is sick' mean the same?",
    plan: ["sentence-similarity(sentence='he is ill', sentences=['he is sick'])"],
  },
  {
    text: 'Classify "my parcel never arrived" as delivery, payment or returns',
    plan: ['zero-shot-classification(text=\'my parcel never arrived\', labels=\'["delivery","payment","returns"]\')'],
  },
  {
    text: "Context: Ada Lovelace was born in London in 1815. Question: Where was Ada born?",
    plan: ["qa(question='Where was Ada born?', context='Ada Lovelace was born in London in 1815.')"],
  },
  {
    text: 'Rephrase "gimme that" more politely',
    plan: ["text2text-generation(text='gimme that', instruction='Rephrase more politely')"],
  },
  // Several tasks.
  {
    text: "Transcribe call.wav, summarise the transcript and translate the summary into French",
    files: ["call.wav"],
    plan: ["translation(text=summarization(asr(call.wav)), target-language='French')"],
  },
  {
    text: "Remove the noise from talk.wav and then write down what is said",
    files: ["talk.wav"],
    plan: ["asr(audio-to-audio(talk.wav))"],
  },
  {
    text: "Read letter.png aloud in Italian",
    files: ["letter.png"],
    plan: ["tts(text=translation(text=ocr(letter.png), target-language='Italian'), language='Italian')"],
  },
  {
    text: "Caption beach.jpg and read the caption out loud",
    files: ["beach.jpg"],
    plan: ["tts(image-to-text(beach.jpg))"],
  },
  {
    text: "Summarize notes.txt and also tell me whether its mood is positive",
    files: ["notes.txt"],
    plan: ["summarization(notes.txt)", "text-classification(notes.txt)"],
  },
  {
    text: "What is the total on receipt.jpg and who issued it?",
    files: ["receipt.jpg"],
    plan: [
      "dqa(document=receipt.jpg, question='What is the total?')",
      "dqa(document=receipt.jpg, question='Who issued the receipt?')",
    ],
  },
  { text: "Clean and transcribe lecture.mp3", files: ["lecture.mp3"], plan: ["asr(audio-to-audio(lecture.mp3))"] },
  {
    text: "How similar are cat.jpg and dog.jpg in meaning?",
    files: ["cat.jpg", "dog.jpg"],
    plan: ["sentence-similarity(sentence=image-to-text(cat.jpg), sentences=[image-to-text(dog.jpg)])"],
  },
  {
    text: "Describe each of these photos",
    files: ["a.jpg", "b.jpg"],
    plan: ["image-to-text(a.jpg)", "image-to-text(b.jpg)"],
  },
  {
    text: "Transcribe both recordings and find the people mentioned",
    files: ["one.wav", "two.wav"],
    plan: ["ner(asr(one.wav))", "ner(asr(two.wav))"],
  },
  {
    text: "Detect the objects in office.jpg, then describe the picture",
    files: ["office.jpg"],
    plan: ["image-to-text(office.jpg)", "object-detection(office.jpg)"],
  },
  {
    text: "Make an image of a castle that follows the depth of hill.jpg",
    files: ["hill.jpg"],
    plan: ["depth-text-to-image(text='a castle', image=depth-estimation(hill.jpg))"],
  },
  {
    text: "Using the edges of house.png, create a picture of a gingerbread house",
    files: ["house.png"],
    plan: ["canny-text-to-image(text='a gingerbread house', image=canny-control(house.png))"],
  },
  {
    text: "Listen to question.wav and paint what it describes",
    files: ["question.wav"],
    plan: ["text-to-image(asr(question.wav))"],
  },
  { text: "Don't translate it, just summarise memo.txt", files: ["memo.txt"], plan: ["summarization(memo.txt)"] },
  // What earlier turns left.
  {
    text: "and now make it brighter",
    log: [
      ["user", "blur photo.jpg", "photo.jpg"],
      ["assistant", "Here it is.", "blurred.png"],
    ],
    plan: ["image-editing(image=blurred.png, text='make brighter')"],
  },
  {
    text: "read it to me in German",
    log: [
      ["user", "summarise report.txt", "report.txt"],
      ["assistant", "The company grew by a tenth."],
    ],
    plan: ["tts(text=translation(text='The company grew by a tenth.', target-language='German'), language='German')"],
  },
  {
    text: "What objects are in the original photo?",
    log: [
      ["user", "edges of photo.jpg please", "photo.jpg"],
      ["assistant", "Done.", "edges.png image/canny"],
    ],
    plan: ["object-detection(photo.jpg)"],
  },
  {
    text: "Which of the two pictures has a bicycle in it?",
    log: [
      ["user", "here", "left.jpg", "right.jpg"],
      ["assistant", "Thank you."],
    ],
    plan: ["object-detection(left.jpg)", "object-detection(right.jpg)"],
  },
  {
    text: "translate the second one to English",
    files: ["un.txt", "deux.txt"],
    plan: ["translation(text=deux.txt, target-language='English')"],
  },
  // No plan.
  { text: "transcribe it", ask: /recording|audio/i },
  { text: "Translate this into Dutch", ask: /text/i },
  { text: "What is the due date in bill.pdf?", ask: /bill\.pdf/ },
  { text: "Good morning!", reply: /./ },
  { text: "What are you able to do?", reply: /image|audio|text/i },
  { text: "Order me a pizza with mushrooms", reply: /can/i },
  { text: "thanks, that was great", reply: /./ },
];
