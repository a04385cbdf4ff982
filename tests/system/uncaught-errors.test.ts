import { expect, test } from "bun:test";
import { join } from "node:path";
import { createTestServer } from "../support/server";

test.each([
  ["a promise that is rejected", `void Promise.reject(new Error("lost"))`],
  ["a timer that fails", `setTimeout(() => { throw new Error("lost"); })`],
])("%s is logged and does not end the process", async (_, failing) => {
  const file = join(import.meta.dir, "../../src/process/uncaught-errors");
  const script = `
    const { surviveUncaughtErrors } = await import(${JSON.stringify(file)});
    surviveUncaughtErrors({ log: { error: (_, { reason }) => console.log("logged", reason.message) } });
    ${failing};
    setTimeout(() => console.log("alive"), 50);
  `;
  const run = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "pipe" });
  expect(await new Response(run.stdout).text()).toBe("logged lost\nalive\n");
  expect(await run.exited).toBe(0);
});

test("a server exits if its background work cannot start", async () => {
  const server = await createTestServer();
  try {
    // The background work reads this table first, but a start does not.
    server.deps.db.$client.run("ALTER TABLE fee_schedules RENAME TO lost");
    const run = Bun.spawn([process.execPath, join(import.meta.dir, "../../src/main.ts"), "serve"], {
      env: { DATA_DIR: server.folder, PORT: "0", HOST: "127.0.0.1" },
      stdout: "ignore",
      stderr: "ignore",
      timeout: 30_000,
    });
    expect(await run.exited).toBe(1);
  } finally {
    server.close();
  }
}, 40_000);
