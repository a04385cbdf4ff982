/** An owner adds a webhook, copies its secret, tests it, reads its log, repeats failed calls, and deletes it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { type RunningServer, startServer } from "../../src/server/server";
import { createWebhookWorker } from "../../src/webhooks/worker";
import { book } from "../support/booking";
import { launchChromium } from "../support/chromium";
import { openWindow, stateOf } from "../support/screen";
import { createTestServer, START, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { expectEventually } from "../support/eventually";
import { signInAdmin } from "../support/staff";
import { startReceiver } from "../support/webhooks";

let chromium: Browser;
let server: TestServer;
let runningServer: RunningServer;
let worker: ReturnType<typeof createWebhookWorker>;
let box: ReturnType<typeof startReceiver>;

beforeAll(async () => {
  server = await createTestServer({ PORT: "0", HOST: "127.0.0.1", RATE_LIMITS: "off" });
  server.deps.config.allowsLoopback = true;
  runningServer = startServer(server.deps, new AbortController());
  worker = createWebhookWorker(server.deps);
  worker.start();
  box = startReceiver();
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await worker?.stop();
  await runningServer?.stop();
  await box?.close();
  server?.close();
});

test("an owner adds, tests, turns off and deletes a webhook, and has a failed call sent again", async () => {
  const { browser: rider } = await signInRider(server);
  const owner = await signInAdmin(server);
  const window = await openWindow(
    chromium,
    `http://localhost:${runningServer.port}`,
    "narrow",
    stateOf(owner.cookies),
  );
  const { page } = window;
  const press = (name: string | RegExp) => page.getByRole("button", { name }).click();
  await window.go("/dispatch/dashboard/settings/webhooks");
  await page.getByText("No webhooks yet").waitFor();
  await window.look("webhooks-empty");
  await press("Add webhook");
  const dialog = page.getByRole("dialog");
  // A mistake is shown at its field, and the input stays.
  await dialog.getByLabel("Address").fill("https://10.0.0.4/hooks");
  await dialog.getByLabel("Description").fill("Books");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await dialog.getByText(/leads to a private network/).waitFor();
  await window.look("webhooks-add");
  await dialog.getByLabel("Address").fill(box.url);
  const trips = dialog.getByRole("group", { name: "Reservations" });
  await trips.getByRole("button", { name: "created" }).click();
  await trips.getByRole("button", { name: "cancelled" }).click();
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await page.getByText("Copy the secret now").waitFor();
  const secret = (await page.locator("code", { hasText: "whsec_" }).textContent()) ?? "";
  await window.look("webhooks-secret");
  await press("Done");
  const card = page.getByRole("region", { name: "Books" });
  await card.getByText("reservation.created, reservation.cancelled").waitFor();
  await page.reload();
  expect(await page.content()).not.toContain("whsec_");

  // The test shows the endpoint's real answer.
  box.answer = () => new Response("no such hook", { status: 404 });
  await card.getByRole("button", { name: "Send test call" }).click();
  await card.getByText("The server answered 404.").waitFor();
  await card.getByText("Request and response").click();
  await card.getByText("no such hook").waitFor();
  await window.look("webhooks-test");

  // A booking is sent to the webhook, and appears in the log.
  box.answer = () => new Response("taken");
  server.advance(Date.now() - START);
  const secondOwner = await signInAdmin(server);
  await window.context.addCookies(stateOf(secondOwner.cookies).cookies);
  const { browser: later } = await signInRider(server, "rider@example.com");
  expect(rider).not.toBe(later);
  await book(later, {
    pickupLocal: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16),
  });
  await expectEventually(() => box.types().at(-1)).toBe("reservation.created");
  const call = box.calls.at(-1);
  new Webhook(secret).verify(call?.body ?? "", call?.headers ?? {});
  await card.getByRole("button", { name: "Show log" }).click();
  await card.getByText("Delivered").waitFor();
  await window.resizeTo("desktop");
  await window.look("webhooks-log");
  await window.resizeTo("narrow");
  await window.look("webhooks-log");

  // The failed call is repeated.
  await card.getByRole("button", { name: "Send again", exact: true }).click();
  await page.getByText("No call failed in that time").waitFor();
  await card.getByLabel("Failed calls").selectOption("All");
  await card.getByRole("button", { name: "Send again", exact: true }).click();
  await page.getByText("1 call sent again").waitFor();
  await expectEventually(() => box.types().filter((type) => type === "webhook.test").length).toBe(
    2,
  );

  await card.getByRole("button", { name: "Change secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change secret" }).click();
  await page.getByText("Copy the secret now").waitFor();
  await press("Done");
  await card.getByText(/The previous secret is valid until/).waitFor();
  await card.getByRole("button", { name: "Turn off" }).click();
  await card.getByText("Off", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Turn on" }).click();
  await card.getByText("On", { exact: true }).waitFor();
  await card.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete webhook" }).click();
  await page.getByText("No webhooks yet").waitFor();
  // The refused address.
  expect(window.faults.filter((fault) => !fault.includes("status of 400"))).toEqual([]);
  await window.close();
}, 120_000);
