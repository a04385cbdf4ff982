import { test } from "bun:test";
import { serveCachedPages } from "../support/cached-pages-server";
import { createTestServer } from "../support/server";
import { signInAdmin } from "../support/staff";
test("x", async () => {
  const server = await createTestServer({ RATE_LIMITS: "off", HOST: "127.0.0.1" });
  const pages = await serveCachedPages(server);
  const desk = await signInAdmin(server);
  const cookie = [...desk.cookies].map(([n, v]) => `${n}=${v}`).join("; ");
  const t0 = performance.now();
  const answer = await fetch(pages.origin + "/dispatch/dashboard/reports", { headers: { cookie, "user-agent": "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0" , "accept-encoding": "identity"}, redirect: "manual" });
  const reader = answer.body!.getReader();
  const d = new TextDecoder(); let n = 0, last = "";
  const timer = setInterval(() => console.log("waiting", n, last.slice(-300)), 5000);
  for (;;) { const { done, value } = await reader.read(); if (done) break; n += value.length; last = d.decode(value); console.log(Math.round(performance.now() - t0), value.length); }
  clearInterval(timer); console.log("end");
  await pages.stop(); server.close();
}, 30000);
