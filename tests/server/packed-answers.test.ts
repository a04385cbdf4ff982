/** Answers from other servers are read as they arrive: a small compressed answer must not fill the memory. */
import { afterAll, expect, test } from "bun:test";
import { zstdCompressSync } from "node:zlib";
import { Glob } from "bun";
import { callProvider as askSignIn } from "../../src/accounts/providers/provider-fetch";
import { callProvider as askPayment } from "../../src/payment-providers/call-provider";
import { fetchUpstreamJson } from "../../src/server/upstream";

const UNPACKED_BYTES = 512 * 1024 * 1024;
const packed = zstdCompressSync(Buffer.alloc(UNPACKED_BYTES, "["));
const other = Bun.serve({
  port: 0,
  fetch: () => new Response(packed, { headers: { "content-encoding": "zstd" } }),
});
afterAll(() => other.stop(true));

const fetchers: [string, (url: string) => Promise<unknown>][] = [
  ["a geocoder, router or flight service", (url) => fetchUpstreamJson(new URL(url))],
  ["a sign-in provider", (url) => askSignIn(url)],
  ["a payment provider", (url) => askPayment(url, { headers: {} })],
];

test.each(fetchers)("%s cannot fill the memory with a compressed answer", async (_, ask) => {
  expect(packed.length).toBeLessThan(32 * 1024);
  Bun.gc(true);
  const before = process.memoryUsage.rss();
  let peakBytes = before;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, 5);
  await expect(ask(other.url.href)).rejects.toThrow();
  // Unpacking could continue after reading has stopped.
  await Bun.sleep(1_000);
  clearInterval(watch);
  expect(peakBytes - before).toBeLessThan(UNPACKED_BYTES / 4);
});

test("all calls of other servers go through src/server/upstream.ts", async () => {
  const callers: string[] = [];
  for await (const path of new Glob("src/**/*.{ts,tsx}").scan())
    if (/(?:=|await|return) fetch\(/.test(await Bun.file(path).text())) callers.push(path);
  // Restoring a backup calls a parameter named `fetch`.
  expect(callers.sort()).toEqual(["src/backup/restore-actions.ts", "src/server/upstream.ts"]);
});
