/** Dispatch's map of all drivers, and the list beside it that shows the same as text. */
import { plateText } from "../../../client/ui/plate-text";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { reservations } from "../../../db/schema/reservations";
import { vehicleClasses } from "../../../db/schema/vehicles";
import { closePage, openPage } from "../../support/pages";
import { createDriver } from "../../support/fleet";
import { reservationValues } from "../../support/reservations";
import type { Browser } from "../../support/server";
import { signInDriver } from "../../support/sign-in";
import { at, createScene, go, report, type Scene, shift } from "../../tracking/scene";
import { installStream, stream } from "../driver/stream";
import { interceptedBrowser } from "../rider/scene";

const MINUTE = 60_000;

let scene: Scene;
let grace: Browser;
let graceId: string;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  Object.assign(HTMLElement.prototype, { showPopover: () => {}, hidePopover: () => {} });
  scene = await createScene();
  const { server } = scene;
  graceId = createDriver(server, {
    firstName: "Grace",
    lastName: "Umutoni",
    email: "grace@example.com",
  }).id;
  ({ browser: grace } = await signInDriver(server, "grace@example.com"));
});
afterEach(() => {
  closePage();
  scene.server.close();
  removeStream();
});

const open = (search = "", browser: Browser = scene.staff) =>
  openPage(scene.server, `/dispatch/dashboard/map${search}`, browser);
const map = () => screen.getByRole("group", { name: "Map of all drivers" });
const mark = (id: string) => map().querySelector(`[data-mark="${id}"]`);
const row = (name: RegExp) => screen.getByRole("button", { name });
const press = (element: Element) => act(async () => void fireEvent.click(element));
const place = (id: string) => mark(id)?.getAttribute("transform");

/** Adds Eric, who is three kilometres from his passenger's pickup, and Grace, who is free. */
async function drivers() {
  await go(scene, "en_route");
  await report(scene.phone, at(scene.server, 3_000));
  await shift(grace, true);
  await report(grace, at(scene.server, 1_000, 0, { headingDegrees: null, speedMps: 0 }));
}

/** Adds an unassigned trip whose pickup is `minutes` from now. */
function waiting(minutes: number, more: Partial<typeof reservations.$inferInsert> = {}) {
  const { deps } = scene.server;
  const [vehicleClass] = deps.db.select().from(vehicleClasses).all();
  const values = reservationValues({
    number: 3000 + minutes,
    state: "confirmed",
    pickupAt: deps.now() + minutes * MINUTE,
    vehicleClassId: vehicleClass?.id ?? "",
    ...more,
  });
  deps.db.insert(reservations).values(values).run();
  return values;
}

test("the map shows no cars and a notice while no driver is on shift", async () => {
  await open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Map");
  expect(screen.getByText("Nobody is on shift")).toBeDefined();
  expect(screen.getByText("Every pickup in the next 6 hours has a driver.")).toBeDefined();
  expect(map().querySelectorAll("[data-mark]")).toHaveLength(0);
  expect(map().textContent).toContain("0 cars: 0 on a trip, 0 free.");
});

test("drivers on shift are listed in words, those on a trip first", async () => {
  await drivers();
  await open();
  const rows = within(screen.getByRole("list", { name: "Drivers on duty" })).getAllByRole("button");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    `Eric Mugishalast seen just nowOn the way to Kigali International Airport29 km/hToyota Camry, ${plateText(scene.car.plate)}arrives about 10:08, in 9 min`,
    "Grace Umutonilast seen just nowFree · No vehiclestanding",
  ]);
  expect(map().textContent).toContain("2 cars: 1 on a trip, 1 free.");
  expect(map().querySelectorAll("[data-mark]")).toHaveLength(2);
});

test("a driver without a position is listed but has no car on the map", async () => {
  await shift(grace, true);
  await open();
  expect(row(/^Grace Umutoni/).textContent).toContain("No position yet");
  expect(mark(graceId)).toBeNull();
});

test("a position older than two minutes fades and shows its age, without a speed", async () => {
  await drivers();
  scene.server.advance(3 * MINUTE);
  await report(scene.phone, at(scene.server, 2_900));
  await open();
  expect(row(/^Grace Umutoni/).textContent).toBe(
    "Grace Umutonilast seen 3 min agoFree · No vehicle",
  );
  expect(mark(graceId)?.textContent).toContain("Grace U., 3 min ago");
  expect(mark(graceId)?.querySelector("[opacity]")).not.toBeNull();
  expect(mark(scene.row.id)?.querySelector("[opacity]")).toBeNull();
  expect(map().textContent).toContain("1 car not seen for more than 2 minutes.");
});

test("free and busy drivers can be filtered, and the address keeps the filter", async () => {
  await drivers();
  const router = await open();
  await press(row(/^Free 1|^Free1/));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Eric Mugisha/ })).toBeNull());
  expect(mark(scene.row.id)).toBeNull();
  expect(mark(graceId)).not.toBeNull();
  expect(router.state.location.search).toEqual({ show: "free" });
  closePage();
  await open("?show=busy");
  expect(screen.queryByRole("button", { name: /^Grace Umutoni/ })).toBeNull();
  await shift(grace, false);
  closePage();
  await open("?show=free");
  expect(screen.getByText("Nobody is free now.")).toBeDefined();
});

test("a selected row or car links to its trip", async () => {
  await drivers();
  const { row: eric, trip } = scene;
  const router = await open();
  await press(row(/^Eric Mugisha/));
  expect(row(/^Eric Mugisha/).getAttribute("aria-expanded")).toBe("true");
  expect(mark(eric.id)?.hasAttribute("data-chosen")).toBe(true);
  const link = screen.getByRole("link", { name: `Open reservation ${trip.number}` });
  expect(link.getAttribute("href")).toBe(`/dispatch/dashboard/reservation?open=${trip.id}`);
  expect(screen.getByRole("link", { name: "+250780010001" }).getAttribute("href")).toBe(
    "tel:+250780010001",
  );
  await press(row(/^Eric Mugisha/));
  expect(row(/^Eric Mugisha/).getAttribute("aria-expanded")).toBe("false");
  const car = mark(graceId);
  if (!car) throw new Error("Grace has no car on the map.");
  await press(car);
  expect(row(/^Grace Umutoni/).getAttribute("aria-expanded")).toBe("true");
  expect(router.state.location.search).toEqual({ at: graceId });
});

test("the arrow keys move between rows, including pickups", async () => {
  await drivers();
  waiting(30);
  await open();
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  expect(rows).toHaveLength(3);
  rows[0]?.focus();
  for (const next of [rows[1], rows[2]]) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowDown" });
    expect(document.activeElement === next).toBe(true);
  }
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowUp" });
  expect(document.activeElement === rows[1]).toBe(true);
});

test("pickups of the next hours without a driver are listed with their time", async () => {
  const late = waiting(-30, { state: "pending", pickupName: "Hotel des Mille Collines" });
  const soon = waiting(45);
  const tripInWords = waiting(60, { pickupName: "Behind the church", pickupPinned: false });
  waiting(7 * 60);
  waiting(-3 * 60);
  waiting(20, { state: "cancelled" });
  await open();
  const rows = within(screen.getByRole("list", { name: "Pickups without a driver" }));
  expect(rows.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "09:30Hotel des Mille Collines30 min late",
    expect.stringMatching(/^10:45.*in 45 min$/),
    "11:00Behind the church (not on the map)in 1 h",
  ]);
  expect(mark(late.id)?.textContent).toContain("09:30");
  expect(mark(soon.id)?.textContent).toContain("10:45");
  expect(mark(tripInWords.id)).toBeNull();
  await press(row(/^10:45/));
  const link = screen.getByRole("link", { name: `Open reservation ${soon.number}` });
  expect(link.getAttribute("href")).toBe(`/dispatch/dashboard/reservation?open=${soon.id}`);
});

test("cars move with live updates, and an unknown driver makes the list reload", async () => {
  await drivers();
  await open();
  const { server, row: eric, trip } = scene;
  const before = place(eric.id);
  const { number } = trip;
  const arrival = { at: "2026-11-20T08:05:00.000Z", minutes: 5, estimate: false };
  const tell = (driverId: string, meters: number, trips: object[]) =>
    act(async () =>
      stream().send("position", {
        driverId,
        position: at(server, meters, -2, { speedMps: 20 }),
        now: new Date(server.deps.now() + 2_000).toISOString(),
        trips,
      }),
    );
  await tell(eric.id, 2_000, [{ id: trip.id, number, state: "en_route", arrival }]);
  await waitFor(() => expect(place(eric.id)).not.toBe(before));
  expect(row(/^Eric Mugisha/).textContent).toContain("72 km/h");
  expect(row(/^Eric Mugisha/).textContent).toContain("arrives 10:05, in 5 min");

  const { browser: jean } = await (async () => {
    createDriver(server, { firstName: "Jean", lastName: "Habimana", email: "jean@example.com" });
    return signInDriver(server, "jean@example.com");
  })();
  await shift(jean, true);
  await report(jean, at(server, 500));
  expect(screen.queryByRole("button", { name: /^Jean/ })).toBeNull();
  await tell("somebody new", 500, []);
  await screen.findByRole("button", { name: /^Jean Habimana/ }, { timeout: 3_000 });
  // The position from the event stream is newer than the one that was loaded.
  expect(row(/^Eric Mugisha/).textContent).toContain("72 km/h");

  await go(scene, "on_location");
  const news = { id: trip.id, number, state: "on_location", version: scene.trip.version };
  await act(async () => stream().send("reservation", news));
  await screen.findByRole(
    "button",
    { name: /Waiting at Kigali International/ },
    { timeout: 3_000 },
  );
});

test("a lost connection and a failed load are shown", async () => {
  await drivers();
  let shouldFail = false;
  await open(
    "",
    interceptedBrowser(scene.staff, {
      "GET /admin/positions": () => {
        if (shouldFail) throw new TypeError("the line is cut");
        return undefined;
      },
    }),
  );
  shouldFail = true;
  const { trip } = scene;
  const news = { id: trip.id, number: trip.number, state: "en_route", version: trip.version };
  await act(async () => stream().send("reservation", news));
  await screen.findByText("the line is cut", undefined, { timeout: 3_000 });
  expect(row(/^Eric Mugisha/)).toBeDefined();
  shouldFail = false;
  await press(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("the line is cut")).toBeNull());

  await act(async () => stream().send("error", null));
  await waitFor(() =>
    expect(screen.getByText(/No connection to the server/).textContent).toContain("10:00"),
  );
});

test("M opens the map from any dispatch page, and the keyboard shortcuts list it", async () => {
  const router = await openPage(scene.server, "/dispatch/dashboard/places", scene.staff);
  await act(async () => void fireEvent.keyDown(document.body, { key: "m" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch/dashboard/map"));
  expect(screen.getAllByRole("link", { name: "Map" })[0]?.getAttribute("href")).toBe(
    "/dispatch/dashboard/map",
  );
  await act(async () => void fireEvent.keyDown(document.body, { key: "?" }));
  expect(screen.getByText("Map of all drivers", { selector: "dd" })).toBeDefined();
});
