import { abortAllDurableObjects } from "cloudflare:test";
import { describe, expect, inject, it } from "vitest";
import { formOf, NUMBER, STRING } from "../response/structured/forms.ts";
import { openConversation, release, scripted, value } from "./driver.ts";

describe("a message whose answer is wanted in a form", () => {
  it("has it in the log, whatever died meanwhile", async () => {
    const { part, start, end, until, rpc, log } = await openConversation();
    const answerFormat = formOf({ text: STRING });
    const run = await start({ plan: [scripted(0, { key: part, held: part })], answerFormat });
    await until(run, (event) => event.type === "task-start");
    await abortAllDurableObjects();
    await release(inject("expertUrl"), part);
    const state = await end(run);
    expect(state.structured).toMatchObject({
      as: "filled",
      value: { text: `a/expert did ${part}` },
      by: "embedded",
    });
    await abortAllDurableObjects();
    expect(value(await rpc().run(run)).state).toMatchObject({ answerFormat, structured: state.structured });
    const events = await log(run);
    expect(events[0]).toMatchObject({ type: "run-start", data: { answerFormat } });
    expect(events.at(-1)).toMatchObject({ type: "run-end", data: { structured: state.structured } });
  });

  it("waits its turn with it, and is refused with what nothing was found for", async () => {
    const { start, end } = await openConversation();
    await start({ plan: [scripted(0, {})] });
    const run = await start({ plan: [scripted(0, {})], answerFormat: formOf({ text: STRING, total: NUMBER }) });
    const { structured, end: ended } = await end(run);
    expect(structured).toMatchObject({ as: "refused", missing: ["total"] });
    expect(ended?.status).toBe("succeeded");
  });

  it("has it also where there is no plan", async () => {
    const { start, end } = await openConversation();
    const {
      structured,
      answer,
      end: ended,
    } = await end(await start({ text: "Hello!", answerFormat: formOf({ text: STRING }) }));
    expect(structured).toMatchObject({ as: "refused", missing: ["text"] });
    expect(answer).not.toBe("");
    expect(ended?.status).toBe("succeeded");
  });
});
