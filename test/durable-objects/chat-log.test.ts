import { describe, expect, inject, it } from "vitest";
import { openConversation, value } from "./driver.ts";

describe("the chat log that a message is planned with", () => {
  const address = `${inject("expertUrl")}calls.json`;

  it("has with a person's turn what was fetched for it", async () => {
    const { start, end, rpc } = await openConversation();
    const run = await start({ text: `Count the rows of ${address}` });
    const { fetched } = await end(run);
    expect(fetched).toMatchObject([{ name: "calls.json", origin: { by: "url", url: address } }]);
    const { log } = value(await rpc().dryRunJob({ text: "yes", attached: [] }));
    expect(log).toMatchObject([
      { role: "user", text: `Count the rows of ${address}`, resources: fetched },
      { role: "assistant" },
    ]);
    expect(value(await rpc().read()).log[0]).toMatchObject({ resources: fetched.map(({ id }) => id) });
  });

  it("has what was attached before it, and nothing of other turns", async () => {
    const { start, end, rpc } = await openConversation();
    const first = await end(await start({ text: `Count the rows of ${address}` }));
    const [file] = first.fetched;
    if (!file) throw new Error("Nothing was fetched");
    const attached = [
      { by: "url", url: address },
      { by: "id", id: file.id },
    ] as const;
    const second = await end(await start({ text: "Count their rows", attached }));
    const { log } = value(await rpc().dryRunJob({ text: "and now?", attached: [] }));
    const turns = log.filter(({ role }) => role === "user").map(({ resources }) => resources.map(({ id }) => id));
    expect(second.fetched).toHaveLength(1);
    expect(turns).toEqual([[file.id], [file.id, ...second.fetched.map(({ id }) => id)]]);
  });
});
