/** A driver's page: its tabs by address and keyboard, and suspending the driver with the effects on their trips. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { drivers } from "../../../db/schema/drivers";
import { reservations } from "../../../db/schema/reservations";
import type { DriverAnswer } from "../../../src/drivers/contract";
import { closePage, openPage } from "../../support/pages";
import { createVehicle } from "../../support/fleet";
import { signInAdmin } from "../../support/staff";
import { createScene, focused, HOUR, inBackground, type Scene } from "./scene";

/** Parts of the page load after it, and saved data is loaded again. */
const longWait = { timeout: 10_000 };

let scene: Scene;
let eric: { id: string };
let car: { id: string };

beforeEach(async () => {
  scene = await createScene();
  ({ driver: eric, vehicle: car } = scene.addDriver("Eric", "Mugisha", { plate: "RAD 123 B" }));
});

afterEach(() => {
  closePage();
  scene.close();
});

const open = (tab = "", browser: Parameters<typeof openPage>[2] = scene.desk) =>
  openPage(
    scene.server,
    `/dispatch/dashboard/DriverManagement/${eric.id}${tab && `?tab=${tab}`}`,
    browser,
  );
const row = (id: string) =>
  scene.server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all()[0];

async function assigned(hours: number) {
  const trip = scene.addTrip({ pickupAt: scene.server.deps.now() + hours * HOUR });
  const pair = { version: 1, driverId: eric.id, vehicleId: car.id };
  const answer = await scene.desk.post(`/admin/reservations/${trip.id}/assignment`, pair);
  expect(answer.status).toBe(200);
  return trip;
}

test("the overview shows shift, next trips, contact, vehicle and documents", async () => {
  const trip = await assigned(3);
  await open();
  expect(screen.getByRole("heading", { level: 1, name: /Eric Mugisha/ }).textContent).toContain(
    "Off shift",
  );
  const now = screen.getByRole("region", { name: "Now" });
  const link = within(now).getByRole("link", { name: `${trip.pickupName} to ${trip.dropoffName}` });
  expect(link.getAttribute("href")).toBe(`/dispatch/dashboard/reservation/${trip.id}`);
  const facts = screen.getByRole("region", { name: "Contact and vehicle" });
  expect(within(facts).getByRole("link", { name: "RAD 123 B" }).getAttribute("href")).toBe(
    `/dispatch/dashboard/VehicleManagement/${car.id}`,
  );
  expect(screen.getByRole("region", { name: "Documents" }).textContent).toContain(
    "All documents are valid",
  );
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Suspend driver" });
  await waitFor(() => expect(button.disabled).toBe(false), longWait);
});

test("each section has its own address, and the arrow keys move between sections", async () => {
  const router = await open();
  const tabs = within(screen.getByRole("navigation", { name: "Sections of Eric Mugisha" }));
  expect(tabs.getAllByRole("link").map((tab) => tab.textContent)).toEqual([
    "Overview",
    "Details",
    "Documents",
    "Availability",
    "Trips",
    "Pay",
    "Ratings",
    "Incidents",
  ]);
  const overview = tabs.getByRole("link", { name: "Overview" });
  expect(overview.getAttribute("aria-current")).toBe("page");
  overview.focus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowLeft}{Enter}");
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: "details" }));
  expect(await screen.findByLabelText("Licence number")).toBeTruthy();
  const current = tabs.getAllByRole("link").filter((tab) => tab.hasAttribute("aria-current"));
  expect(current.map((tab) => tab.textContent)).toEqual(["Details"]);
});

test.each([
  ["documents", /^Driving licence/],
  ["availability", /^Monday/],
  ["pay", /^Per km$|^Share of the fare$/],
  ["ratings", "No ratings yet"],
  ["incidents", "No incidents"],
])("the section %s opens by its address", async (tab, words) => {
  await open(tab);
  expect((await screen.findAllByText(words, {}, longWait)).length).toBeGreaterThan(0);
});

test("dispatch edits the details in place, and an invalid field is named", async () => {
  const router = await open("details");
  const phone = screen.getByLabelText("Phone");
  fireEvent.change(phone, { target: { value: "12ab" } });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/^Enter a valid phone number/)).toBeTruthy();
  expect(phone).toHaveProperty("value", "12ab");
  fireEvent.change(phone, { target: { value: "+250788123456" } });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(
      scene.server.deps.db.select().from(drivers).where(eq(drivers.id, eric.id)).all()[0]?.phone,
    ).toBe("+250788123456"),
  );
  expect(router.state.location.pathname).toEndWith(eric.id);
});

test("a slow answer for earlier trips does not replace the trips of a later filter", async () => {
  const trip = await assigned(3);
  let requestCount = 0;
  const late = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  const desk: Scene["desk"] = {
    ...scene.desk,
    request: async (path, options) => {
      if (!path.startsWith("/admin/reservations?")) return scene.desk.request(path, options);
      requestCount += 1;
      if (requestCount === 1) throw new Error("No network");
      const isSecond = requestCount === 2;
      if (isSecond) await late.promise;
      const answer = await scene.desk.request(path, options);
      if (!isSecond) return answer;
      const body = await answer.json();
      // Signals one task later, when the page has the body.
      const json = async () => {
        setTimeout(read.resolve);
        return body;
      };
      return Object.assign(new Response(), { json });
    },
  };
  await open("trips", desk);
  await screen.findByText("No network", {}, longWait);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await userEvent.click(screen.getByRole("button", { name: "Not driven" }));
  await screen.findByText("No cancelled trips or no-shows", {}, longWait);
  await inBackground(() => {
    late.resolve();
    return read.promise;
  });
  expect(screen.getByText("No cancelled trips or no-shows")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "All" }));
  await screen.findByRole("table", { name: "Trips" }, longWait);
  await waitFor(() => expect(screen.getAllByText(String(trip.number)).length).toBeGreaterThan(0));
});

test("trips are filtered by outcome, and Show more loads the rest", async () => {
  const over = { driverId: eric.id, vehicleId: car.id, state: "settled" as const };
  const now = scene.server.deps.now();
  for (let at = 0; at < 27; at++) scene.addTrip({ ...over, pickupAt: now - (at + 1) * 24 * HOUR });
  const next = await assigned(5);
  await open("trips");
  const table = () => screen.findByRole("table", { name: "Trips" }, longWait);
  const count = async () => within(await table()).getAllByRole("row").length - 1;
  expect(await count()).toBe(25);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(async () => expect(await count()).toBe(28));
  await userEvent.click(screen.getByRole("button", { name: "Upcoming and current" }));
  await waitFor(async () => expect(await count()).toBe(1));
  const link = within(await table()).getByRole("link", { name: String(next.number) });
  expect(link.getAttribute("href")).toBe(`/dispatch/dashboard/reservation/${next.id}`);
  await userEvent.click(screen.getByRole("button", { name: "Not driven" }));
  expect(await screen.findByText("No cancelled trips or no-shows", {}, longWait)).toBeTruthy();
});

test("suspending unassigns one trip and reassigns another; lifting ends the suspension", async () => {
  const zoe = scene.addDriver("Zoe", "Uwase", { plate: "RAE 456 C" });
  const first = await assigned(3);
  const second = await assigned(6);
  await open();
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Suspend driver" });
  await waitFor(() => expect(button.disabled).toBe(false), longWait);
  await userEvent.click(button);
  const dialog = within(await screen.findByRole("dialog", { name: "Suspend Eric Mugisha" }));
  const replacementSelect = await dialog.findByLabelText<HTMLSelectElement>(
    `Assign trip ${second.number} to`,
    {},
    longWait,
  );
  await waitFor(() => expect(replacementSelect.options.length).toBe(2), longWait);
  await userEvent.selectOptions(replacementSelect, zoe.driver.id);
  await userEvent.click(dialog.getByRole("button", { name: "Suspend driver" }));
  expect(await dialog.findByText("Enter a reason.")).toBeTruthy();
  await waitFor(() => expect(focused()).toBe("reason"));
  await userEvent.type(dialog.getByLabelText("Reason"), "Two complaints");
  await userEvent.click(dialog.getByRole("button", { name: "Suspend driver" }));
  await screen.findByText(/by Ada Uwase: Two complaints$/, {}, longWait);
  expect([row(first.id)?.state, row(first.id)?.driverId]).toEqual(["confirmed", null]);
  expect([row(second.id)?.state, row(second.id)?.driverId]).toEqual(["assigned", zoe.driver.id]);
  await userEvent.click(screen.getByRole("button", { name: "Lift suspension" }));
  const liftButton = within(
    await screen.findByRole("dialog", { name: "Lift the suspension of Eric Mugisha?" }),
  );
  await userEvent.click(liftButton.getByRole("button", { name: "Lift suspension" }));
  await screen.findByRole("button", { name: "Suspend driver" }, longWait);
  await waitFor(() => expect(screen.queryByText(/Two complaints/)).toBeNull());
});

test("a trip assigned after opening the dialog is shown before suspending; the reason is kept", async () => {
  await open();
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Suspend driver" });
  await waitFor(() => expect(button.disabled).toBe(false), longWait);
  await userEvent.click(button);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(await dialog.findByLabelText("Reason", {}, longWait), "Two complaints");
  const trip = await assigned(3);
  await userEvent.click(dialog.getByRole("button", { name: "Suspend driver" }));
  await dialog.findByText(/trips have changed/, {}, longWait);
  await dialog.findByLabelText(`Assign trip ${trip.number} to`, {}, longWait);
  await waitFor(() =>
    expect(dialog.getByLabelText("Reason")).toHaveProperty("value", "Two complaints"),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Suspend driver" }));
  await screen.findByText(/by Ada Uwase: Two complaints$/, {}, longWait);
});

test("an accountant sees only the sections they need, and cannot suspend a driver", async () => {
  await open("documents", await signInAdmin(scene.server, { role: "accountant" }));
  const tabs = screen.getByRole("navigation", { name: "Sections of Eric Mugisha" });
  expect(
    within(tabs)
      .getAllByRole("link")
      .map((tab) => tab.textContent),
  ).toEqual(["Overview", "Details", "Trips", "Pay"]);
  expect(screen.getByRole("region", { name: "Now" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Suspend driver" })).toBeNull();
});

test("a conflict names the other's value at its field, and saving again uses the typed one", async () => {
  const user = userEvent.setup();
  await open("details");
  const name = await screen.findByLabelText<HTMLInputElement>("Last name");
  await waitFor(() => expect(name.matches(":disabled")).toBe(false), longWait);
  const path = `/admin/drivers/${eric.id}`;
  const { driver: was } = (await (await scene.desk.get(path)).json()) as DriverAnswer;
  await scene.desk.put(path, { ...was, lastName: "Habimana", firstName: "Erik", was });
  await user.clear(name);
  await user.type(name, "Uwase");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const told = await screen.findByText(
    "Somebody else changed this field to “Habimana”. Save again to use your version.",
    undefined,
    longWait,
  );
  expect(told).toBeTruthy();
  expect(name.value).toBe("Uwase");
  await user.click(screen.getByRole("button", { name: "Save" }));
  const first = screen.getByLabelText<HTMLInputElement>("First name");
  // Unchanged fields show the other person's values.
  await waitFor(() => expect(first.value).toBe("Erik"), longWait);
  const { driver: now } = (await (await scene.desk.get(path)).json()) as DriverAnswer;
  expect(now).toMatchObject({ firstName: "Erik", lastName: "Uwase" });
});

test("typed details survive a change of section and a reload of the data", async () => {
  const user = userEvent.setup();
  const router = await open("details");
  const name = await screen.findByLabelText<HTMLInputElement>("Last name");
  await waitFor(() => expect(name.matches(":disabled")).toBe(false), longWait);
  await user.clear(name);
  await user.type(name, "Uwase");
  const tabs = within(screen.getByRole("navigation", { name: "Sections of Eric Mugisha" }));
  await user.click(tabs.getByRole("link", { name: "Trips" }));
  await waitFor(() => expect(screen.queryByRole("form", { name: "Eric Mugisha" })).toBeNull());
  // Before this form is saved, the licence gets another last day.
  const path = `/admin/drivers/${eric.id}`;
  const { driver: was } = (await (await scene.desk.get(path)).json()) as DriverAnswer;
  const answer = await scene.desk.put(path, { ...was, licenseValidUntil: "2031-05-06", was });
  expect(answer.status).toBe(200);
  await router.invalidate();
  await user.click(tabs.getByRole("link", { name: "Details" }));
  await screen.findByRole("form", { name: "Eric Mugisha" }, longWait);
  const day = screen.getByLabelText<HTMLInputElement>("Licence valid until");
  await waitFor(() => expect(day.value).toBe("2031-05-06"), longWait);
  await waitFor(() => expect(screen.getByLabelText("Last name")).toHaveProperty("value", "Uwase"));
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(async () => {
    const { driver: now } = (await (await scene.desk.get(path)).json()) as DriverAnswer;
    expect(now).toMatchObject({ lastName: "Uwase", licenseValidUntil: "2031-05-06" });
  }, longWait);
});

test("a driver's usual vehicle is chosen from the whole fleet", async () => {
  for (let number = 100; number <= 200; number++)
    createVehicle(scene.server, { plate: `AAA ${number}` });
  await open("details");
  const select = await screen.findByLabelText<HTMLSelectElement>(/vehicle/i);
  expect(select.value).toBe(car.id);
  expect(select.options.length).toBe(103);
});
