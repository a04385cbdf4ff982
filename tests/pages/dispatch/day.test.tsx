/** The board as a day: the timeline of its drivers, the map, and moving trips between drivers. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { assignments } from "../../../db/schema/dispatch";
import { reservations } from "../../../db/schema/reservations";
import { signInAdmin } from "../../support/staff";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { createScene, HOUR, MINUTE, inBackground, type Scene, browserWithAnswers } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const board = "/dispatch/dashboard/reservation";
const open = (search = "?view=timeline", browser: Parameters<typeof openPage>[2] = scene.desk) =>
  openPage(scene.server, board + search, browser);
const timeline = () => screen.findByRole("region", { name: /^Timeline of/ });
const block = async (number: number) =>
  within(await timeline()).findByRole("button", { name: new RegExp(`^Reservation ${number},`) });
const rowOf = (number: number) =>
  scene.server.deps.db
    .select()
    .from(reservations)
    .all()
    .find((row) => row.number === number);

test("a block shows number, state, time, route and driver, and unassigned trips have a lane", async () => {
  const { driver } = scene.addDriver("Eric", "Mugisha");
  scene.addTrip({ passengerName: "Grace Ingabire" });
  scene.addTrip({ state: "assigned", driverId: driver.id, pickupAt: START - 12 * MINUTE });
  await open();
  expect((await block(1001)).textContent).toContain(
    "Reservation 1001, Confirmed, 11:30 to 11:55. Kigali International Airport to Hôtel des Mille Collines. Grace Ingabire. No driver",
  );
  expect((await block(1002)).textContent).toContain("12 min late");
  expect((await block(1002)).textContent).toContain("Eric M.");
  const lanes = within(await timeline());
  expect(lanes.getByText("Unassigned")).toBeTruthy();
  expect(lanes.getByText("Eric Mugisha")).toBeTruthy();
});

test("1, 2, 3 and V change the view, and the address keeps the view and the filters", async () => {
  scene.addTrip({ state: "pending" });
  scene.addTrip({ state: "confirmed" });
  const router = await open("?state=pending");
  await screen.findByRole("table", { name: "Reservations" });
  await userEvent.keyboard("2");
  await block(1001);
  expect(within(await timeline()).queryByRole("button", { name: /^Reservation 1002,/ })).toBeNull();
  await userEvent.keyboard("1");
  await screen.findByRole("table", { name: "Reservations" });
  expect(router.state.location.search).toEqual({ state: "pending" });
  await userEvent.keyboard("3");
  const pickups = await screen.findByRole("list", { name: "Pickups of the day" });
  await waitFor(() => expect(within(pickups).getAllByRole("button")).toHaveLength(1));
  expect(router.state.location.search).toEqual({ state: "pending", view: "map" });
  await userEvent.keyboard("v");
  await screen.findByRole("table", { name: "Reservations" });
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Table" }).getAttribute("aria-pressed")).toBe("true"),
  );
});

test("the arrows change the day, and the filters count the trips of that day", async () => {
  scene.addTrip({ state: "pending" });
  scene.addTrip({ state: "pending", pickupAt: START + 25 * HOUR });
  scene.addTrip({ state: "pending", pickupAt: START + 26 * HOUR });
  const router = await open();
  await block(1001);
  await userEvent.click(screen.getByRole("button", { name: "Next day" }));
  await block(1002);
  expect(router.state.location.search).toEqual({ view: "timeline", day: "2026-11-21" });
  const pending = await screen.findByRole("button", { name: /^Pending/ });
  await waitFor(() => expect(pending.textContent).toBe("Pending2"));
  await userEvent.click(screen.getByRole("button", { name: "Today" }));
  await block(1001);
});

test("Shift and the arrow keys move a trip to a driver, and Enter assigns it", async () => {
  const { driver } = scene.addDriver("Eric", "Mugisha");
  scene.addTrip({ state: "pending" });
  await open();
  (await block(1001)).focus();
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
  const announcements = () => screen.getAllByRole("status").map((region) => region.textContent);
  expect(announcements()).toContain(
    "Moving reservation 1001 to Eric M.: press Enter to drop it or Escape to cancel.",
  );
  await userEvent.keyboard("{Enter}");
  await waitFor(() =>
    expect(rowOf(1001)).toMatchObject({ state: "assigned", driverId: driver.id }),
  );
  await waitFor(() =>
    expect(announcements()).toContain("Reservation 1001 is now assigned to Eric Mugisha."),
  );
  expect((await block(1001)).textContent).toContain("Assigned");
  // Neither the press nor Enter has opened the details.
  expect(screen.queryByRole("heading", { name: "Reservation 1001" })).toBeNull();
});

test("Escape cancels the move of a trip", async () => {
  scene.addDriver("Eric", "Mugisha");
  scene.addTrip();
  await open();
  (await block(1001)).focus();
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}{Escape}{Enter}");
  await screen.findByRole("heading", { name: "Reservation 1001" });
  expect(rowOf(1001)).toMatchObject({ state: "confirmed", version: 1 });
});

test("a driver who cannot take a trip leaves it unassigned, and the reason is announced", async () => {
  const { driver } = scene.addDriver("Eric", "Mugisha", { passengers: 2 });
  scene.addTrip({ passengers: 5 });
  await open();
  (await block(1001)).focus();
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}{Enter}");
  const announcements = () => screen.getAllByRole("status").map((region) => region.textContent);
  await waitFor(() =>
    expect(announcements()).toContain(
      "Reservation 1001 was not moved. Seats 2, but the trip needs 5.",
    ),
  );
  expect((await block(1001)).textContent).toContain("No driver");
  expect(rowOf(1001)?.driverId).toBeNull();
  expect(driver.state).toBe("active");
});

test("a move is refused and announced if somebody else assigned the trip first", async () => {
  const { driver, vehicle } = scene.addDriver("Eric", "Mugisha");
  const { driver: other } = scene.addDriver("Grace", "Umutoni");
  const trip = scene.addTrip();
  await open();
  (await block(1001)).focus();
  await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  await scene.server.deps.write((tx) => {
    tx.update(reservations)
      .set({ state: "assigned", driverId: driver.id, vehicleId: vehicle.id, version: 2 })
      .run();
    tx.insert(assignments)
      .values({
        id: "a",
        reservationId: trip.id ?? "",
        driverId: driver.id,
        vehicleId: vehicle.id,
        startsAt: START,
        endsAt: START + HOUR,
        active: true,
        createdAt: START,
      })
      .run();
  });
  await userEvent.keyboard("{Enter}");
  const announcements = () => screen.getAllByRole("status").map((region) => region.textContent);
  await waitFor(() =>
    expect(announcements()).toContain(
      "Somebody else changed reservation 1001 in the meantime, so it was not assigned to Grace Umutoni.",
    ),
  );
  expect(rowOf(1001)?.driverId).toBe(driver.id);
  expect(other.id).not.toBe(driver.id);
  expect((await block(1001)).textContent).toContain("Eric M.");
});

test("moving an assigned trip to another driver asks first", async () => {
  const eric = scene.addDriver("Eric", "Mugisha");
  scene.addDriver("Grace", "Umutoni");
  scene.addTrip({ state: "assigned", driverId: eric.driver.id, vehicleId: eric.vehicle.id });
  await open();
  (await block(1001)).focus();
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}{Enter}");
  const dialog = within(await screen.findByRole("dialog"));
  await waitFor(() =>
    expect(dialog.getByRole("heading").textContent).toBe(
      "Assign reservation 1001 to Grace Umutoni?",
    ),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Change driver" }));
  await waitFor(() => expect(rowOf(1001)?.driverId).not.toBe(eric.driver.id));
});

test("an error while unassigning a trip is shown, and the trip stays assigned", async () => {
  const { driver, vehicle } = scene.addDriver("Eric", "Mugisha");
  const trip = scene.addTrip({ state: "assigned", driverId: driver.id, vehicleId: vehicle.id });
  const body = { code: "server.error", message: "Something went wrong on the server." };
  const path = `/admin/reservations/${trip.id}`;
  await open("?view=timeline", browserWithAnswers(scene.desk, path, { status: 500, body }));
  (await block(1001)).focus();
  await userEvent.keyboard("{Shift>}{ArrowUp}{/Shift}{Enter}");
  await screen.findByText(body.message);
  expect(rowOf(1001)?.driverId).toBe(driver.id);
});

test("changing the view while dragging a trip leaves it unassigned", async () => {
  HTMLElement.prototype.setPointerCapture ??= () => {};
  scene.addDriver("Eric", "Mugisha");
  scene.addTrip();
  await open();
  fireEvent.pointerDown(await block(1001), {
    button: 0,
    pointerType: "mouse",
    clientX: 0,
    clientY: 0,
  });
  const announcedText = () =>
    screen
      .getAllByRole("status")
      .map((region) => region.textContent)
      .join();
  for (let clientY = 20; clientY < 400 && !announcedText().includes("to Eric M."); clientY += 20)
    fireEvent.pointerMove(window, { clientX: 0, clientY });
  expect(announcedText()).toContain("to Eric M.");
  await userEvent.keyboard("1");
  await screen.findByRole("table", { name: "Reservations" });
  fireEvent.pointerUp(window);
  await Bun.sleep(150);
  expect(rowOf(1001)).toMatchObject({ driverId: null, version: 1 });
});

test("A opens the assign dialog for a trip far down the timeline", async () => {
  scene.addDriver("Eric", "Mugisha");
  for (let at = 0; at < 30; at++) scene.addTrip({ pickupAt: START + (60 + at) * MINUTE });
  await open();
  (await block(1001)).focus();
  // Trip 1030 is far below, and the visible rows follow the keyboard.
  await userEvent.keyboard("{ArrowRight>29/}");
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Reservation 1030,"));
  await userEvent.keyboard("a");
  await screen.findByRole("heading", { name: "Assign driver to reservation 1030" });
});

test("changes appear without a reload, and a click on a trip opens its details", async () => {
  scene.addDriver("Eric", "Mugisha");
  const trip = scene.addTrip({ state: "pending" });
  await open();
  expect((await block(1001)).textContent).toContain("Pending");
  await inBackground(() =>
    scene.desk.post(`/admin/reservations/${trip.id}/confirmation`, { version: 1 }),
  );
  await waitFor(async () => expect((await block(1001)).textContent).toContain("Confirmed"), {
    timeout: 3_000,
  });
  fireEvent.click(await block(1001));
  await screen.findByRole("heading", { name: "Reservation 1001" });
});

test("an accountant opens a trip but cannot move it", async () => {
  scene.addDriver("Eric", "Mugisha");
  scene.addTrip();
  const accountant = await signInAdmin(scene.server, {
    email: "b@example.com",
    role: "accountant",
  });
  await open("?view=timeline", accountant);
  (await block(1001)).focus();
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}{Enter}");
  await screen.findByRole("heading", { name: "Reservation 1001" });
  expect(rowOf(1001)?.version).toBe(1);
});

test("a day that fails to load shows the reason and Try again", async () => {
  scene.addTrip();
  const failure = { status: 500, body: { message: "The disk is on fire", code: "server.error" } };
  await open("?view=timeline", browserWithAnswers(scene.desk, "/admin/day", failure));
  expect(await screen.findByText("The disk is on fire")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
