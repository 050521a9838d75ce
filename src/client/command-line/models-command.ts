import type { Client } from "../client.ts";
import { readJsonObject } from "./attachments.ts";
import type { ModelsCommand } from "./commands.ts";
import { modelLines, ownModelLines, pageLines } from "./model-lines.ts";
import { type CliSession, EXIT, print, printJson } from "./session.ts";
import { type StyledLine, span } from "./styled.ts";

/** Finds models, or sees to those of one's own. */
export async function actOnModels(client: Client, command: ModelsCommand, session: CliSession): Promise<number> {
  const { signal, folder } = session;
  const show = (value: unknown, lines: () => readonly StyledLine[]): number => {
    if (command.json) printJson(session, value, 2);
    else print(session, lines());
    return EXIT.succeeded;
  };
  switch (command.action) {
    case "search": {
      const page = await client.models.search(command.conditions, { signal });
      return show(page, () => pageLines(page));
    }
    case "show": {
      const model = await client.models.get(command.id, { signal });
      return show(model, () => modelLines(model, command.snippets));
    }
    case "own": {
      const models = await client.models.own({ signal });
      return show(models, () => ownModelLines(models));
    }
    case "add": {
      const facts = command.from === undefined ? {} : await readJsonObject(folder, command.from);
      const model = await client.models.add({ ...facts, ...command.stated }, { signal });
      return show(model, () => [
        [span("✔ ", "green"), span(`${model.id} takes part in your next request that needs ${model.task}.`)],
      ]);
    }
    case "remove": {
      await client.models.remove(command.id, { signal, task: command.task });
      return show({ removed: command.id }, () => [[span(`${command.id} is gone, with its headers.`)]]);
    }
  }
}
