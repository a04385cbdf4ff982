/** The live board: who may see it, what it shows, and how it follows events. */
import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { screensOfRole } from "../../../client/office/navigation";
import { sessions } from "../../../db/schema/accounts";
import { insertRow } from "../../../db/rows";
import { prepayments } from "../../../db/schema/prepayments";
import { tripApprovals } from "../../../db/schema/trip-approvals";
import { closePage, openPage } from "../../support/pages";
import { book } from "../../support/booking";
import { createCompany } from "../../support/companies";
import { START } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { createScene, HOUR, MINUTE, inBackground, type Scene, browserWithAnswers } from "./scene";

let scene: Scene;

/** Returns the server's event for a reservation that a test inserted directly into the database. */
function toChangeUpdate({ id, number }: { id: string; number: number }) {
  const people = { riderId: null, driverIds: [] };
  return { type: "reservation", id, number, state: "pending", version: 1, ...people } as const;
}

beforeEach(async () => {
  scene = await createScene();
});

afterEach(() => {
  closePage();
  scene.close();
});

const board = "/dispatch/dashboard/reservation";
const open = (search = "", browser: Parameters<typeof openPage>[2] = scene.desk) =>
  openPage(scene.server, board + search, browser);
const numbers = () =>
  within(screen.getByRole("table", { name: "Reservations" }))
    .queryAllByRole("link")
    .map((link) => Number(/Reservation (\d+)/.exec(link.textContent ?? "")?.[1]));
const row = (number: number) =>
  within(screen.getByRole("table", { name: "Reservations" })).getByRole("link", {
    name: new RegExp(`^Reservation ${number},`),
  });
const states = () => within(screen.getByRole("group", { name: "States" }));

test("dashboard pages redirect to /dispatch when signed out and to the lock when locked", async () => {
  const paths = [
    "",
    "/reservation",
    "/DriverManagement",
    "/VehicleManagement",
    "/Outbox",
    "/profile",
  ];
  for (const path of paths) {
    const router = await openPage(scene.server, `/dispatch/dashboard${path}`);
    expect(router.state.location.pathname).toBe("/dispatch");
    closePage();
  }
  await scene.desk.post("/admin/lock");
  for (const path of paths) {
    const router = await openPage(scene.server, `/dispatch/dashboard${path}`, scene.desk);
    expect(router.state.location.pathname).toBe("/dispatch/lock");
    closePage();
  }
});

test("the dashboard redirects to the reservations, whatever the letter case", async () => {
  const router = await openPage(scene.server, "/Dispatch/Dashboard", scene.desk);
  expect(router.state.location.pathname).toBe(board);
});

test("the navigation lists exactly the screens of the owner's role", async () => {
  await open();
  const links = within(screen.getByRole("navigation", { name: "Dispatch" })).getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual(
    screensOfRole("owner").flatMap(({ items }) => items.map(({ label }) => label)),
  );
  expect(links.map((link) => link.getAttribute("href"))).toContain(board);
});

test("the board lists open reservations from today by pickup, with day, time left and fare", async () => {
  scene.addTrip({ pickupAt: START + 25 * HOUR, state: "pending" });
  scene.addTrip({ pickupAt: START + 25 * MINUTE, passengerName: "Grace Ingabire" });
  scene.addTrip({ pickupAt: START - 12 * MINUTE, state: "assigned" });
  scene.addTrip({ pickupAt: START - 30 * HOUR });
  scene.addTrip({ state: "completed" });
  await open();
  expect(numbers()).toEqual([1003, 1002, 1001]);
  const table = screen.getByRole("table", { name: "Reservations" });
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((cell) => cell.textContent),
  ).toEqual([
    "Pickup",
    "State",
    "No.",
    "Passenger",
    "Route",
    "Class",
    "Driver and vehicle",
    "Fare",
  ]);
  expect(row(1003).textContent).toContain("09:4812 min late");
  expect(row(1002).textContent).toContain("10:25in 25 min");
  expect(row(1002).closest("tr")?.textContent).toContain("Grace Ingabire");
  expect(row(1002).closest("tr")?.textContent).toContain("RWF\u00a013,900");
  expect(
    within(table)
      .getAllByRole("rowheader")
      .map((cell) => cell.textContent),
  ).toEqual(["Today, Fri 20 Nov", "Tomorrow, Sat 21 Nov"]);
});

test("several states filter the list, with their counts, and the address keeps them", async () => {
  scene.addTrip({ state: "pending" });
  scene.addTrip({ state: "pending" });
  scene.addTrip({ state: "confirmed" });
  scene.addTrip({ state: "completed" });
  const router = await open();
  expect(
    states()
      .getAllByRole("button")
      .map((chip) => chip.textContent),
  ).toEqual(["Open3", "All4", "Pending2", "Confirmed1", "Completed1"]);
  await userEvent.click(states().getByRole("button", { name: /^Pending/ }));
  await waitFor(() => expect(numbers()).toEqual([1001, 1002]));
  await userEvent.click(states().getByRole("button", { name: /^Completed/ }));
  await waitFor(() => expect(numbers()).toEqual([1001, 1002, 1004]));
  expect(router.state.location.search).toEqual({ state: "pending.completed" });
  expect(
    states()
      .getByRole("button", { name: /^Completed/ })
      .getAttribute("aria-pressed"),
  ).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(numbers()).toEqual([1001, 1002, 1003]));
  expect(router.state.location.search).toEqual({});
});

test("a trip that leaves the list is no longer selected when it comes back", async () => {
  scene.addTrip({ state: "pending" });
  scene.addTrip({ state: "confirmed" });
  await open();
  const [box] = screen.getAllByRole("checkbox", { name: "Select reservation 1002" });
  await userEvent.click(box as HTMLElement);
  expect(screen.getByText("1 selected")).toBeTruthy();
  await userEvent.click(states().getByRole("button", { name: /^Pending/ }));
  await waitFor(() => expect(numbers()).toEqual([1001]));
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(numbers()).toEqual([1001, 1002]));
  expect(screen.queryByText("1 selected")).toBeNull();
});

test("days filter the list, and a custom range starts from the days on screen", async () => {
  scene.addTrip({});
  scene.addTrip({ pickupAt: START + 24 * HOUR });
  scene.addTrip({ pickupAt: START + 20 * 24 * HOUR });
  const router = await open();
  expect(numbers()).toEqual([1001, 1002, 1003]);
  await userEvent.selectOptions(screen.getByLabelText("Days"), "tomorrow");
  await waitFor(() => expect(numbers()).toEqual([1002]));
  await userEvent.selectOptions(screen.getByLabelText("Days"), "7 days");
  await waitFor(() => expect(numbers()).toEqual([1001, 1002]));
  await userEvent.selectOptions(screen.getByLabelText("Days"), "custom");
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>("To").value).toBe("2026-11-26"),
  );
  expect(router.state.location.search).toEqual({
    range: "custom",
    from: "2026-11-20",
    to: "2026-11-26",
  });
  expect(numbers()).toEqual([1001, 1002]);
});

test("a reservation that leaves the list is no longer selected", async () => {
  scene.addTrip({});
  scene.addTrip({ pickupAt: START + 24 * HOUR });
  await open();
  const box = (number: number) =>
    within(screen.getByRole("table", { name: "Reservations" })).findByRole<HTMLInputElement>(
      "checkbox",
      { name: `Select reservation ${number}` },
    );
  await userEvent.click(await box(1001));
  await userEvent.click(await box(1002));
  await screen.findByText("2 selected");
  await userEvent.selectOptions(screen.getByLabelText("Days"), "tomorrow");
  await waitFor(() => expect(numbers()).toEqual([1002]));
  await userEvent.selectOptions(screen.getByLabelText("Days"), "7 days");
  await waitFor(() => expect(numbers()).toEqual([1001, 1002]));
  expect((await box(1001)).checked).toBe(false);
  expect((await box(1002)).checked).toBe(true);
  await screen.findByText("1 selected");
});

test("the search finds numbers and names, and shows when nothing is found", async () => {
  scene.addTrip({ passengerName: "Grace Ingabire" });
  scene.addTrip({ passengerName: "Wei Zhang" });
  const router = await open();
  await userEvent.keyboard("/");
  const box = screen.getByRole("searchbox", { name: "Search reservations" });
  await waitFor(() => expect(document.activeElement?.id).toBe(box.id));
  await userEvent.type(box, "zhang");
  await waitFor(() => expect(numbers()).toEqual([1002]));
  expect(router.state.location.search).toEqual({ q: "zhang" });
  await userEvent.clear(box);
  await userEvent.type(box, "nobody");
  await waitFor(() => expect(screen.getByText("Nothing found for “nobody”")).toBeTruthy());
});

test("an address with invalid filters shows the default board", async () => {
  scene.addTrip();
  await open("?state=nonsense&range=yesterday&sort=fare&from=x&open=");
  expect(numbers()).toEqual([1001]);
});

test("Show more adds rows below the first ones", async () => {
  for (let at = 0; at < 30; at++) scene.addTrip({ pickupAt: START + (60 + at) * MINUTE });
  await open();
  expect(numbers()).toHaveLength(25);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(numbers()).toHaveLength(30));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
});

test("a click on the Pickup header reverses the order", async () => {
  scene.addTrip({ pickupAt: START + 2 * HOUR });
  scene.addTrip({ pickupAt: START + 3 * HOUR });
  const router = await open();
  await userEvent.click(screen.getByRole("button", { name: "Pickup" }));
  await waitFor(() => expect(numbers()).toEqual([1002, 1001]));
  expect(router.state.location.search).toEqual({ sort: "-pickupAt" });
  expect(screen.getByRole("columnheader", { name: "Pickup" }).getAttribute("aria-sort")).toBe(
    "descending",
  );
});

test("a new booking appears without a reload and is announced", async () => {
  await open();
  expect(screen.getByText("Nothing to do right now")).toBeTruthy();
  const { browser: rider } = await signInRider(scene.server);
  const booked = await inBackground(() => book(rider, {}, { "idempotency-key": "one" }));
  await waitFor(() => expect(numbers()).toEqual([booked.number]));
  const announcements = () => screen.getAllByRole("status").map((region) => region.textContent);
  await waitFor(() => expect(announcements()).toContain(`New booking ${booked.number}`));
  expect(screen.getByText("1 to confirm")).toBeTruthy();
});

/** Returns the desk, with a list of its requests for reservations. */
function watchBoard(): { desk: Scene["desk"]; requests: string[] } {
  const requests: string[] = [];
  const request: Scene["desk"]["request"] = (path, options) => {
    if (path.startsWith("/admin/reservations") && (options?.method ?? "GET") === "GET")
      requests.push(path);
    return scene.desk.request(path, options);
  };
  return { desk: { ...scene.desk, request }, requests };
}

test("a change of one reservation loads only that one and keeps the other rows' elements", async () => {
  const trips = Array.from({ length: 30 }, (_, at) =>
    scene.addTrip({ state: "pending", pickupAt: START + HOUR + at * MINUTE }),
  );
  const { desk, requests } = watchBoard();
  await open("?state=pending.confirmed&range=all", desk);
  await waitFor(() => expect(numbers()).toHaveLength(25));
  const others = numbers().filter((number) => number !== 1003);
  const elements = others.map(row);
  await inBackground(async () => row(1005).focus());
  requests.length = 0;
  await inBackground(() =>
    scene.desk.post(`/admin/reservations/${trips[2]?.id}/confirmation`, { version: 1 }),
  );
  await waitFor(() => expect(row(1003).closest("tr")?.textContent).toContain("Confirmed"));
  expect(requests.filter((path) => !path.includes("/counts"))).toEqual([
    `/admin/reservations/changed?id=${trips[2]?.id}&state=pending&state=confirmed`,
  ]);
  expect(others.map(row)).toEqual(elements);
  expect(document.activeElement).toBe(row(1005));
  expect(numbers()).toHaveLength(25);
});

test("a changed reservation leaves or joins the filtered list, and the counts update", async () => {
  const first = scene.addTrip({ state: "pending", pickupAt: START + HOUR });
  scene.addTrip({ state: "pending", pickupAt: START + 2 * HOUR });
  const { desk, requests } = watchBoard();
  await open("?state=pending", desk);
  await waitFor(() => expect(numbers()).toEqual([1001, 1002]));
  requests.length = 0;
  await inBackground(() =>
    scene.desk.post(`/admin/reservations/${first.id}/confirmation`, { version: 1 }),
  );
  await waitFor(() => expect(numbers()).toEqual([1002]));
  await waitFor(() => expect(states().getByRole("button", { name: /^Pending 1/ })).toBeTruthy());
  expect(screen.getByText("1 to confirm")).toBeTruthy();
  const between = scene.addTrip({ state: "pending", pickupAt: START + 90 * MINUTE });
  await inBackground(async () => scene.server.deps.bus.publish(toChangeUpdate(between)));
  await waitFor(() => expect(numbers()).toEqual([1003, 1002]));
  expect(requests.every((path) => /\/(changed|counts)\?/.test(path))).toBe(true);
});

test("the list reloads after many changes at once, and when its page is no longer full", async () => {
  const trips = Array.from({ length: 40 }, () => scene.addTrip({ state: "pending" }));
  const { desk, requests } = watchBoard();
  await open("?state=pending", desk);
  await waitFor(() => expect(numbers()).toHaveLength(25));
  const whole = () => requests.filter((path) => path.includes("?state=pending&from"));
  requests.length = 0;
  await inBackground(() =>
    scene.desk.post(`/admin/reservations/${trips[0]?.id}/confirmation`, { version: 1 }),
  );
  await waitFor(() => expect(numbers()[0]).toBe(1002));
  await waitFor(() => expect(numbers()).toHaveLength(25));
  expect(whole()).not.toEqual([]);
  requests.length = 0;
  await inBackground(async () => {
    for (const trip of trips) scene.server.deps.bus.publish(toChangeUpdate(trip));
  });
  await waitFor(() => expect(whole()).not.toEqual([]));
  expect(requests.some((path) => path.includes("/changed"))).toBe(false);
});

test("bookings that arrive at once are announced together", async () => {
  await open();
  const { browser: rider } = await signInRider(scene.server);
  await inBackground(() =>
    Promise.all(["one", "two", "three"].map((key) => book(rider, {}, { "idempotency-key": key }))),
  );
  const announcements = () => screen.getAllByRole("status").map((region) => region.textContent);
  await waitFor(() => expect(announcements()).toContain("3 new bookings"), { timeout: 3_000 });
});

test("late and driverless trips need attention; unconfirmed ones wait for dispatch", async () => {
  scene.addTrip({ pickupAt: START + 40 * MINUTE, passengerName: "Soon Alone" });
  scene.addTrip({ pickupAt: START + 70 * MINUTE, passengerName: "Later Alone" });
  scene.addTrip({
    pickupAt: START - 5 * MINUTE,
    state: "en_route",
    passengerName: "Waiting Already",
  });
  scene.addTrip({ pickupAt: START + 50 * HOUR, state: "pending", passengerName: "Not Confirmed" });
  await open();
  const attentionRegion = within(screen.getByRole("region", { name: "Needs attention" }));
  expect(attentionRegion.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "09:55, 5 min lateWaiting Already",
    "10:40, in 40 minSoon Alone",
  ]);
  const waiting = within(screen.getByRole("region", { name: "Waiting for dispatch" }));
  expect(waiting.getByRole("button").textContent).toBe("Sun 22 Nov, 12:00Not Confirmed");
  await userEvent.click(attentionRegion.getByRole("button", { name: /Soon Alone/ }));
  await screen.findByRole("heading", { name: "Reservation 1001" });
});

test("a driver who has not set off shows above the trips that wait for dispatch", async () => {
  const { driver } = scene.addDriver("Eric", "Mugisha");
  scene.addTrip({ state: "assigned", driverId: driver.id, pickupAt: START + 5 * MINUTE });
  scene.addTrip({ pickupAt: START + 50 * HOUR, state: "pending", passengerName: "Not Confirmed" });
  await open();
  const road = await screen.findByRole("region", { name: "On the road" });
  const waiting = screen.getByRole("region", { name: "Waiting for dispatch" });
  expect(road.compareDocumentPosition(waiting)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("a driver who has not set off shows with the reason, and a click opens the trip", async () => {
  const { driver } = scene.addDriver("Eric", "Mugisha");
  scene.addTrip({ state: "assigned", driverId: driver.id, pickupAt: START + 5 * MINUTE });
  await open();
  const road = within(await screen.findByRole("region", { name: "On the road" }));
  expect(road.getByText("1 not set off")).toBeTruthy();
  await userEvent.click(road.getByRole("button", { name: "10:05 Eric Mugisha, not on the way" }));
  await screen.findByRole("heading", { name: "Reservation 1001" });
});

test("a call that finds the screen locked opens the lock", async () => {
  scene.addTrip();
  const router = await open();
  // The idle lock does the same: the page gets no event.
  scene.server.deps.db.update(sessions).set({ lockedAt: START }).run();
  await userEvent.click(row(1001));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch/lock"));
});

test("L locks the screen, other windows follow, and the end of the session opens the sign-in", async () => {
  const router = await open();
  await userEvent.keyboard("l");
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch/lock"));
  expect(await (await scene.desk.get("/admin/profile")).json()).toMatchObject({ isLocked: true });
  closePage();
  await scene.desk.post("/admin/unlock", { password: "correct horse battery" });
  const secondPage = await open();
  await inBackground(() => scene.desk.post("/admin/lock"));
  await waitFor(() => expect(secondPage.state.location.pathname).toBe("/dispatch/lock"));
  closePage();
  await scene.desk.post("/admin/unlock", { password: "correct horse battery" });
  const last = await open();
  await inBackground(() => scene.desk.post("/admin/logout"));
  await waitFor(() => expect(last.state.location.pathname).toBe("/dispatch"));
});

test("? opens the keyboard shortcuts, and single keys do nothing while somebody types", async () => {
  const router = await open();
  await userEvent.type(screen.getByRole("searchbox", { name: "Search reservations" }), "l?");
  expect(router.state.location.pathname).toBe(board);
  await waitFor(() =>
    expect(screen.queryByRole("heading", { name: "Keyboard shortcuts" })).toBeNull(),
  );
  screen.getByRole<HTMLInputElement>("searchbox", { name: "Search reservations" }).blur();
  await userEvent.keyboard("?");
  expect(await screen.findByRole("heading", { name: "Keyboard shortcuts" })).toBeTruthy();
});

test("signing out opens /dispatch", async () => {
  const router = await open();
  await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch"));
  expect((await scene.desk.get("/admin/profile")).status).toBe(401);
});

test("20 minutes without input lock the screen, and input in another window counts", async () => {
  const router = await open();
  const wake = () => fireEvent(document, new Event("visibilitychange"));
  const wait = (minutes: number) => setSystemTime(new Date(Date.now() + minutes * MINUTE));
  wait(19);
  wake();
  expect(router.state.location.pathname).toBe(board);
  localStorage.setItem("livery.dispatch.usedAt", String(Date.now()));
  wait(19);
  wake();
  expect(router.state.location.pathname).toBe(board);
  fireEvent.keyDown(document.body, { key: "Shift" });
  wait(19);
  wake();
  expect(router.state.location.pathname).toBe(board);
  wait(1);
  wake();
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch/lock"));
});

test("a page whose data fails to load shows the reason, Try again and the navigation", async () => {
  const failure = { status: 500, body: { message: "The disk is on fire", code: "server.error" } };
  await openPage(
    scene.server,
    "/dispatch/dashboard/DriverManagement",
    browserWithAnswers(scene.desk, "/admin/drivers", failure),
  );
  expect(screen.getByRole("alert").textContent).toContain("The disk is on fire");
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.getByRole("navigation", { name: "Dispatch" })).toBeTruthy();
  // React writes every error that a page catches to the console.
  expect(closePage).toThrow("The disk is on fire");
});

test("an unknown dashboard address shows the navigation and that the page can't be found", async () => {
  await openPage(scene.server, "/dispatch/dashboard/NoSuchPage", scene.desk);
  expect(screen.getByText("We can’t find that page")).toBeTruthy();
  expect(screen.getByRole("navigation", { name: "Dispatch" })).toBeTruthy();
});

test("a booking that waits for its payment shows that on the board", async () => {
  const trip = scene.addTrip({ state: "pending" });
  const now = scene.server.deps.now();
  scene.server.deps.db
    .insert(prepayments)
    .values({
      reservationId: trip.id,
      take: "all",
      amountMinor: 100,
      state: "waiting",
      createdAt: now,
      updatedAt: now,
    })
    .run();
  await open();
  expect((await screen.findAllByText("Waiting for payment")).length).toBeGreaterThan(0);
});

test("a booking that waits for its company’s approval shows that, and has a filter", async () => {
  scene.addTrip({ state: "pending", passengerName: "Grace Other" });
  await open();
  const views = await screen.findByRole("navigation", { name: "Views" });
  expect(within(views).queryByRole("button", { name: /Waiting for approval/ })).toBeNull();
  closePage();
  const { id: companyId } = await createCompany(scene.desk);
  const { id: reservationId } = scene.addTrip({
    ...{ state: "pending", companyId, payment: "account", passengerName: "Aline Waits" },
  });
  const at = scene.server.deps.now();
  insertRow(scene.server.deps.db, tripApprovals, {
    ...{ reservationId, requestId: "x", companyId, amountMinor: 100 },
    ...{ state: "waiting", deadlineAt: at, createdAt: at },
  });
  await open();
  const filter = await screen.findByRole("button", { name: "Waiting for approval 1" });
  expect(screen.getAllByText("Waiting for approval").length).toBeGreaterThan(1);
  expect(numbers()).toEqual([1001, 1002]);
  fireEvent.click(filter);
  await waitFor(() => expect(numbers()).toEqual([1002]));
  expect(filter.getAttribute("aria-current")).toBe("true");
});
