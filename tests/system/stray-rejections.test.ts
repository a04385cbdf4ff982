import { expect, test } from "bun:test";
import { join } from "node:path";

test("a promise that fails with nobody waiting for it is logged, and ends nothing", async () => {
  const file = join(import.meta.dir, "../../src/process/stray-rejections");
  const script = `
    const { surviveStrayRejections } = await import(${JSON.stringify(file)});
    surviveStrayRejections({ log: { error: (_, { reason }) => console.log("logged", reason.message) } });
    void Promise.reject(new Error("lost"));
    setTimeout(() => console.log("alive"), 50);
  `;
  const run = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "pipe" });
  expect(await new Response(run.stdout).text()).toBe("logged lost\nalive\n");
  expect(await run.exited).toBe(0);
});
