/** Three windows on one trip: rider, driver and dispatch write to each other, and the rider boards by the code. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { settings } from "../../db/schema/settings";
import type { Reservation } from "../../src/reservations/contract";
import { type RunningServer, startServer } from "../../src/server/server";
import { assign, book, createDriverScene, type DriverScene, look } from "../pages/driver/scene";
import { launchChromium } from "../support/chromium";
import { openWindow, type Size, stateOf } from "../support/screen";
import type { Browser as Visitor } from "../support/server";

let chromium: Browser;
let scene: DriverScene;
let runningServer: RunningServer;
let origin: string;
let trip: Reservation;

beforeAll(async () => {
  // The time of a driver's taps comes from the phone's clock, which is the browser's.
  scene = await createDriverScene({ PORT: "0", HOST: "127.0.0.1" }, Date.now());
  scene.server.deps.db.update(settings).set({ boardingCodes: "required" }).run();
  // Kigali is two hours ahead of UTC, so this is in three hours.
  const pickupLocal = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 16);
  trip = await assign(scene, await book(scene, { pickupLocal }));
  runningServer = startServer(scene.server.deps, new AbortController());
  origin = `http://localhost:${runningServer.port}`;
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await runningServer?.stop();
  scene?.server.close();
});

async function windowOf(visitor: Visitor, size: Size, path: string) {
  const window = await openWindow(chromium, origin, size, stateOf(visitor.cookies));
  await window.go(path);
  const { page } = window;
  return {
    ...window,
    log: page.getByRole("log", { name: "Messages" }),
    async write(words: string, to?: string) {
      if (to) await page.getByRole("button", { name: to }).click();
      await page.getByRole("textbox", { name: "Message" }).fill(words);
      await page.getByRole("button", { name: "Send", exact: true }).click();
    },
  };
}

test("rider, driver and dispatch write to each other, and the passenger boards by the code", async () => {
  const riderWindow = await windowOf(scene.rider, "phone", "/trips");
  const wheel = await windowOf(scene.phone, "phone", `/driver/dashboard/trips/${trip.id}`);
  const desk = await windowOf(scene.staff, "desktop", "/dispatch/dashboard/reservation");

  // The driver writes: the rider's list shows an unread message, and the trip shows its text.
  await wheel.page.getByRole("button", { name: "Running late" }).click();
  await wheel.log.getByText("Running late").waitFor();
  await riderWindow.page.getByText("1 new message").waitFor();
  await riderWindow.look("rider-trips-unread");
  await riderWindow.page.getByRole("link", { name: /1 new message/ }).click();
  await riderWindow.page.getByRole("button", { name: "1 new message" }).click();
  await riderWindow.log.getByText("Running late").waitFor();
  await riderWindow.write("No hurry, the flight was early.");
  await wheel.log.getByText("No hurry, the flight was early.").waitFor();

  // The rider writes to dispatch only. Dispatch is notified and answers both; the driver reads only the answer.
  await riderWindow.write("Please bring a child seat.", "To dispatch only");
  await desk.page
    .getByRole("region", { name: "Messages and boarding" })
    .getByText(/unread message|Aline Uwase/)
    .first()
    .waitFor();
  await desk.look("board-talk");
  await desk.go(`/dispatch/dashboard/reservation?open=${trip.id}`);
  await desk.log.getByText("Please bring a child seat.").waitFor();
  await desk.write("A seat is in the boot.");
  await riderWindow.log.getByText("A seat is in the boot.").waitFor();
  await wheel.log.getByText("A seat is in the boot.").waitFor();
  expect(await wheel.log.getByText("Please bring a child seat.").count()).toBe(0);
  await Promise.all([
    riderWindow.look("rider-conversation"),
    wheel.look("driver-conversation"),
    desk.look("board-conversation"),
  ]);

  // The passenger tells the driver the code, and the driver types it.
  const code = await riderWindow.page
    .getByRole("region", { name: "Code for your driver" })
    .getByRole("img")
    .textContent();
  await wheel.page.getByRole("button", { name: "Start driving to pickup" }).click();
  await wheel.page.getByRole("button", { name: "I have arrived" }).click();
  const board = wheel.page.getByRole("button", { name: "Passenger on board" });
  await board.waitFor();
  await wheel.look("driver-boarding-code");
  expect(await board.isDisabled()).toBe(true);
  await wheel.page.getByRole("textbox", { name: "Digit 1 of 4" }).click();
  await wheel.page.keyboard.type(code === "0000" ? "0001" : "0000");
  await board.click();
  await wheel.page.getByText("This is not your passenger’s code. You have 2 tries left.").waitFor();
  await wheel.page.getByRole("textbox", { name: "Digit 1 of 4" }).click();
  await wheel.page.keyboard.type(code ?? "");
  await board.click();
  await wheel.page.getByRole("button", { name: "Complete trip" }).waitFor();
  await riderWindow.page.getByRole("heading", { level: 1, name: /enjoy the ride/i }).waitFor();
  expect((await look(scene, trip.id)).state).toBe("passenger_on_board");
  expect(await riderWindow.page.getByRole("region", { name: "Code for your driver" }).count()).toBe(
    0,
  );

  // The refusal of the wrong code is logged by the browser.
  const refused = wheel.faults.filter((fault) => fault.includes("status of 422"));
  expect(refused).toHaveLength(1);
  const faults = [...riderWindow.faults, ...wheel.faults, ...desk.faults];
  expect(faults.filter((fault) => !refused.includes(fault))).toEqual([]);
  for (const window of [riderWindow, wheel, desk]) await window.close();
}, 120_000);
