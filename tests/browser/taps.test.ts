/** A driver's taps with poor reception, in a real browser: offline during the trip, reloaded, and killed. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { type RunningServer, startServer } from "../../src/server/server";
import { chromiumPath, quietFlags, withSlowNetwork, noGraphicsFlags } from "../support/chromium";
import { waitUntilReady, tickByLabel, sizes } from "../support/screen";
import { createScene, type Scene } from "../tracking/scene";
import type { DriverExpenses } from "../../src/payments/expenses/expense-contract";
import { png } from "../support/pictures";
import { expectEventually, until } from "../support/eventually";
import { signInAdmin } from "../support/staff";
import { look } from "../pages/driver/scene";

setDefaultTimeout(60_000);

let scene: Scene;
let runningServer: RunningServer;
let origin: string;
let folder: string;
let phone: BrowserContext;

beforeEach(async () => {
  scene = await createScene({ PORT: "0", HOST: "127.0.0.1" });
  // The phone uses the machine's clock; the server's clock is moved close to it.
  scene.server.advance(Date.now() - scene.server.deps.now());
  runningServer = startServer(scene.server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  folder = mkdtempSync(join(tmpdir(), "livery-phone-"));
  phone = await openPhone();
}, 60_000);
afterEach(async () => {
  await phone?.close();
  await runningServer?.stop();
  scene?.server.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Opens a phone whose storage outlives its browser. */
async function openPhone(): Promise<BrowserContext> {
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error("No Chromium on this machine");
  const context = withSlowNetwork(
    await chromium.launchPersistentContext(folder, {
      executablePath,
      ...sizes.phone,
      reducedMotion: "reduce",
      args: [...quietFlags, ...noGraphicsFlags],
    }),
  );
  await context.addCookies(
    [...scene.phone.cookies].map(([name, value]) => ({ name, value, url: origin })),
  );
  return context;
}

async function openTrip(): Promise<Page> {
  const page = await phone.newPage();
  page.setDefaultTimeout(40_000);
  await page.goto(`${origin}/driver/dashboard/trips/${scene.trip.id}`);
  await page.getByRole("heading", { level: 1, name: `Trip ${scene.trip.number}` }).waitFor();
  await waitUntilReady(page);
  return page;
}

/** Presses the main button once it is enabled. */
async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
}

async function steps() {
  const { timeline } = await look({ staff: await signInAdmin(scene.server) }, scene.trip.id);
  return timeline.filter(({ actor, from, to }) => actor.kind === "driver" && from !== to);
}

test("a driver's steps without a network are each sent once, with their true time", async () => {
  const page = await openTrip();
  const pressTimes: [from: number, until: number][] = [];
  await page.waitForLoadState("networkidle");
  await phone.setOffline(true);
  for (const name of ["Start driving to pickup", "I have arrived", "Passenger on board"]) {
    // The button is disabled for a moment after the previous step.
    await page.getByRole("button", { name, exact: true }).click({ trial: true });
    const from = Date.now();
    await press(page, name);
    pressTimes.push([from, Date.now()]);
  }
  await page
    .getByText("3 updates are saved on this phone. They will be sent when you are back online.", {
      exact: true,
    })
    .waitFor();
  await page.getByRole("button", { name: "Complete trip" }).waitFor();
  expect(await steps()).toEqual([]);
  // A tunnel's length.
  await Bun.sleep(3000);
  scene.server.advance(Date.now() - scene.server.deps.now());
  await phone.setOffline(false);
  await page.getByText(/Sent \d/).waitFor();
  const log = await steps();
  expect(log.map(({ to }) => to)).toEqual(["en_route", "on_location", "passenger_on_board"]);
  for (const [at, { at: loggedAt, receivedAt }] of log.entries()) {
    const [from, until] = pressTimes[at] ?? [0, 0];
    expect(Date.parse(loggedAt)).toBeGreaterThan(from - 2_500);
    expect(Date.parse(loggedAt)).toBeLessThan(until + 2_500);
    expect(Date.parse(String(receivedAt))).toBeGreaterThan(Date.parse(loggedAt));
  }
});

test("a killed browser keeps the driver's steps, and two tabs send each step once", async () => {
  const page = await openTrip();
  await page.waitForLoadState("networkidle");
  await phone.setOffline(true);
  await press(page, "Start driving to pickup");
  await press(page, "I have arrived");
  await page
    .getByText("2 updates are saved on this phone. They will be sent when you are back online.", {
      exact: true,
    })
    .waitFor();
  const session = await phone.newCDPSession(page);
  await Promise.all([
    phone.waitForEvent("close"),
    session.send("Browser.crash" as never).catch(() => {}),
  ]);
  expect(await steps()).toEqual([]);

  phone = await openPhone();
  await Promise.all([openTrip(), openTrip()]);
  await until("sending", async () => (await steps()).length >= 2);
  await Bun.sleep(500);
  expect((await steps()).map(({ to }) => to)).toEqual(["en_route", "on_location"]);
});

test("a driver's saved step is refused with a notice if dispatch has cancelled the trip", async () => {
  const page = await openTrip();
  await page.waitForLoadState("networkidle");
  await phone.setOffline(true);
  await press(page, "Start driving to pickup");
  await page
    .getByText("Saved on this phone. Will be sent when you are back online.", { exact: true })
    .waitFor();
  const staff = await signInAdmin(scene.server);
  const { version } = await look({ staff }, scene.trip.id);
  await staff.post(`/admin/reservations/${scene.trip.id}/cancellation`, { version });
  // Another tab sends the waiting steps, and this one learns the result.
  await page.reload().catch(() => {});
  await phone.setOffline(false);
  await page.goto(`${origin}/driver/dashboard/trips/${scene.trip.id}`);
  const stopped = page.getByRole("alert").filter({ hasText: "This update was not accepted:" });
  await stopped.waitFor();
  await expectEventually(() => stopped.textContent()).toContain(
    "This trip has changed. Its status is now: Cancelled.",
  );
  await expectEventually(() => stopped.textContent()).toContain("Start driving to pickup");
  expect((await look({ staff }, scene.trip.id)).state).toBe("cancelled");
  await stopped.getByRole("button", { name: "Dismiss" }).click();
  await stopped.waitFor({ state: "detached" });
});

test("an expense added without a network is kept with its photo and sent once, after the step", async () => {
  let page = await openTrip();
  await page.waitForLoadState("networkidle");
  await phone.setOffline(true);
  await press(page, "Start driving to pickup");
  await press(page, "Add an expense");
  const sheet = page.getByRole("dialog", { name: "Add an expense" });
  await tickByLabel(sheet.getByRole("radio", { name: "Parking" }));
  await sheet.getByLabel("Amount, RWF").fill("1,500");
  await sheet
    .getByLabel("Photo")
    .setInputFiles({ name: "ticket.png", mimeType: "image/png", buffer: Buffer.from(png(60, 40)) });
  await sheet.getByRole("button", { name: "Remove the photo" }).waitFor();
  await sheet.getByRole("button", { name: "Send to dispatch" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.getByText("Saved on this phone", { exact: true }).waitFor();
  // The phone is switched off and on again.
  await phone.close();
  const listed = async () =>
    (
      (await (
        await scene.phone.get(`/driver/reservations/${scene.trip.id}/expenses`)
      ).json()) as DriverExpenses
    ).expenses;
  expect(await listed()).toEqual([]);
  phone = await openPhone();
  page = await openTrip();
  await page.getByText("Waiting for dispatch", { exact: true }).waitFor();
  expect(await listed()).toMatchObject([
    { kind: "parking", amountMinor: 1_500, state: "proposed", photo: expect.any(String) },
  ]);
  await page.getByText("Saved on this phone", { exact: true }).waitFor({ state: "detached" });
  expect((await steps()).map(({ to }) => to)).toEqual(["en_route"]);
});
