import { failure } from "../../domain/errors.ts";
import { renderReport } from "../../response/render-report.ts";
import { buildReport } from "../../response/report.ts";
import { problem } from "../problem.ts";
import { preferredType } from "../request-headers.ts";
import { type Route, route } from "../route.ts";
import { runOf } from "./conversation-of.ts";

export const reportRoutes: readonly Route[] = [
  route(
    {
      method: "get",
      path: "/v1/runs/{id}/report",
      name: "readReport",
      summary: "The explanation of a run: tasks, models and why, evidence, cost",
      access: "key",
      headers: { Accept: "`text/markdown` for a text to read; JSON otherwise." },
      answers: {
        200: { description: "The report.", content: { "application/json": "Report", "text/markdown": null } },
      },
    },
    async (c) => {
      const { id, rpc } = await runOf(c);
      const run = await rpc.run(id);
      if (!run.ok) return problem(c, run.error);
      const { state } = run.value;
      if (!state) return problem(c, failure("conflict", "The run waits its turn; there is nothing to report yet"));
      const report = buildReport(state, c.var.wiring.ontology, Date.now());
      c.header("Vary", "Accept", { append: true });
      if (preferredType(c, ["application/json", "text/markdown"]) === "application/json") return c.json(report);
      return c.body(renderReport(report), 200, { "content-type": "text/markdown; charset=utf-8" });
    },
  ),
];
