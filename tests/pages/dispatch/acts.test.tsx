/** Dispatch's actions on a reservation from its details: by button, by key, and in conflict with others. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { riders } from "../../../db/schema/accounts";
import { offers } from "../../../db/schema/dispatch";
import { reservations } from "../../../db/schema/reservations";
import type { ReservationAnswer } from "../../../src/reservations/contract";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { createScene, HOUR, MINUTE, inBackground, type Scene } from "./scene";

let scene: Scene;

beforeEach(async () => {
  scene = await createScene();
});

afterEach(() => {
  closePage();
  scene.close();
});

const board = "/dispatch/dashboard/reservation";
const open = (id?: string) =>
  openPage(scene.server, `${board}?state=all${id ? `&open=${id}` : ""}`, scene.desk);
const stored = (id: string) => {
  const db = scene.server.deps.db;
  return db.select().from(reservations).where(eq(reservations.id, id)).all()[0];
};
const panel = async (number: number) =>
  within(await screen.findByRole("region", { name: `Reservation ${number}` }));
const buttonNames = (area: Awaited<ReturnType<typeof panel>>) =>
  area
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent ?? "");
/** Another dispatcher's step, through the call itself. */
const moveFromOtherScreen = (id: string, step: string, json: object) =>
  inBackground(() => scene.desk.post(`/admin/reservations/${id}/${step}`, json));

test("the details open at their own address, with fare, people and timeline", async () => {
  const trip = scene.addTrip({ state: "pending", note: "Two prams", flightNumber: "WB403" });
  await moveFromOtherScreen(trip.id, "confirmation", { version: 1 });
  await open(trip.id);
  const area = await panel(1001);
  await area.findByText("Two prams");
  expect(area.getByText("WB403")).toBeTruthy();
  expect(area.getByRole("link", { name: "+250788000001" }).getAttribute("href")).toBe(
    "tel:+250788000001",
  );
  expect(area.getByText("Base fare")).toBeTruthy();
  expect(area.getByText("Ada Uwase, dispatch")).toBeTruthy();
});

test("a rider's change shows above the trip until dispatch acts on the trip", async () => {
  const rider = (await signInRider(scene.server)).browser;
  const [account] = scene.server.deps.db.select().from(riders).all();
  const trip = scene.addTrip({ state: "pending", riderId: account?.id ?? null });
  const changeResponse = await inBackground(() =>
    rider.put(`/reservations/${trip.id}`, { version: 1, note: "Two prams" }),
  );
  expect(changeResponse.status).toBe(200);
  await open(trip.id);
  const area = await panel(1001);
  await area.findByText("The rider changed this trip. Note: rewritten");
  expect(area.getByText("Trip changed")).toBeTruthy();
  await moveFromOtherScreen(trip.id, "confirmation", { version: 2 });
  closePage();
  await open(trip.id);
  await (await panel(1001)).findByText("Trip changed");
  expect(screen.queryByText(/The rider changed this trip/)).toBeNull();
});

test("an address with an unknown reservation shows that the reservation does not exist", async () => {
  await open("01a1fa78-0000-7000-8000-000000000000");
  await screen.findByText("This reservation does not exist.");
});

const allowed = {
  pending: ["Confirm booking", "Assign driverA", "Record payment", "Reject booking", "Cancel trip"],
  confirmed: ["Assign driver", "Record payment", "Cancel trip"],
  assigned: ["Unassign driver", "Record payment", "Cancel trip"],
  passenger_on_board: ["Record payment"],
  completed: ["Record payment", "Waive amount due"],
  settled: ["Reopen trip"],
  cancelled: [],
};
const steps = new Set<string>(Object.values(allowed).flat());

test.each(Object.keys(allowed) as (keyof typeof allowed)[])(
  "a trip in state %s offers exactly the actions that the rules allow",
  async (state) => {
    // A settled trip is fully paid.
    const trip = scene.addTrip({ state, paidMinor: state === "settled" ? 13_900 : 0 });
    await open(trip.id);
    const area = await panel(trip.number);
    await area.findByText("Timeline");
    const shown = [
      ...buttonNames(area),
      ...area.queryAllByRole("menuitem", { hidden: true }).map((item) => item.textContent ?? ""),
    ];
    expect([...new Set(shown)].filter((name) => steps.has(name)).sort()).toEqual(
      allowed[state].toSorted(),
    );
  },
);

test("an accountant records a payment and settles the trip, but cannot confirm a booking", async () => {
  scene.close();
  scene = await createScene({ role: "accountant" });
  const done = scene.addTrip({ state: "completed" });
  const waiting = scene.addTrip({ state: "pending" });
  await open(waiting.id);
  const area = await panel(waiting.number);
  await area.findByText("Timeline");
  expect(area.queryByRole("button", { name: "Confirm booking" })).toBeNull();
  closePage();
  await open(done.id);
  await userEvent.click(await screen.findByRole("button", { name: "Record payment" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Record a payment for/ }));
  const amount = await dialog.findByLabelText<HTMLInputElement>("Amount (RWF)");
  expect(amount.value).toBe("13,900");
  await userEvent.selectOptions(dialog.getByLabelText("Method"), "mobile_money");
  await userEvent.type(dialog.getByLabelText(/^Payment reference/), "MM 4711");
  await userEvent.click(dialog.getByRole("button", { name: "Record payment" }));
  await waitFor(() => expect(stored(done.id)?.paidMinor).toBe(13_900));
  await (await panel(done.number)).findByText("Paid, mobile money");
  await userEvent.click(await screen.findByRole("button", { name: "Settle trip" }));
  await waitFor(() => expect(stored(done.id)?.state).toBe("settled"));
});

test("J and K select a row, C confirms the reservation, Enter opens it and Escape closes it", async () => {
  scene.addTrip({ state: "pending", pickupAt: START + 2 * HOUR });
  const second = scene.addTrip({ state: "pending", pickupAt: START + 3 * HOUR });
  const router = await open();
  await userEvent.keyboard("jjkj");
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Reservation 1002"));
  await userEvent.keyboard("c");
  await waitFor(() => expect(stored(second.id)?.state).toBe("confirmed"));
  await screen.findByText("Reservation 1002 confirmed");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.search.open).toBe(second.id));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Reservation 1002"));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.search.open).toBeUndefined());
  await waitFor(() => expect(document.activeElement?.textContent).toContain("Reservation 1002,"));
});

test("A lists the drivers: available ones first with their vehicle, others with the reason", async () => {
  const { driver, vehicle } = scene.addDriver("Eric", "Mugisha");
  scene.addDriver("Thierry", "Rukundo");
  const suspended = scene.addDriver("Zoe", "Suspended").driver;
  scene.server.deps.db.$client.run("UPDATE drivers SET state = 'suspended' WHERE id = ?", [
    suspended.id,
  ]);
  const trip = scene.addTrip({ state: "pending" });
  await open();
  await userEvent.keyboard("ja");
  const dialog = within(
    await screen.findByRole("dialog", { name: /Assign driver to reservation 1001/ }),
  );
  const choices = await dialog.findAllByRole<HTMLInputElement>("radio");
  expect(choices.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  expect(dialog.getByText("Suspended")).toBeTruthy();
  expect(dialog.getByLabelText<HTMLSelectElement>("Vehicle").value).toBe(vehicle.id);
  expect(dialog.getByText(/This booking is not confirmed yet/)).toBeTruthy();
  await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
  await waitFor(() => expect(stored(trip.id)?.state).toBe("offered"));
  const area = within(await screen.findByRole("table", { name: "Reservations" }));
  await waitFor(() => expect(area.getByText("Waiting for an answer")).toBeTruthy());
  await screen.findByText(`Offer sent to ${driver.firstName} ${driver.lastName}`);
});

test("a driver who is suspended while the dialog is open can no longer be chosen", async () => {
  const { driver: eric } = scene.addDriver("Eric", "Mugisha");
  const { driver: zoe } = scene.addDriver("Zoe", "Iradukunda");
  const trip = scene.addTrip();
  await open(trip.id);
  await userEvent.click(await screen.findByRole("button", { name: "Assign driver" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Assign driver/ }));
  await userEvent.click(await dialog.findByRole("radio", { name: /Zoe/ }));
  scene.server.deps.db.$client.run("UPDATE drivers SET state = 'suspended' WHERE id = ?", [zoe.id]);
  await userEvent.click(dialog.getByRole("button", { name: "Send offer" }));
  await waitFor(() =>
    expect(dialog.getByRole<HTMLInputElement>("radio", { name: /Zoe/ }).disabled).toBe(true),
  );
  for (const name of ["Send offer", "Assign directly"])
    expect(dialog.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
  // Offers to others don't depend on the driver who was chosen before.
  await userEvent.selectOptions(dialog.getByLabelText("Offer to"), "at_once");
  await userEvent.click(dialog.getByRole("checkbox", { name: /Eric/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Send offer" }));
  await screen.findByText("Offer sent to 1 driver at once");
  expect(scene.server.deps.db.select().from(offers).all()).toMatchObject([{ driverId: eric.id }]);
});

test("offers to several drivers follow the chosen order, and the details show each of them", async () => {
  const eric = scene.addDriver("Eric", "Mugisha");
  const zoe = scene.addDriver("Zoe", "Iradukunda");
  const trip = scene.addTrip();
  await open(trip.id);
  await userEvent.click(await screen.findByRole("button", { name: "Assign driver" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Assign driver/ }));
  await dialog.findAllByRole("radio");
  expect(await dialog.findByText(/Eric Mugisha: number 1 of the available drivers/)).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText("Offer to"), "in_turn");
  await userEvent.selectOptions(dialog.getByLabelText("Time to answer"), "120");
  const boxes = dialog.getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false]);
  // Unselect Eric and select him again, so that his offer comes after Zoe's.
  for (const at of [0, 1, 0]) await userEvent.click(boxes[at] ?? document.body);
  expect(await dialog.findByText("2 of 2 available drivers selected")).toBeTruthy();
  await waitFor(() => expect(dialog.queryByRole("button", { name: "Assign directly" })).toBeNull());
  await userEvent.click(dialog.getByRole("button", { name: "Send offers" }));
  await screen.findByText("Offer goes to 2 drivers one after another");
  const offerRows = scene.server.deps.db.select().from(offers).orderBy(offers.position).all();
  expect(
    offerRows.map(({ driverId, state, answerSeconds }) => [driverId, state, answerSeconds]),
  ).toEqual([
    [zoe.driver.id, "open", 120],
    [eric.driver.id, "queued", 120],
  ]);
  const list = within(await screen.findByRole("list", { name: "Offers" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Zoe Iradukunda.*left.*Sent$/),
    expect.stringMatching(/^Eric Mugisha.*Queued$/),
  ]);
});

test("assigning directly assigns the chosen driver and vehicle", async () => {
  const eric = scene.addDriver("Eric", "Mugisha");
  const spareDriver = scene.addDriver("Thierry", "Rukundo");
  const trip = scene.addTrip();
  await open(trip.id);
  await userEvent.click(await screen.findByRole("button", { name: "Assign driver" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Assign driver/ }));
  await userEvent.type(await dialog.findByRole("searchbox"), "thierry");
  await userEvent.selectOptions(dialog.getByLabelText("Vehicle"), eric.vehicle.id);
  await userEvent.click(dialog.getByRole("button", { name: "Assign directly" }));
  await waitFor(() =>
    expect(stored(trip.id)).toMatchObject({
      state: "assigned",
      driverId: spareDriver.driver.id,
      vehicleId: eric.vehicle.id,
    }),
  );
});

test("a driver who has just been assigned elsewhere is refused with the reason", async () => {
  const { driver, vehicle } = scene.addDriver("Eric", "Mugisha");
  const first = scene.addTrip();
  const second = scene.addTrip();
  await open(second.id);
  await userEvent.click(await screen.findByRole("button", { name: "Assign driver" }));
  const dialog = within(await screen.findByRole("dialog", { name: /Assign driver/ }));
  await dialog.findByRole("radio");
  await moveFromOtherScreen(first.id, "assignment", {
    version: 1,
    driverId: driver.id,
    vehicleId: vehicle.id,
  });
  await userEvent.click(dialog.getByRole("button", { name: "Assign directly" }));
  await waitFor(() => expect(dialog.getByRole("alert").textContent).not.toBe(""));
  await waitFor(() => expect(dialog.getByRole<HTMLInputElement>("radio").disabled).toBe(true));
  expect(stored(second.id)?.state).toBe("confirmed");
});

test("a conflict keeps the typed reason and shows the other dispatcher's change", async () => {
  const trip = scene.addTrip({ state: "pending" });
  await open(trip.id);
  const area = await panel(1001);
  await userEvent.click(area.getByRole("button", { name: "More actions" }));
  await userEvent.click(area.getByRole("menuitem", { name: "Reject booking", hidden: true }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reject reservation 1001?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Reject booking" }));
  expect(await dialog.findByText("Give a short reason.")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText("Reason"), "No car free");
  await moveFromOtherScreen(trip.id, "confirmation", { version: 1 });
  await userEvent.click(dialog.getByRole("button", { name: "Reject booking" }));
  await dialog.findByText(/^Somebody else changed this reservation/);
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLTextAreaElement>("Reason").value).toBe("No car free"),
  );
  const alertText = dialog.getByRole("alert").textContent;
  expect(alertText).toContain("“Confirmed”");
  expect(alertText).toContain(
    "Pending → Confirmed, by Ada Uwase, just now. Your action was not carried out.",
  );
  expect(stored(trip.id)?.state).toBe("confirmed");
});

test("the dialog of a late cancellation shows the fee, which dispatch can waive", async () => {
  const trip = scene.addTrip({ pickupAt: START + 30 * MINUTE });
  await open(trip.id);
  const area = await panel(1001);
  await userEvent.click(area.getByRole("button", { name: "More actions" }));
  await userEvent.click(area.getByRole("menuitem", { name: "Cancel trip", hidden: true }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel reservation 1001?" }));
  expect(await dialog.findByText(/RWF 6,950/)).toBeTruthy();
  await userEvent.click(dialog.getByLabelText("Waive fee"));
  await userEvent.type(dialog.getByLabelText(/Reason/), "Flight cancelled");
  await userEvent.click(dialog.getByRole("button", { name: "Cancel trip" }));
  await waitFor(() =>
    expect(stored(trip.id)).toMatchObject({
      state: "cancelled",
      isLateCancellation: true,
      cancellationFeeMinor: 0,
    }),
  );
  await waitFor(() => expect(area.getByText("“Flight cancelled”")).toBeTruthy());
});

test("dispatch records the landing of a flight, on airport pickups only", async () => {
  const trip = scene.addTrip({ serviceType: "airport_pickup", flightNumber: "WB403" });
  scene.addTrip();
  await open(trip.id);
  const area = await panel(1001);
  await userEvent.click(area.getByRole("button", { name: "More actions" }));
  await userEvent.click(area.getByRole("menuitem", { name: "Record landing", hidden: true }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Reservation 1001: when did the flight land?" }),
  );
  const fill = async (label: string, value: string) => {
    const field = dialog.getByLabelText(label);
    await userEvent.clear(field);
    if (value) await userEvent.type(field, value);
  };
  await fill("Day", "2026-11-20");
  await fill("Time", "");
  await userEvent.click(dialog.getByRole("button", { name: "Record landing" }));
  expect(await dialog.findByText("Choose a time.")).toBeTruthy();
  await fill("Time", "14:10");
  await userEvent.click(dialog.getByRole("button", { name: "Record landing" }));
  expect(await dialog.findByText(/^A landing can’t be in the future/)).toBeTruthy();
  await fill("Time", "09:10");
  await userEvent.click(dialog.getByRole("button", { name: "Record landing" }));
  await waitFor(() => expect(stored(trip.id)?.landedAt).toBe(Date.parse("2026-11-20T07:10:00Z")));
  await area.findByText("Landed");
  closePage();
  await open();
  const other = scene.server.deps.db
    .select()
    .from(reservations)
    .where(eq(reservations.number, 1002))
    .all()[0];
  await open(other?.id);
  const town = await panel(1002);
  await town.findByText("Timeline");
  expect(town.queryByRole("menuitem", { name: "Record landing", hidden: true })).toBeNull();
});

test("reopening a settled trip asks for a reason and appears in the timeline", async () => {
  const trip = scene.addTrip({ state: "settled" });
  await open(trip.id);
  await userEvent.click(await screen.findByRole("button", { name: "Reopen trip" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reopen reservation 1001?" }));
  await userEvent.type(dialog.getByLabelText("Reason"), "Wrong toll");
  await userEvent.click(dialog.getByRole("button", { name: "Reopen trip" }));
  await waitFor(() => expect(stored(trip.id)?.state).toBe("completed"));
  const area = await panel(1001);
  await waitFor(() => expect(area.getByText("Reopened")).toBeTruthy());
});

test("the details update after another dispatcher's action", async () => {
  const trip = scene.addTrip({ state: "pending" });
  await open(trip.id);
  const area = await panel(1001);
  await area.findByRole("button", { name: "Confirm booking" });
  const answer = await moveFromOtherScreen(trip.id, "confirmation", { version: 1 });
  expect(((await answer.json()) as ReservationAnswer).reservation.state).toBe("confirmed");
  await waitFor(() =>
    expect(area.queryAllByRole("button", { name: "Confirm booking" })).toHaveLength(0),
  );
  expect(area.getByRole("button", { name: "Assign driver" })).toBeTruthy();
});

test("dispatch lets a driver start early with a reason, if it is too early to set off", async () => {
  const user = userEvent.setup();
  const { driver, vehicle } = scene.addDriver("Eric", "Mugisha");
  const pair = { driverId: driver.id, vehicleId: vehicle.id };
  const near = scene.addTrip();
  const far = scene.addTrip({ pickupAt: START + 30 * HOUR });
  for (const { id } of [near, far])
    await moveFromOtherScreen(id, "assignment", { version: 1, ...pair });
  await open(near.id);
  await user.click(await (await panel(1001)).findByRole("button", { name: "More actions" }));
  expect(
    screen.queryByRole("menuitem", { name: "Let driver start early", hidden: true }),
  ).toBeNull();
  closePage();
  await open(far.id);
  const area = await panel(1002);
  await area.findByText("Base fare");
  await user.click(area.getByRole("button", { name: "More actions" }));
  await user.click(
    await screen.findByRole("menuitem", { name: "Let driver start early", hidden: true }),
  );
  const dialog = within(
    await screen.findByRole("dialog", { name: "Let the driver of reservation 1002 start early?" }),
  );
  dialog.getByText(
    /^This driver can’t set off before \w{3} \d+ Nov, \d\d:\d\d\. We’ll tell the driver/,
  );
  await user.click(dialog.getByRole("button", { name: "Let driver start" }));
  await dialog.findByText("Give a short reason.");
  await user.type(dialog.getByLabelText("Reason"), "Four hours of way");
  await user.click(dialog.getByRole("button", { name: "Let driver start" }));
  await area.findByText("Driver may start early");
  await area.findByText("“Four hours of way”");
  expect(stored(far.id)?.earlyStartForPickupAt).toBe(far.pickupAt);
});
