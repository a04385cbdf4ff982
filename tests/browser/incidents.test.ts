/** A no-show and an incident are reported on a small phone without a network, and dispatch then sees them. */
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { incidentPhotos, incidents } from "../../db/schema/incidents";
import { noShows } from "../../db/schema/no-shows";
import { settings } from "../../db/schema/settings";
import { type RunningServer, startServer } from "../../src/server/server";
import { chromiumPath, quietFlags, withSlowNetwork, noGraphicsFlags } from "../support/chromium";
import { jpeg } from "../support/pictures";
import { createScene, go, type Scene } from "../tracking/scene";
import { waitUntilReady } from "../support/screen";
import { expectEventually, until } from "../support/eventually";

setDefaultTimeout(90_000);

const MINUTE = 60_000;

let scene: Scene;
let runningServer: RunningServer;
let origin: string;
let folder: string;
let phone: BrowserContext;

beforeEach(async () => {
  scene = await createScene({ PORT: "0", HOST: "127.0.0.1" });
  scene.server.deps.db
    .update(settings)
    .set({ phone: "+250788999000", noShowMinutesByService: { airport_pickup: 5 } })
    .run();
  // The phone uses the machine's clock; the server's clock is moved close to it.
  scene.server.advance(Date.now() - scene.server.deps.now());
  runningServer = startServer(scene.server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  folder = mkdtempSync(join(tmpdir(), "livery-phone-"));
  const executablePath = chromiumPath();
  if (!executablePath) throw new Error("No Chromium on this machine");
  phone = withSlowNetwork(
    await chromium.launchPersistentContext(folder, {
      executablePath,
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      reducedMotion: "reduce",
      permissions: ["geolocation"],
      // A hundred metres from the airport's door.
      geolocation: { latitude: -1.9686 + 100 / 111_195, longitude: 30.1395, accuracy: 8 },
      args: [...quietFlags, ...noGraphicsFlags],
    }),
  );
  await phone.addCookies(
    [...scene.phone.cookies].map(([name, value]) => ({ name, value, url: origin })),
  );
}, 60_000);
afterEach(async () => {
  await phone?.close();
  await runningServer?.stop();
  scene?.server.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function openTrip(): Promise<Page> {
  const page = await phone.newPage();
  page.setDefaultTimeout(40_000);
  await page.goto(`${origin}/driver/dashboard/trips/${scene.trip.id}`);
  await page.getByRole("heading", { level: 1, name: `Trip ${scene.trip.number}` }).waitFor();
  await waitUntilReady(page);
  await page.waitForLoadState("networkidle");
  return page;
}

const photo = async (name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: Buffer.from(await jpeg()),
});
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test("a driver reports a no-show without a network after the wait, and it is sent with its photo", async () => {
  await go(scene, "en_route", "on_location");
  const page = await openTrip();
  const button = page.getByRole("button", { name: /^Report a no-show in [45] min$/ });
  await button.click();
  const sheet = page.getByRole("dialog", { name: "Report a no-show?" });
  await sheet.getByText(/^You can report a no-show in/).waitFor();
  await expectEventually(() =>
    sheet.getByRole("button", { name: "Report no-show" }).isDisabled(),
  ).toBe(true);
  expect(await fits(page)).toBe(true);

  await sheet.getByRole("button", { name: "Keep waiting" }).click();
  // More than five minutes later by the phone's clock.
  await page.clock.install({ time: Date.now() + 6 * MINUTE });
  scene.server.advance(6 * MINUTE);
  await page.reload();
  await waitUntilReady(page);
  await page.waitForLoadState("networkidle");
  await phone.setOffline(true);
  await page.getByRole("button", { name: "Report a no-show", exact: true }).click();
  await sheet.getByRole("checkbox", { name: /I have tried to call/ }).check();
  await sheet.getByLabel("Photo of the place").setInputFiles(await photo("place.jpg"));
  await sheet.getByRole("button", { name: "Remove the photo" }).waitFor();

  await sheet.getByRole("button", { name: "Report no-show" }).click();
  await page.getByText("The passenger did not show up.", { exact: true }).waitFor();
  expect(scene.server.deps.db.select().from(noShows).all()).toEqual([]);
  await phone.setOffline(false);
  const row = await until("The photo", () =>
    scene.server.deps.db
      .select()
      .from(noShows)
      .all()
      .find(({ photoFileId }) => photoFileId !== null),
  );
  expect(row).toMatchObject({ reservationId: scene.trip.id, called: true, distanceMeters: 100 });
});

test("an incident typed without a network survives a reload and is sent once with its photos", async () => {
  const page = await openTrip();
  await page.getByRole("button", { name: "Report an incident" }).click();
  const sheet = page.getByRole("dialog", { name: "Report an incident" });
  await sheet.getByRole("button", { name: "Send to dispatch" }).click();
  await sheet.getByText("Choose the type of incident.").waitFor();
  await sheet.getByLabel("Type of incident").selectOption("accident");
  await sheet.getByRole("checkbox", { name: "Somebody is hurt" }).check();
  await expectEventually(() =>
    sheet.getByRole("link", { name: "Call 112" }).getAttribute("href"),
  ).toBe("tel:112");
  await sheet.getByLabel("What happened?").fill("A lorry hit the rear door.");
  await sheet.getByLabel("Photos").setInputFiles([await photo("1.jpg"), await photo("2.jpg")]);
  await sheet.getByRole("button", { name: "Remove photo 2" }).waitFor();
  expect(await fits(page)).toBe(true);

  await Bun.sleep(1_000);
  await page.reload();
  await waitUntilReady(page);
  await page.waitForLoadState("networkidle");
  await phone.setOffline(true);
  await page.getByRole("button", { name: "Report an incident" }).click();
  await expectEventually(() => sheet.getByLabel("What happened?").inputValue()).toBe(
    "A lorry hit the rear door.",
  );
  await sheet.getByRole("button", { name: "Remove photo 2" }).waitFor();
  await sheet.getByRole("button", { name: "Send to dispatch" }).click();
  await page
    .getByText("1 photo, report or expense is saved on this phone and will be sent")
    .first()
    .waitFor();
  expect(scene.server.deps.db.select().from(incidents).all()).toEqual([]);
  await phone.setOffline(false);
  await until("The second photo", () =>
    scene.server.deps.db.select().from(incidentPhotos).all().at(1),
  );
  expect(scene.server.deps.db.select().from(incidents).all()).toMatchObject([
    { kind: "accident", hurt: true, what: "A lorry hit the rear door.", accuracyMeters: 8 },
  ]);
});
