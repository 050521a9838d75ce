/** A plain request, and the plan that any planner must make of it. */
export interface Plain {
  readonly text: string;
  readonly files?: readonly string[];
  readonly tasks: readonly string[];
  /** `giver > taker`. */
  readonly links: readonly string[];
}

const one = (text: string, task: string, ...files: readonly string[]): Plain => ({
  text,
  files,
  tasks: [task],
  links: [],
});
const chain = (text: string, tasks: readonly string[], ...files: readonly string[]): Plain => ({
  text,
  files,
  tasks,
  links: tasks.slice(1).map((taker, index) => `${tasks[index]} > ${taker}`),
});

export const PLAIN: readonly Plain[] = [
  one("Transcribe talk.wav", "automatic-speech-recognition", "talk.wav"),
  one("What is said in this recording?", "automatic-speech-recognition", "talk.wav"),
  one("Describe this picture", "image-to-text", "photo.jpg"),
  one("Read the text in scan.png", "optical-character-recognition", "scan.png"),
  one("How many dogs are in the photo?", "object-detection", "dogs.jpg"),
  one("What colour is the car in this photo?", "visual-question-answering", "car.jpg"),
  one("What is the total on this invoice?", "document-question-answering", "invoice.pdf"),
  one("Remove the tree from the picture", "image-editing", "garden.jpg"),
  one("Turn this photo into a watercolour", "image-to-image", "photo.jpg"),
  one("Draw a picture of a lighthouse at night", "text-to-image"),
  one("Make a short video of waves on a beach", "text-to-video"),
  one("Animate this picture", "image-to-video", "photo.jpg"),
  one("What happens in this clip?", "video-classification", "clip.mp4"),
  one("Estimate the depth of this photo", "depth-estimation", "photo.jpg"),
  one("Segment this image", "image-segmentation", "photo.jpg"),
  one("Show me the canny edges of photo.jpg", "canny-control", "photo.jpg"),
  one("Read the QR code in the picture", "barcode-reading", "code.png"),
  one("Remove the noise from this recording", "audio-to-audio", "talk.wav"),
  one("What kind of sound is this?", "audio-classification", "noise.wav"),
  one('Read "Good morning, dear friends" aloud', "text-to-speech"),
  one('Translate "Good morning, dear friends" into German', "translation"),
  one('Is the review "The food was cold and late" positive or negative?', "text-classification"),
  one("Summarize notes.txt", "summarization", "notes.txt"),
  one("Write a poem about the sea", "text-generation"),
  one("Who wrote Hamlet?", "open-question-answering"),
  one("Which region sold the most?", "table-question-answering", "sales.csv"),
  one('Which people and places are named in "Ada met Karl in Paris"?', "token-classification"),
  chain("Transcribe talk.wav and summarize it", ["automatic-speech-recognition", "summarization"], "talk.wav"),
  chain(
    "Transcribe talk.wav and translate it into French",
    ["automatic-speech-recognition", "translation"],
    "talk.wav",
  ),
  chain("Describe the photo and read the description aloud", ["image-to-text", "text-to-speech"], "photo.jpg"),
  chain(
    "Read the text in scan.png and translate it into English",
    ["optical-character-recognition", "translation"],
    "scan.png",
  ),
  chain("Read the letter in letter.png aloud", ["optical-character-recognition", "text-to-speech"], "letter.png"),
  chain("Summarize report.txt and read the summary aloud", ["summarization", "text-to-speech"], "report.txt"),
  chain("Translate notes.txt into Spanish and read it aloud", ["translation", "text-to-speech"], "notes.txt"),
  chain(
    "Transcribe talk.wav, summarize it and translate the summary into German",
    ["automatic-speech-recognition", "summarization", "translation"],
    "talk.wav",
  ),
  chain("Draw a picture of a red fox and animate it", ["text-to-image", "image-to-video"]),
];
