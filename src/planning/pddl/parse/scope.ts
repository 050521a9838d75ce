import type { TypedName } from "../ast.ts";
import type { TokenCursor } from "./cursor.ts";
import { MAX_VISIBLE_VARIABLES } from "./limits.ts";
import type { Declaration } from "./typed-list.ts";

/** The variables visible at a place, by the name they have in the text. */
export class ParseScope {
  readonly #visible = new Map<string, TypedName>();
  /** Also those that were visible before. */
  readonly #declared = new Set<string>();
  #renamed = 0;

  get(name: string): TypedName | undefined {
    return this.#visible.get(name);
  }

  /**
   * Makes the variables visible while `inside` runs. One that hides another is renamed to what no text can
   * hold, so that conditions of the outer one can be joined with those of the inner one.
   * @param isJoined that it may have no name ever declared here, as it is joined with a condition that had its own
   * @throws PddlError `meaning` for a variable declared twice, `too-large` for too many
   */
  within<T>(
    cursor: TokenCursor,
    declarations: readonly Declaration[],
    isJoined: boolean,
    inside: (variables: readonly TypedName[]) => T,
  ): T {
    const hidden = new Map<string, TypedName | undefined>();
    const variables = declarations.map(({ entry, at }) => {
      if (hidden.has(entry.name)) throw cursor.failure("meaning", `variable '${entry.name}' is declared twice`, at);
      const outer = this.#visible.get(entry.name);
      hidden.set(entry.name, outer);
      const isTaken = outer !== undefined || (isJoined && this.#declared.has(entry.name));
      const variable = isTaken ? this.#renamedOf(entry) : entry;
      this.#declared.add(entry.name);
      this.#visible.set(entry.name, variable);
      if (this.#visible.size > MAX_VISIBLE_VARIABLES) {
        throw cursor.failure("too-large", `more than ${MAX_VISIBLE_VARIABLES} variables at once`, at);
      }
      return variable;
    });
    const result = inside(variables);
    for (const [name, outer] of hidden) {
      if (outer === undefined) this.#visible.delete(name);
      else this.#visible.set(name, outer);
    }
    return result;
  }

  #renamedOf({ name, types }: TypedName): TypedName {
    this.#renamed += 1;
    return { name: `${name}'${this.#renamed}`, types };
  }
}
