interface Named {
  readonly label: string;
  /** From 0 to 1; null where the model gives none. */
  readonly score: number | null;
}

/** More are in the data. */
const MAX_TOLD_KINDS = 10;
const MAX_TOLD_SCORES = 5;
const MAX_LABEL_CHARACTERS = 60;

/** "2 zebras (98%, 91%), 1 person (88%)": what there is, most of it first, with the models' scores, best first. */
export function describeObjects(objects: readonly Named[]): string {
  if (objects.length === 0) return "Nothing was found in the image.";
  const kinds = [...Map.groupBy(objects, ({ label }) => label)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const told = kinds.slice(0, MAX_TOLD_KINDS).map(([label, all]) => `${counted(label, all.length)}${scores(all)}`);
  const rest = kinds.length - told.length;
  return `${told.join(", ")}${rest === 0 ? "" : ` and ${rest} more kinds`}`;
}

function scores(objects: readonly Named[]): string {
  const known = objects.flatMap(({ score }) => (score === null ? [] : [score])).toSorted((one, other) => other - one);
  if (known.length === 0) return "";
  const told = known.slice(0, MAX_TOLD_SCORES).map((score) => `${Math.round(score * 100)}%`);
  return ` (${told.join(", ")}${known.length > told.length ? ", …" : ""})`;
}

/** "1 person", "2 people"; "2 × LABEL_1" of what is no English noun. */
function counted(label: string, count: number): string {
  const name = label.replace(/\s+/g, " ").trim().slice(0, MAX_LABEL_CHARACTERS);
  if (!/^[a-z]+(?:[ -][a-z]+)*$/.test(name)) return `${count} × ${name || "something"}`;
  return `${count} ${count === 1 ? name : plural(name)}`;
}

/** Of the labels of COCO, Objects365 and ADE20K. */
const IRREGULAR: readonly (readonly [ending: RegExp, plural: string])[] = [
  [/person$/, "people"],
  [/(?<=\b|wo)man$/, "men"],
  [/child$/, "children"],
  [/mouse$/, "mice"],
  [/goose$/, "geese"],
  [/(?<=\bkni|\bli)fe$/, "ves"],
  [/(?<=shel|lea)f$/, "ves"],
  [/(?:sheep|fish|deer|skis|scissors|stairs|grass|glasses|broccoli)$/, "$&"],
];

function plural(name: string): string {
  for (const [ending, form] of IRREGULAR) if (ending.test(name)) return name.replace(ending, form);
  if (/(?:s|x|z|ch|sh)$/.test(name)) return `${name}es`;
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`;
}
