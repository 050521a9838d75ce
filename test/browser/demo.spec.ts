import { PARTS } from "../../scripts/demo-parts.ts";
import { ask, demoFile, ended, expect, nodes, send, test } from "./app.ts";

test.describe("the demo's requests", () => {
  for (const [place, turns] of PARTS.flatMap(({ conversations }) => conversations).entries()) {
    test(`${place + 1}: ${turns[0]?.text}`, async ({ page, api }) => {
      await page.goto("/");
      for (const { text, files, findFault } of turns) {
        await ask(page, text, files.map(demoFile));
        const run = await ended(page, api);
        expect(findFault(run)).toBeNull();
        await expect(nodes(page)).toHaveCount(run.tasks.length);
        for (const task of run.tasks) {
          const words = task.status === "succeeded" ? "done" : task.status;
          await expect(nodes(page).nth(run.tasks.indexOf(task))).toHaveAccessibleName(new RegExp(words));
        }
        // The answer is Markdown: its plain words are enough to know it by.
        const said = (run.answer ?? "").match(/[\p{L}\d][\p{L}\d ,]{10,40}/u)?.[0].trim() ?? "";
        await expect(page.getByRole("main").getByText(said).filter({ visible: true }).first()).toBeVisible();
      }
    });
  }
});

test("what was found in a picture is marked on it, and can be switched off", async ({ page, api }) => {
  await page.goto("/");
  await ask(page, "Read the text in invoice.png", [demoFile("invoice.png")]);
  await ended(page, api);
  const made = page.getByRole("list", { name: "What was made" });
  const marks = made.locator("svg rect, svg polygon, svg path");
  const lines = made.getByRole("checkbox", { name: /Lines of text/ });
  await expect(lines).toBeChecked();
  const shown = await marks.count();
  await lines.uncheck();
  await expect.poll(() => marks.count()).toBeLessThan(shown);

  const enlarge = made.getByRole("button", { name: /enlarge/i }).first();
  await enlarge.click();
  await expect(page.getByRole("dialog", { name: "invoice.png" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(enlarge).toBeFocused();
});

test("the files of a report are listed with what they look like", async ({ page, api }) => {
  await page.goto("/");
  await ask(page, "Please generate a canny image based on photo.jpg", [demoFile("photo.jpg")]);
  const run = await ended(page, api);
  await page.goto(`/runs/${run.id}`);
  const listed = page.getByRole("region", { name: "Files" }).getByRole("listitem");
  await expect(listed.filter({ hasText: "image/png" })).toHaveCount(1);
  await expect
    .poll(() => listed.locator("img").evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(0);
});

test("a recording that was made can be played, and seen to move on", async ({ page, api }) => {
  await page.goto("/");
  await ask(page, "Read “The train leaves at nine from platform two” aloud");
  await ended(page, api);
  const player = page.getByRole("region", { name: /^Recording / }).first();
  await player.getByRole("button", { name: /^Play/ }).click();
  await expect(player.getByRole("button", { name: /^Pause/ })).toBeVisible();
  const slider = player.getByRole("slider");
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(0);
});

test("an example on the first page runs at one click, and leaves what is being written", async ({ page, api }) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Your request" }).fill("Something of mine");
  const examples = page.getByRole("region", { name: /click runs it/ });
  await expect(examples.getByRole("button", { name: /breed/ })).toContainText("needs a key");
  await examples.getByRole("button", { name: /invoice/ }).click();
  await page.waitForURL(/run=/);
  expect((await ended(page, api)).status).toBe("succeeded");
  await page.goto("/");
  await expect(page.getByRole("textbox", { name: "Your request" })).toHaveValue("Something of mine");
});

test("what is recorded from the microphone is a file that is sent", async ({ page, api }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Record from the microphone" }).click();
  const recording = page.getByRole("group", { name: "Recording" });
  await expect(recording).toContainText("0:01");
  await recording.getByRole("button", { name: /stop|done|attach/i }).click();
  await expect(page.getByRole("list", { name: "Attached files" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("textbox", { name: "Your request" }).fill("Remove the noise from the recording");
  await send(page);
  const run = await ended(page, api);
  expect(run.status).toBe("succeeded");
  expect(run.files.map(({ mediaType }) => mediaType)).toEqual(["audio/wav"]);
});
