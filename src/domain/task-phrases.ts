/** How a task type is put into words. */
export interface Phrase {
  /**
   * The sentence without its full stop. `{port}` stands for what is bound to that input; a piece in square brackets
   * is left out when nothing is.
   */
  readonly does: string;
  /** What a later step calls the result, whichever output it takes; or one name for each output. */
  readonly gives: string | Readonly<Record<string, string>>;
}

/** An image from a description and a control map. */
const KEEPING_TO_MAP: Phrase = { does: "Make an image of {text} that keeps to {image}", gives: "the new image" };

/** The phrase of every built-in task type, by its name. */
export const PHRASES: Readonly<Record<string, Phrase>> = {
  "text-classification": { does: "Label {text}, for example by its sentiment", gives: "the label" },
  "token-classification": { does: "Find the names, dates and amounts in {text}", gives: "the names found" },
  "text2text-generation": { does: "Rewrite {text}[ as asked: {instruction}]", gives: "the new text" },
  summarization: { does: "Summarize {text}[ at the length wished: {length}]", gives: "the summary" },
  translation: { does: "Translate {text}[ from {source-language}][ into {target-language}]", gives: "the translation" },
  "question-answering": { does: "Answer {question} from {context}", gives: "the answer" },
  "open-question-answering": { does: "Answer {question} from general knowledge", gives: "the answer" },
  conversational: { does: "Reply to {text}", gives: "the reply" },
  "text-generation": {
    does: "Write a text from {text}[ as asked: {instruction}][ in the form of {schema}]",
    gives: "the new text",
  },
  "feature-extraction": { does: "Turn {text} into a vector of features", gives: "the vector" },
  "sentence-similarity": { does: "Compare {sentence} with {sentences}", gives: "the similarity" },
  "zero-shot-classification": { does: "Choose among {labels} for {text}", gives: "the choice" },
  "language-identification": { does: "Say which language {text} is in", gives: "the language found" },
  "image-to-text": { does: "Describe what {image} shows", gives: "the caption" },
  "optical-character-recognition": { does: "Read the text in {image}", gives: "the printed text" },
  "visual-question-answering": { does: "Answer {question} about {image}", gives: "the answer" },
  "document-question-answering": { does: "Answer {question} from {document}", gives: "the answer" },
  "image-classification": { does: "Say what kind of thing {image} shows", gives: "the label" },
  "zero-shot-image-classification": { does: "Choose among {labels} for {image}", gives: "the choice" },
  "object-detection": {
    does: "Find, name and count the things in {image}",
    gives: { objects: "the things found", image: "the image with the things marked", text: "the things found" },
  },
  "barcode-reading": { does: "Read the code in {image}", gives: "what the code says" },
  "text-to-image": { does: "Make an image of {text}", gives: "the new image" },
  "image-to-image": { does: "Make a new image from {image}[ as asked: {text}]", gives: "the new image" },
  "image-editing": { does: "Change {image} as asked: {text}", gives: "the new image" },
  "canny-control": { does: "Find the edges in {image}", gives: "the edges" },
  "hed-control": { does: "Find the soft edges in {image}", gives: "the soft edges" },
  "mlsd-control": { does: "Find the straight lines in {image}", gives: "the straight lines" },
  "normal-control": { does: "Find the surface normals in {image}", gives: "the surface normals" },
  "pose-detection": { does: "Find the body poses in {image}", gives: "the poses" },
  "depth-estimation": { does: "Estimate how far away everything in {image} is", gives: "the depth map" },
  "scribble-control": { does: "Turn {image} into a scribble", gives: "the scribble" },
  "image-segmentation": {
    does: "Divide {image} into regions and name them",
    gives: {
      image: "the map of regions",
      overlay: "the image with the regions laid over it",
      segments: "the names of the regions",
      text: "the names of the regions",
    },
  },
  "canny-text-to-image": KEEPING_TO_MAP,
  "hed-text-to-image": KEEPING_TO_MAP,
  "mlsd-text-to-image": KEEPING_TO_MAP,
  "normal-text-to-image": KEEPING_TO_MAP,
  "openpose-text-to-image": KEEPING_TO_MAP,
  "depth-text-to-image": KEEPING_TO_MAP,
  "scribble-text-to-image": KEEPING_TO_MAP,
  "seg-text-to-image": KEEPING_TO_MAP,
  "automatic-speech-recognition": { does: "Write down what is said in {audio}", gives: "the transcript" },
  "text-to-speech": { does: "Read {text} aloud[ in {language}]", gives: "the speech" },
  "audio-classification": { does: "Say what kind of sound {audio} holds", gives: "the label" },
  "audio-to-audio": { does: "Clean up {audio}", gives: "the new recording" },
  "text-to-video": { does: "Make a video of {text}", gives: "the video" },
  "image-to-video": { does: "Make {image} move[ as asked: {text}]", gives: "the video" },
  "video-classification": { does: "Say what happens in {video}", gives: "the label" },
  "table-question-answering": { does: "Answer {question} from the rows of {table}", gives: "the answer" },
  "chart-drawing": { does: "Draw a chart of {table} as asked: {question}", gives: "the chart" },
  "tabular-classification": { does: "Predict a label for each row of {table}", gives: "the labels" },
  "code-execution": {
    does: "Run {code}[ on {inputs}] and give what it prints",
    gives: { text: "what it printed", data: "what it returned" },
  },
};
