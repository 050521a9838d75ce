import type { Reading, Readings } from "./reading.ts";

const OPEN: Reading = { gated: false };

export const GATED: Readings = {
  readings: [
    ["draw a fox with ungated models", OPEN],
    ["draw a fox, no gated models", OPEN],
    ["draw a fox, not gated please", OPEN],
    ["draw a fox and use nothing gated", OPEN],
    ["Nothing gated please: draw a fox", OPEN],
    ["draw a fox using openly downloadable weights only", OPEN],
    ["draw a fox with models that aren't gated", OPEN],
    ["the models must not be gated, draw a fox", OPEN],
    ["models whose weights anyone can download: draw a fox", OPEN],
    ["draw a fox without gated weights", OPEN],
    ["draw a fox with non-gated checkpoints", OPEN],
    ["Only ungated models please. Draw a fox.", OPEN],
    ["avoid gated models, draw a fox", OPEN],
    ["don't use gated models to draw a fox", OPEN],
    ["draw a fox with freely downloadable models", OPEN],
    ["draw a fox with a model I can download without requesting access", OPEN],
    ["caption a.png with a model under 1B parameters that is not gated", { ...OPEN, size: { max: 1e9 } }],
  ],
  tempting: [
    "Describe the gated community in photo.jpg",
    "Draw a house without a gated drive",
    "What is a gated recurrent unit?",
    "Is the garden gated?",
    "Write about gated models",
    "A gated reverb sound, explain it",
    "Find houses that are not gated in homes.csv",
    "Translate 'no gated models' into German",
    "Draw a park, not gated, with children",
    "Explain why Llama's weights are gated",
    "Which datasets are openly available according to paper.pdf?",
    "Draw weights that anyone can lift",
    "Describe a.png without asking anyone",
    "Which models in models.csv are not gated?",
    "List the ungated models in models.csv",
    "Draw a castle that isn't gated",
    "Who lives in a gated villa in story.txt?",
  ],
};
