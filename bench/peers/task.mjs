import { setTimeout as wait } from "node:timers/promises";

/**
 * One task of any peer: a call of the server that our own tasks call, or a timer in the peer's process.
 *
 * @param {number} ms how long it takes besides
 * @param {string | null} url of the server; null for a timer
 * @returns {Promise<number>} milliseconds waited, as a timer is never early and seldom exact; 0 for a call, whose
 *   server keeps them
 * @throws {Error} when the server's answer is another than ours would take
 */
export async function performTask(ms, url) {
  if (url === null) {
    const start = performance.now();
    await wait(ms);
    return performance.now() - start;
  }
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ inputs: { text: String(ms) } }),
  });
  const { outputs } = await answer.json();
  if (outputs.text !== String(ms)) throw new Error(`the server answered ${outputs.text} and not ${ms}`);
  return 0;
}
