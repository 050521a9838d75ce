import { fileURLToPath } from "node:url";
import {
  HOW_PLANNED,
  type InputFile,
  PLANNING_OPTIONS,
  PLANNINGS,
  readArguments,
  writeReport,
} from "../../arguments.ts";
import { controllerNamed } from "../../controllers.ts";
import { share } from "../../format.ts";
import { readRows } from "../../labelled/read-rows.ts";
import { shareOf } from "../../measures/means.ts";
import { dialogueRow } from "../../requests/row.ts";
import { type Suite, UsageError } from "../../suite.ts";
import { renderTable } from "../../table.ts";
import { planDialogue } from "./plan-dialogue.ts";

const PARTS: readonly InputFile[] = ["dialogue-dev.jsonl", "dialogue-test.jsonl"].map((shown) => ({
  path: fileURLToPath(new URL(`../../requests/${shown}`, import.meta.url)),
  shown,
}));

/** What is printed with `--json`; shares are between 0 and 1. */
interface DialogueReport {
  readonly suite: "dialogue";
  readonly controller: string;
  readonly files: Readonly<Record<string, Readonly<Record<string, Score>>>>;
}

interface Score {
  readonly messages: number;
  readonly right: number | null;
  /** Another plan than any that is right: a question back that was not needed is no such. */
  readonly wrongPlan: number | null;
}

/** Messages that lean on those before them, `evaluation/requests/`. */
export const DIALOGUE: Suite = {
  summary: "what is said after an answer: the right tasks, on the right things, in the right words",
  usage: `npm run evaluate -- dialogue [--part dev|test] [--controller embedded|auto|openai|workers-ai] [--planning ${PLANNINGS}]
                                [--failures] [--json]

  --part PART         only these conversations; both parts when left out
  --controller NAME   who plans; embedded when left out
  --planning HOW      ${HOW_PLANNED}
  --failures          also what was planned where that is wrong; only of part dev, as the other is held back
  --json              one JSON object instead of a table`,

  async run(given, surroundings) {
    const options = { ...PLANNING_OPTIONS, part: { type: "string" }, failures: { type: "boolean" } } as const;
    const { values } = readArguments(given, options);
    const { controller: name = "embedded", part, failures = false } = values;
    const parts = PARTS.filter(({ shown }) => part === undefined || shown === `dialogue-${part}.jsonl`);
    if (parts.length === 0) throw new UsageError("--part is dev or test");
    if (failures && part !== "dev") throw new UsageError("--failures shows part dev alone");
    const controller = await controllerNamed(name, surroundings.environment, values.planning);
    const files: Record<string, Readonly<Record<string, Score>>> = {};
    const lines: string[] = [];
    for (const file of parts) {
      const judged = await planDialogue(await readRows(file, dialogueRow), controller, surroundings);
      const kinds = [...Map.groupBy(judged, ({ follows }) => follows), ["all", judged] as const];
      files[file.shown] = Object.fromEntries(kinds.map(([kind, own]) => [kind, scoreOf(own)]));
      if (failures) lines.push(...judged.filter(({ isRight }) => !isRight).map(({ shown }) => shown));
    }
    const report: DialogueReport = { suite: "dialogue", controller: controller.name, files };
    writeReport(report, (one) => [...lines, printDialogue(one)].join("\n"), values.json, surroundings);
  },
};

const scoreOf = (judged: readonly { readonly isRight: boolean; readonly isPlan: boolean }[]): Score => ({
  messages: judged.length,
  right: shareOf(judged.map(({ isRight }) => isRight)),
  wrongPlan: shareOf(judged.map(({ isRight, isPlan }) => isPlan && !isRight)),
});

const printDialogue = ({ controller, files }: DialogueReport): string =>
  [
    `Messages that follow others, planned by the ${controller} controller.`,
    ...Object.entries(files).flatMap(([file, kinds]) => [
      "",
      renderTable(
        [file, "messages", "right", "wrong plan"],
        Object.entries(kinds).map(([kind, { messages, right, wrongPlan }]) => [
          kind,
          String(messages),
          share(right),
          share(wrongPlan),
        ]),
      ),
    ]),
  ].join("\n");
