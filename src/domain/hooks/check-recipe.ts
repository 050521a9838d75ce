import { isAddress } from "../addresses.ts";
import type { Issue } from "../errors.ts";
import type { Recipe } from "./hook.ts";
import { faultOfPlan, hasWords, parsePath, parseTemplate, pathsIn, type Template, writePath } from "./template.ts";

/** Size of a recipe as JSON: all hooks of a tenant are listed in one response. */
export const MAX_RECIPE_CHARS = 100_000;

/** The faults of a recipe with their paths; empty for a valid one, which can be applied to any payload. */
export function checkRecipe(recipe: Recipe): readonly Issue[] {
  const plan = recipe.plan === undefined ? null : faultOfPlan(recipe.plan);
  return [
    ...faultsOfTemplate(recipe),
    ...recipe.resources.flatMap((template, place) => faultsOfAddress(template, `resources.${place}`)),
    ...parsed(recipe.conversationKey ?? "", "conversationKey").issues,
    ...Object.keys(recipe.only).flatMap((path) => faultsOfPath(path, `only.${path}`)),
    ...faultsOfChoices(recipe),
    ...(plan === null ? [] : [{ path: "plan", message: plan }]),
    ...faultsOfSize(recipe),
  ];
}

/** The fault of a recipe that is too large; it is reported at the plan, as all other parts have limits of their own. */
const faultsOfSize = ({ template, resources, only, choices, plan = null }: Recipe): readonly Issue[] =>
  JSON.stringify([template, resources, only, choices, plan]).length <= MAX_RECIPE_CHARS
    ? []
    : [{ path: "plan", message: `comes to more than ${MAX_RECIPE_CHARS} characters with all else of the hook` }];

/** The faults of paths that are used as keys: two spellings may mean the same path. */
export function faultsOfTwins(written: readonly string[], place: string): readonly Issue[] {
  const paths = written.map(normalisePath);
  return written.flatMap((path, at) =>
    paths.indexOf(normalisePath(path)) < at ? [{ path: `${place}.${path}`, message: "stands there twice" }] : [],
  );
}

/** The canonical spelling of a path; an invalid one is returned unchanged. */
export function normalisePath(path: string): string {
  const read = parsePath(path);
  return read.ok ? writePath(read.value) : path;
}

interface Parsed {
  readonly template: Template;
  readonly issues: readonly Issue[];
}

function parsed(text: string, path: string): Parsed {
  const read = parseTemplate(text);
  return read.ok ? { template: read.value, issues: [] } : { template: [], issues: [{ path, message: read.error }] };
}

function faultsOfTemplate({ template: text, plan }: Recipe): readonly Issue[] {
  const { template, issues } = parsed(text, "template");
  if (issues.length > 0) return issues;
  const faults: string[] = [];
  if (plan === undefined && !hasWords(template)) faults.push("must say in words what is to be done with the fields");
  if (isCrowded(template)) faults.push('needs a space around each field, such as in "Summarize {{body.text}}, please"');
  return faults.map((message) => ({ path: "template", message }));
}

/** True where the name of a field's file would run into what stands beside it. */
const isCrowded = (template: Template): boolean =>
  template.some((piece, at) => {
    if (piece.as === "words") return false;
    const before = template[at - 1];
    const after = template[at + 1];
    if (before?.as === "field" || after?.as === "field") return true;
    return /[\w./\\~-]$/.test(before?.text ?? "") || /^(?:\.?\w|[/\\~-])/.test(after?.text ?? "");
  });

function faultsOfAddress(text: string, path: string): readonly Issue[] {
  const { template, issues } = parsed(text, path);
  if (issues.length > 0) return issues;
  const isFixed = pathsIn(template).length === 0;
  return isFixed && !isAddress(text)
    ? [{ path, message: "must be an address, or have a field in it that is one" }]
    : [];
}

function faultsOfPath(text: string, path: string): readonly Issue[] {
  const read = parsePath(text);
  return read.ok ? [] : [{ path, message: read.error }];
}

function faultsOfChoices({ choices, template: text }: Recipe): readonly Issue[] {
  const named = new Set(pathsIn(parsed(text, "template").template).map(writePath));
  return Object.keys(choices).flatMap((path) => {
    const faults = faultsOfPath(path, `choices.${path}`);
    if (faults.length > 0 || named.has(path)) return faults;
    return [{ path: `choices.${path}`, message: "is no field of the template" }];
  });
}
