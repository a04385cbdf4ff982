/** Signing in stays fast on a large database, because every statement finds its rows by an index. */
import { expect, test } from "bun:test";
import { receiptOf } from "../../src/reservations/papers/document-queries";
import { createOutboxWorker } from "../../src/notifications/worker";
import { createDriver } from "../support/fleet";
import { planOf, recordStatements } from "../support/query-plans";
import { createTestServer } from "../support/server";
import { lastMessage, signInDriver, signInRider } from "../support/sign-in";

test("no statement of a sign-in scans a whole table", async () => {
  const server = await createTestServer();
  const { $client } = server.deps.db;
  const { statements, stop } = recordStatements($client);
  const worker = createOutboxWorker(server.deps, { receiptOf, print: () => {} });
  try {
    createDriver(server, { email: "driver@example.com" });
    worker.start();
    const { browser } = await signInRider(server);
    await signInDriver(server);
    server.advance(61_000);
    await browser.get("/auth/me");
    await browser.get("/auth/sessions");
    const form = new FormData();
    form.set("email", "new@example.com");
    form.set("phone", "+250788123456");
    await browser.request("/users/update-profile", { method: "PUT", form });
    await browser.post("/users/verify-contact", {
      identifier: "new@example.com",
      otp: lastMessage(server, "new@example.com").code,
    });
    await browser.post("/auth/signin-link", { token: "A".repeat(22) });
    const { browser: driver } = await signInDriver(server, "driver@example.com");
    await driver.get("/driver/get-driver");
    await driver.get("/driver/notifications");
    await driver.post("/driver/notifications/read", {});
    await browser.post("/auth/logout");
    stop();

    const read = [...statements].filter(
      (sql) =>
        // Only this test looks up messages by recipient; the server never does.
        !sql.includes('where "outbox"."recipient"') &&
        /^\s*(select|update|delete)[\s\S]*\b(riders|drivers|sessions|devices|codes|code_sends|code_guesses|outbox|notifications|files)\b/i.test(
          sql,
        ),
    );
    expect(read.length).toBeGreaterThan(25);
    const slowQueries = read.flatMap((sql) => {
      const plan = planOf($client, sql);
      return /^SCAN /m.test(plan) ? [`${sql} → ${plan}`] : [];
    });
    expect(slowQueries).toEqual([]);
  } finally {
    await worker.stop();
    server.close();
  }
});
