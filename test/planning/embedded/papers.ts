import type { Case } from "./case.ts";

const photoLog: Case["log"] = [
  ["user", "Please generate a canny image based on example.jpg", "example.jpg"],
  ["assistant", "Here it is.", "canny.png image/canny"],
];

/** The requests of the papers' figures and tables: HuggingGPT (Shen et al. 2023) and HIVE (Table 5). */
export const PAPERS: readonly (Case & { readonly from: string })[] = [
  {
    from: "HuggingGPT, Figure 1",
    text: "Can you describe this picture and count how many objects in the picture?",
    files: ["example.jpg"],
    plan: ["image-to-text(example.jpg)", "object-detection(example.jpg)"],
  },
  {
    from: "HuggingGPT, Figure 2",
    text: "Please generate an image where a girl is reading a book, and her pose is the same as the boy in the image example.jpg, then please describe the new image with your voice.",
    files: ["example.jpg"],
    plan: [
      "tts(image-to-text(openpose-text-to-image(text='a girl is reading a book', image=pose-detection(example.jpg))))",
    ],
  },
  {
    from: "HuggingGPT, Table 1",
    text: "Can you tell me how many objects in e1.jpg?",
    files: ["e1.jpg"],
    plan: ["object-detection(e1.jpg)"],
  },
  {
    from: "HuggingGPT, Table 1",
    text: "In e2.jpg, what’s the animal and what’s it doing?",
    files: ["e2.jpg"],
    plan: ["image-classification(e2.jpg)", "vqa(image=e2.jpg, question='What is the animal doing?')"],
  },
  {
    from: "HuggingGPT, Table 1",
    text: "First generate a HED image of e3.jpg, then based on the HED image and a text “a girl reading a book”, create a new image as a response.",
    files: ["e3.jpg"],
    plan: ["hed-text-to-image(text='a girl reading a book', image=hed-control(e3.jpg))"],
  },
  {
    from: "HuggingGPT, Table 2",
    text: "Show me a funny image of a cat",
    plan: ["text-to-image('a funny image of a cat')"],
  },
  {
    from: "HuggingGPT, Table 2",
    text: "Replace the cat with a dog in example.jpg",
    files: ["example.jpg"],
    plan: ["image-editing(image=example.jpg, text='replace the cat with a dog')"],
  },
  {
    from: "HuggingGPT, Table 2",
    text: "Given a collection of image A: a.jpg, B: b.jpg, C: c.jpg, please tell me which image is more like image B in terms of semantic, A or C?",
    files: ["a.jpg", "b.jpg", "c.jpg"],
    plan: [
      "sentence-similarity(sentence=image-to-text(b.jpg), sentences=[image-to-text(a.jpg), image-to-text(c.jpg)])",
    ],
  },
  {
    from: "HuggingGPT, Figure 3",
    text: "please recognize named entities in the sentence [ “ that is to end the state of hostility , \" Thursday's overseas edition of the People's Daily quoted Tang as saying. ]",
    plan: [
      "ner('“ that is to end the state of hostility , \" Thursday's overseas edition of the People's Daily quoted Tang as saying.')",
    ],
  },
  {
    from: "HuggingGPT, Figure 3",
    text: "please detect all objects in examples.jpg",
    files: ["examples.jpg"],
    plan: ["object-detection(examples.jpg)"],
  },
  {
    from: "HuggingGPT, Figure 3",
    text: "Look at js4f.jpg, what is the red topping?",
    files: ["js4f.jpg"],
    plan: ["vqa(image=js4f.jpg, question='What is the red topping?')"],
  },
  {
    from: "HuggingGPT, Figure 3",
    text: "please estimate the depth of ks4j.jpg",
    files: ["ks4j.jpg"],
    plan: ["depth-estimation(ks4j.jpg)"],
  },
  {
    from: "HuggingGPT, Figure 3",
    text: "please complete a sentence [ COVID-19 is transmitted via droplets, air-borne, ]",
    plan: [
      "text-generation(text='COVID-19 is transmitted via droplets, air-borne,', instruction='complete a sentence')",
    ],
  },
  {
    from: "HuggingGPT, Figure 3",
    text: 'please give me a photo of "wide angle view of castle, blue sky background"',
    plan: ["text-to-image('wide angle view of castle, blue sky background')"],
  },
  {
    from: "HuggingGPT, Figure 4",
    text: 'please generate a video based on "Spiderman is surfing"',
    plan: ["text-to-video('Spiderman is surfing')"],
  },
  {
    from: "HuggingGPT, Figure 4",
    text: 'please read the sentence "Hi there, I am ChatGPT empowered by Huggingface family! Feel free to experience it!" for me.',
    plan: ["tts('Hi there, I am ChatGPT empowered by Huggingface family! Feel free to experience it!')"],
  },
  {
    from: "HuggingGPT, Figure 4",
    text: "look at the document doc.jpg, what is the purchase amount?",
    files: ["doc.jpg"],
    plan: ["dqa(document=doc.jpg, question='What is the purchase amount?')"],
  },
  {
    from: "HuggingGPT, Figure 4",
    text: "give me a similar image with example.jpg",
    files: ["example.jpg"],
    plan: ["image-to-image(example.jpg)"],
  },
  {
    from: "HuggingGPT, Figure 5",
    text: "Please generate a canny image based on example.jpg",
    files: ["example.jpg"],
    plan: ["canny-control(example.jpg)"],
  },
  {
    from: "HuggingGPT, Figure 5",
    text: 'then based on the above canny image and a prompt "a photo of a zoo", generate a new image.',
    log: photoLog,
    plan: ["canny-text-to-image(text='a photo of a zoo', image=canny.png)"],
  },
  {
    from: "HuggingGPT, Figure 5",
    text: "please detect objects in the above image",
    log: [...photoLog, ["user", "generate a new image"], ["assistant", "Done.", "zoo.png"]],
    plan: ["object-detection(zoo.png)"],
  },
  {
    from: "HuggingGPT, Figure 6",
    text: "Describe this image example.jpg in as much detail as possible.",
    files: ["example.jpg"],
    plan: [
      "image-classification(example.jpg)",
      "image-segmentation(example.jpg)",
      "image-to-text(example.jpg)",
      "object-detection(example.jpg)",
      "vqa(image=example.jpg, question='What is in the image, in detail?')",
    ],
  },
  {
    from: "HuggingGPT, Figure 7",
    text: "Can you tell me how many objects in the picture example1.jpg?",
    files: ["example1.jpg"],
    plan: ["object-detection(example1.jpg)"],
  },
  {
    from: "HuggingGPT, Figure 7",
    text: "In example2.jpg, what's the animal and what's it doing?",
    files: ["example2.jpg"],
    plan: ["image-classification(example2.jpg)", "vqa(image=example2.jpg, question='What is the animal doing?')"],
  },
  {
    from: "HuggingGPT, Figure 8",
    text: "based on the pose image of example1.jpg and the description of example2.jpg, please generate a new one.",
    files: ["example1.jpg", "example2.jpg"],
    plan: ["openpose-text-to-image(text=image-to-text(example2.jpg), image=pose-detection(example1.jpg))"],
  },
  {
    from: "HuggingGPT, Figure 9",
    text: 'generate a video with the title "An astronaut is walking in space" and dub it.',
    plan: ["text-to-video('An astronaut is walking in space')", "tts('An astronaut is walking in space')"],
  },
  {
    from: "HuggingGPT, Figure 9",
    text: "read the image example.jpg for me.",
    files: ["example.jpg"],
    plan: ["tts(ocr(example.jpg))"],
  },
  {
    from: "HuggingGPT, Figure 10",
    text: "Given a collection of images A: /examples/a.jpg, B: /examples/b.jpg, C: /examples/c.jpg, please tell me how many zebras in these pictures?",
    files: ["a.jpg", "b.jpg", "c.jpg"],
    plan: ["object-detection(a.jpg)", "object-detection(b.jpg)", "object-detection(c.jpg)"],
  },
  {
    from: "HIVE, Table 5",
    text: "How many people is in the image? ./data/images/image 6.jpg",
    files: ["image 6.jpg"],
    plan: ["object-detection(image 6.jpg)"],
  },
  {
    from: "HIVE, Table 5",
    text: "Write me a sonnet about this image ./data/images/image 11.jpg",
    files: ["image 11.jpg"],
    plan: ["text-generation(text=image-to-text(image 11.jpg), instruction='Write me a sonnet about this image')"],
  },
  {
    from: "HIVE, Table 5",
    text: "Build a pictorial presentation of the flower after deciphering the audio ./data/audios/audio 4.wav",
    files: ["audio 4.wav"],
    plan: ["text-to-image(asr(audio 4.wav))"],
  },
  {
    from: "HIVE, Table 5",
    text: "Use audio transcription as context and answer ‘what is the country starting the war whom the associated speech is about?’ from ./data/audios/audio6.wav",
    files: ["audio6.wav"],
    plan: [
      "qa(question='what is the country starting the war whom the associated speech is about?', context=asr(audio6.wav))",
    ],
  },
  {
    from: "HIVE, Table 5",
    text: "Extract a summary from the audio transcript ./data/audios/audio 8.wav, and generate an image based on the summary",
    files: ["audio 8.wav"],
    plan: ["text-to-image(summarization(asr(audio 8.wav)))"],
  },
  {
    from: "HIVE, appendix B",
    text: "Transcribe the audio and find entities",
    files: ["speech.wav"],
    plan: ["ner(asr(speech.wav))"],
  },
];
