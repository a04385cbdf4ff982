/** The gate that sends a page's head before the page's queries run. */
import { expect, test } from "bun:test";
import { createHeadGate } from "../../src/pages/head-gate";

test("a call that fails with an error lets the calls that wait for the head go on", async () => {
  const gate = createHeadGate();
  const waiting = gate.follow(async () => {
    await gate.hold();
    return new Response("rows");
  });
  const failing = gate.follow(() => Promise.reject(new Error("gone")));
  await expect(failing).rejects.toThrow("gone");
  const first = await Promise.race([waiting.then((answer) => answer.text()), Bun.sleep(500)]);
  expect(first).toBe("rows");
});
