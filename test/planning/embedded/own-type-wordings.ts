import { input, output, taskType } from "../../../src/domain/task-types/task-type.ts";

/** A request, the files it comes with, and the deployment's own task types that it means. */
export interface OwnWording {
  readonly text: string;
  readonly files?: readonly string[];
  readonly means: readonly string[];
}

/** Own task types as a deployment may describe them: by the first seven the threshold of likeness was chosen. */
export const DESCRIBED = [
  taskType("subtitle-extraction", {
    area: "video",
    description: "Read the subtitles of a video",
    inputs: [input("video", "video")],
    outputs: [output("text", "text", "What the subtitles say")],
  }),
  taskType("license-plate-reading", {
    area: "image-understanding",
    description: "Read the number plates of cars in a picture",
    inputs: [input("image", "image")],
    outputs: [output("text", "text", "The registration numbers")],
  }),
  taskType("chess-move-suggestion", {
    area: "image-understanding",
    description: "Suggest the best next move in a chess position",
    inputs: [input("image", "image")],
    outputs: [output("text", "text")],
  }),
  taskType("music-separation", {
    area: "audio",
    description: "Separate a song into vocals and instruments",
    inputs: [input("audio", "audio")],
    outputs: [output("audio", "audio", "The vocals alone")],
  }),
  taskType("plant-disease-check", {
    area: "image-understanding",
    description: "Say which disease a plant has",
    inputs: [input("image", "image")],
    outputs: [output("text", "text")],
  }),
  taskType("address-validation", {
    area: "language",
    description: "Check whether a postal address exists",
    inputs: [input("text", "text")],
    outputs: [output("text", "text")],
  }),
  taskType("molecule-drawing", {
    area: "image-generation",
    description: "Draw the structure of a chemical compound",
    inputs: [input("text", "text")],
    outputs: [output("image", "image")],
  }),
  taskType("signature-verification", {
    area: "image-understanding",
    description: "Tell whether a signature is genuine or forged",
    inputs: [input("image", "image")],
    outputs: [output("text", "text")],
  }),
  taskType("calorie-estimation", {
    area: "image-understanding",
    description: "Estimate the calories of a meal",
    inputs: [input("image", "image")],
    outputs: [output("text", "text")],
  }),
  taskType("bird-song-identification", {
    area: "audio",
    description: "Name the bird that sings in a recording",
    inputs: [input("audio", "audio")],
    outputs: [output("text", "text", "The species of the bird")],
  }),
  taskType("contract-risk-review", {
    area: "document",
    description: "Find the risky clauses of a contract",
    inputs: [input("document", "document")],
    outputs: [output("text", "text")],
  }),
  taskType("recipe-scaling", {
    area: "language",
    description: "Change the ingredients of a recipe for more or fewer servings",
    inputs: [input("text", "text")],
    outputs: [output("text", "text")],
  }),
  taskType("beat-tracking", {
    area: "audio",
    description: "Find the tempo and the beats of music",
    inputs: [input("audio", "audio")],
    outputs: [output("beats", "data")],
  }),
  taskType("floor-plan-measurement", {
    area: "image-understanding",
    description: "Measure the rooms of a floor plan",
    inputs: [input("image", "image")],
    outputs: [output("rooms", "data")],
  }),
];

const one = (type: string, file: string | null, ...texts: readonly string[]): readonly OwnWording[] =>
  texts.map((text) => ({ text, files: file === null ? [] : [file], means: type === "" ? [] : [type] }));

/** With the first seven types. */
export const CHOSEN_BY: readonly OwnWording[] = [
  ...one(
    "subtitle-extraction",
    "talk.mp4",
    "pull the captions out of talk.mp4",
    "I need the subtitles from talk.mp4",
    "get all subtitle lines of this clip",
    "please extract the subtitles of talk.mp4",
  ),
  ...one(
    "license-plate-reading",
    "street.jpg",
    "what's the number plate of the car in street.jpg?",
    "read the license plates in street.jpg",
    "give me the registration number of this vehicle",
    "recognise the car's plate in street.jpg",
  ),
  ...one(
    "chess-move-suggestion",
    "board.png",
    "which move should white play next on this chess board?",
    "find the best chess move in board.png",
    "what is the strongest continuation in this chess position?",
    "suggest a move for black in board.png",
  ),
  ...one(
    "music-separation",
    "track.mp3",
    "split track.mp3 into vocals and backing instruments",
    "isolate the singer's vocals from the drums and guitar in track.mp3",
    "separate the vocals of track.mp3",
    "give me the instruments of track.mp3 without the vocals",
  ),
  ...one(
    "plant-disease-check",
    "leaf.jpg",
    "what disease does the plant in leaf.jpg have?",
    "is this plant sick with a disease?",
    "diagnose the tomato plant's disease in leaf.jpg",
    "which infection affects my plant in leaf.jpg?",
  ),
  ...one(
    "address-validation",
    null,
    'validate the address "12 High Street, Leeds"',
    'is the postal address "1 Main Road, Springfield" a real one?',
    'verify that the mailing address "5 Oak Avenue, York" exists',
    'check if the address "77 Hill Lane, Bath" exists',
  ),
  ...one(
    "molecule-drawing",
    null,
    'draw the molecule "caffeine"',
    'show me the chemical structure of "aspirin"',
    'sketch the structure of the compound "benzene"',
    'depict the molecular structure of "ethanol"',
  ),
  { text: "extract the subtitles of talk.mp4 and summarize them", files: ["talk.mp4"], means: ["subtitle-extraction"] },
  {
    text: "read the number plate in street.jpg and describe street.jpg",
    files: ["street.jpg"],
    means: ["license-plate-reading"],
  },
  ...one("", "talk.mp4", "transcribe talk.mp4", "what happens in talk.mp4?", "read aloud what is said in talk.mp4"),
  ...one(
    "",
    "street.jpg",
    "how many cars are in street.jpg?",
    "read the text in street.jpg",
    "detect the cars in street.jpg",
    "describe this picture of a street with number signs",
    "turn the license in street.jpg into text",
  ),
  ...one("", "board.png", "is someone playing chess in board.png?", "make board.png brighter", "caption board.png"),
  ...one(
    "",
    "track.mp3",
    "remove the noise from track.mp3",
    "transcribe the lyrics of the song track.mp3",
    "what kind of music is track.mp3?",
    "write down what the singer says in track.mp3",
  ),
  ...one(
    "",
    "leaf.jpg",
    "what plant is in leaf.jpg?",
    "segment the plant in leaf.jpg",
    "remove the plant from leaf.jpg",
  ),
  ...one(
    "",
    null,
    'summarize "The disease spread through the plants of the valley within weeks and ruined the harvest."',
    'find the addresses in "Send it to 12 High Street, Leeds, or to 5 Oak Avenue, York."',
    'translate "Please check the address on the envelope" into German',
    "draw a castle on a hill",
    "paint a chemist in a laboratory",
    "write a poem about chess",
    "draw a picture of a plant",
  ),
];

/** With the other seven, of which nothing was chosen. */
export const HELD_OUT: readonly OwnWording[] = [
  ...one(
    "signature-verification",
    "sign.png",
    "is the signature in sign.png genuine?",
    "check whether this signature was forged",
    "verify the signature in sign.png",
    "tell me if somebody faked the signature in sign.png",
  ),
  ...one(
    "calorie-estimation",
    "lunch.jpg",
    "how many calories are in this meal?",
    "estimate the calories of lunch.jpg",
    "count the calories of the dish in lunch.jpg",
    "how fattening is the dinner in lunch.jpg?",
  ),
  ...one(
    "bird-song-identification",
    "dawn.wav",
    "which bird is singing in dawn.wav?",
    "identify the bird in dawn.wav",
    "what species of bird do we hear in dawn.wav?",
    "recognise the bird's song in dawn.wav",
  ),
  ...one(
    "contract-risk-review",
    "lease.pdf",
    "which clauses in this contract are risky?",
    "find risky clauses in lease.pdf",
    "point out dangerous terms of the contract lease.pdf",
    "review the contract lease.pdf for risks",
  ),
  ...one(
    "recipe-scaling",
    "stew.txt",
    "scale the recipe stew.txt to six servings",
    "adapt the ingredients of stew.txt for ten servings",
    "double the recipe in stew.txt",
    "rewrite the recipe stew.txt so that it serves more people",
  ),
  ...one(
    "beat-tracking",
    "groove.mp3",
    "what is the tempo of groove.mp3?",
    "detect the beats in groove.mp3",
    "track the beat of groove.mp3",
    "how fast is the rhythm of groove.mp3?",
  ),
  ...one(
    "floor-plan-measurement",
    "flat.png",
    "measure the rooms in flat.png",
    "how big are the rooms of this floor plan?",
    "what is the size of each room on the floor plan flat.png?",
    "work out the floor area of the rooms in flat.png",
  ),
  { text: "find the tempo of groove.mp3 and transcribe it", files: ["groove.mp3"], means: ["beat-tracking"] },
  {
    text: "estimate the calories of lunch.jpg, then describe the picture",
    files: ["lunch.jpg"],
    means: ["calorie-estimation"],
  },
  ...one("", "sign.png", "read the text in sign.png", "what does this sign say?", "who signed sign.png?"),
  ...one(
    "",
    "lunch.jpg",
    "what is on the plate in lunch.jpg?",
    "describe the meal in lunch.jpg",
    "how many forks are in lunch.jpg?",
    "estimate the depth of lunch.jpg",
  ),
  ...one(
    "",
    "dawn.wav",
    "transcribe dawn.wav",
    "what sounds are in dawn.wav?",
    "clean the noise out of dawn.wav",
    "which song plays in dawn.wav?",
  ),
  ...one(
    "",
    "lease.pdf",
    "summarize the contract lease.pdf",
    "when does the contract lease.pdf end?",
    "translate the contract lease.pdf into French",
    "find the names of people in lease.pdf",
  ),
  ...one(
    "",
    "stew.txt",
    "translate the recipe stew.txt into Spanish",
    "which ingredients does stew.txt name?",
    "read stew.txt aloud",
  ),
  ...one("", "groove.mp3", "transcribe groove.mp3", "what instrument is in groove.mp3?"),
  ...one(
    "",
    "flat.png",
    "how many rooms are in flat.png?",
    "describe flat.png",
    "segment the floor in flat.png",
    "estimate the depth of the room in flat.png",
  ),
  ...one("", null, "draw a bird that sings", "write a recipe for bread", "paint a room with a wooden floor"),
];
