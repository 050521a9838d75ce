import type { TaskRecipe } from "../session.ts";
import { MEDIA_RECIPES } from "./media.ts";
import { TEXT_RECIPES } from "./text.ts";

export const RECIPES: ReadonlyMap<string, readonly TaskRecipe[]> = new Map(
  Object.entries({ ...TEXT_RECIPES, ...MEDIA_RECIPES }),
);

/**
 * The recipes of a task type for models that are served for one of the Hub's tasks, the best first; empty where the
 * library has no method for it. Beside these a chat model does whatever `../../chat-tasks/` has an instruction for, and a
 * custom endpoint may do any.
 */
export const recipesFor = (taskType: string): readonly TaskRecipe[] => RECIPES.get(taskType) ?? [];
