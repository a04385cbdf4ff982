/** Documents that take long to read do not hold up the server. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { storeDocumentFile } from "../../src/files/received-files";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

test("the server stays responsive while it reads a costly PDF", async () => {
  const content = Buffer.from(`%PDF-1.5\n${"stream\n".repeat(2_900_000)}%%EOF`);
  const path = join(server.deps.config.dataDir, "costly.part");
  await Bun.write(path, content);
  const received = { path, name: "a.pdf", bytes: content.length, contentHash: "" };
  const started = performance.now();
  let last = started;
  let longest = 0;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const ticks = setInterval(tick, 2);
  try {
    await expect(
      storeDocumentFile(server.deps, received, "document", { address: "7.7.7.7" }),
    ).rejects.toThrow(expect.objectContaining({ code: "paper.no_pages" }));
  } finally {
    clearInterval(ticks);
  }
  tick();
  expect(longest).toBeLessThan((last - started) / 2);
});
