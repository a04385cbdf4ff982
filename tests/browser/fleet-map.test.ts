/**
 * Dispatch's map of all drivers in a real browser, on real streets and on squared paper: the car moves when its
 * driver's phone reports, and pressing it leads to its trip.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { reservations } from "../../db/schema/reservations";
import { vehicleClasses } from "../../db/schema/vehicles";
import { type RunningServer, startServer } from "../../src/server/server";
import { assign, book, createDriverScene, type DriverScene, drive } from "../pages/driver/scene";
import { launchChromium } from "../support/chromium";
import { createDriver, createVehicle } from "../support/fleet";
import { reservationValues } from "../support/reservations";
import { openWindow, stateOf, type Window } from "../support/screen";
import { type Browser as Visitor, START } from "../support/server";
import { signInDriver } from "../support/sign-in";
import { report, shift } from "../tracking/scene";
import { expectEventually, until } from "../support/eventually";

const fixture = join(import.meta.dir, "../fixtures/liechtenstein.mbtiles");
const castle = {
  name: "Schloss Vaduz",
  detail: "Fürst-Franz-Josef-Strasse, Vaduz",
  latitude: 47.1396,
  longitude: 9.5246,
};
const station = {
  name: "Bahnhof Schaan-Vaduz",
  detail: "Bahnhofstrasse, Schaan",
  latitude: 47.1686,
  longitude: 9.5083,
};

interface FleetMapScene {
  scene: DriverScene;
  running: RunningServer;
  origin: string;
  /** The driver without a trip, and the one whose phone sends nothing any more. */
  free: Visitor;
  trip: { id: string; number: number };
  /** Advances the server's clock by that many minutes. */
  wait(minutes: number): void;
}

let browser: Browser;
let streets: FleetMapScene;
let sceneWithoutMap: FleetMapScene;

/** Starts a scene: Eric is on the way to the castle, Grace is free, Jean was seen a while ago, and one pickup waits. */
async function open(environment: Record<string, string>): Promise<FleetMapScene> {
  const scene = await createDriverScene({ PORT: "0", HOST: "127.0.0.1", ...environment });
  const { server, phone } = scene;
  const startedAt = Date.now();
  let clockAheadMs = 0;
  server.deps.now = () => START + Date.now() - startedAt + clockAheadMs;
  const running = startServer(server.deps, new AbortController());

  const other = async (firstName: string, lastName: string, plate: string) => {
    const email = `${firstName.toLowerCase()}@example.com`;
    createDriver(server, {
      firstName,
      lastName,
      email,
      vehicleId: createVehicle(server, { plate }).id,
    });
    const { browser: visitor } = await signInDriver(server, email);
    await shift(visitor, true);
    return visitor;
  };
  const free = await other("Grace", "Umutoni", "FL 1234");
  const quiet = await other("Jean", "Habimana", "FL 5678");
  await report(quiet, position(server.deps.now(), 47.158, 9.516, { headingDegrees: null }));
  const wait = (minutes: number) => {
    clockAheadMs += minutes * 60_000;
  };
  wait(4);
  await report(free, position(server.deps.now(), 47.1655, 9.5135, { headingDegrees: 200 }));
  const trip = await assign(scene, await book(scene, { pickup: castle, dropoff: station }));
  await drive(scene, trip, "en_route");
  await report(phone, position(server.deps.now(), 47.1495, 9.5215));

  const [vehicleClass] = server.deps.db.select().from(vehicleClasses).all();
  const values = reservationValues({
    number: 2001,
    state: "confirmed",
    pickupAt: START + 90 * 60_000,
    vehicleClassId: vehicleClass?.id ?? "",
    pickupName: station.name,
    pickupLatitude: station.latitude,
    pickupLongitude: station.longitude,
  });
  server.deps.db.insert(reservations).values(values).run();
  return { scene, running, origin: `http://localhost:${running.port}`, free, trip, wait };
}

function position(now: number, latitude: number, longitude: number, more: object = {}) {
  return {
    latitude,
    longitude,
    accuracyMeters: 6,
    headingDegrees: 160,
    speedMps: 11,
    recordedAt: new Date(now).toISOString(),
    ...more,
  };
}

/** Opens the scene's map as its dispatcher. */
async function visit(world: FleetMapScene, size: "phone" | "desktop" = "desktop"): Promise<Window> {
  const window = await openWindow(browser, world.origin, size, stateOf(world.scene.staff.cookies));
  await window.go("/dispatch/dashboard/map");
  return window;
}

/** Returns a screen's faults, without those of a graphics driver on a machine without a graphics card. */
const faultsOf = ({ faults }: Window) => faults.filter((fault) => !/GL Driver|WebGL/.test(fault));
const map = (page: Page) => page.getByRole("group", { name: "Map of all drivers" });
const row = (page: Page, name: RegExp) => page.getByRole("button", { name });

beforeAll(async () => {
  browser = await launchChromium("webgl");
  streets = await open({ MAP_FILE: fixture });
  sceneWithoutMap = await open({});
}, 60_000);

afterAll(async () => {
  await browser?.close();
  for (const world of [streets, sceneWithoutMap]) {
    await world?.running.stop();
    world?.scene.server.close();
  }
});

describe("the map of all drivers", () => {
  test("shows a car moving on real streets and leads to its trip", async () => {
    const { scene, trip } = streets;
    const window = await visit(streets);
    const { page } = window;
    await map(page).locator("[data-streets]").waitFor({ state: "attached" });
    await row(page, /^Eric Mugisha.*On the way to Schloss Vaduz/).waitFor();
    await row(page, /^Jean Habimana.*last seen 4 min ago.*Free/).waitFor();
    const eric = map(page).locator(`[data-mark="${scene.row.id}"]`);
    const marks = map(page).locator("[data-mark]");
    await expectEventually(() => marks.count()).toBe(4);
    await window.look("fleet-streets");

    const others = () =>
      marks.evaluateAll(
        (all, id) =>
          all
            .filter((one) => one.getAttribute("data-mark") !== id)
            .map((one) => one.getAttribute("transform")),
        scene.row.id,
      );
    const before = await eric.getAttribute("transform");
    const ground = await others();
    const { now } = scene.server.deps;
    await report(scene.phone, position(now(), 47.153, 9.52, { speedMps: 14 }));
    await until("The car's move", async () => (await eric.getAttribute("transform")) !== before);
    await row(page, /^Eric Mugisha.*50 km\/h/).waitFor();
    // The car has moved, and the map has not.
    expect(await others()).toEqual(ground);
    // A car that passes the map's edge moves the map.
    await report(scene.phone, position(now(), 47.141, 9.5235));
    await until("The map's move", async () => (await others()).join() !== ground.join());

    await eric.click();
    await expectEventually(() => row(page, /^Eric Mugisha/).getAttribute("aria-expanded")).toBe(
      "true",
    );
    // The car moves to the middle.
    const middle = async (of: Locator) => {
      const box = await of.boundingBox();
      return box ? box.x + box.width / 2 : 0;
    };
    const panelLayout = async () =>
      Math.abs((await middle(map(page))) - (await middle(eric.locator("circle").first())));
    await expectEventually(panelLayout).toBeLessThan(3);
    await window.look("fleet-chosen");
    await page.getByRole("link", { name: `Open reservation ${trip.number}` }).click();
    await page.getByRole("heading", { name: `Reservation ${trip.number}` }).waitFor();
    await page.getByText("Distance driven", { exact: true }).waitFor();
    await page.locator("[data-track]").first().waitFor({ state: "attached" });
    await window.look("fleet-trip");
    await page.keyboard.press("m");
    await page.getByRole("heading", { level: 1, name: "Map" }).waitFor();
    expect(faultsOf(window)).toEqual([]);
    await window.close();
  }, 60_000);

  test("works on a phone, with the list below it", async () => {
    const window = await visit(streets, "phone");
    const { page } = window;
    await map(page).locator("[data-streets]").waitFor({ state: "attached" });
    await window.look("fleet-streets");
    await row(page, /Bahnhof Schaan-Vaduz/).tap();
    await page.getByRole("link", { name: "Open reservation 2001" }).waitFor();
    await window.look("fleet-pickup");
    expect(faultsOf(window)).toEqual([]);
    await window.close();
  }, 60_000);

  test("shows a plain ground if there are no streets, and a notice when the connection is lost", async () => {
    const window = await visit(sceneWithoutMap);
    const { page, context } = window;
    await map(page).locator("[data-mark]").first().waitFor();
    expect(await map(page).locator("[data-streets]").count()).toBe(0);
    await window.look("fleet-plain");
    await page.getByRole("button", { name: /^Free/ }).click();
    await until("The filter", async () => (await map(page).locator("[data-mark]").count()) === 3);
    await page.setViewportSize({ width: 1920, height: 1080 });
    await window.look("fleet-plain-wide");
    expect(faultsOf(window)).toEqual([]);
    await page.route("**/backend/admin/**", (route) => route.abort());
    await sceneWithoutMap.running.stop();
    await page.getByText("No connection to the server.").waitFor();
    await window.look("fleet-lost");
    await context.close();
  }, 60_000);
});
