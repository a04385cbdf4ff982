/** A vehicle's page: times out of service, maintenance schedule, log and odometer. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { formatMoment } from "../../../client/ui/moment";
import { localTimeAt } from "../../../src/settings/local-time";
import { readOperator } from "../../../src/settings/queries";
import type { MaintenanceSchedule } from "../../../src/vehicles/maintenance-contract";
import type { VehicleAnswer } from "../../../src/vehicles/contract";
import { closePage, openPage } from "../../support/pages";
import { browserWithAnswers, createScene, HOUR, inBackground, type Scene } from "./scene";

/** Parts of the page load after it, and saved data is loaded again. */
const LONG_TIMEOUT = { timeout: 10_000 };

let scene: Scene;
let car: { id: string };
let driver: { id: string };

beforeEach(async () => {
  scene = await createScene();
  ({ vehicle: car, driver } = scene.addDriver("Eric", "Mugisha", { plate: "RAD 123 B" }));
});

afterEach(() => {
  closePage();
  scene.close();
});

const open = (browser = scene.desk, tab = "maintenance") =>
  openPage(scene.server, `/dispatch/dashboard/VehicleManagement/${car.id}?tab=${tab}`, browser);
const region = (name: string) => screen.findByRole("region", { name }, LONG_TIMEOUT);
const type = (dialog: HTMLElement, label: string | RegExp, value: string) =>
  fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });

test("an out-of-service period links to the trips to reassign, and can be cancelled", async () => {
  const trip = scene.addTrip({ pickupAt: scene.server.deps.now() + 24 * HOUR });
  const assignmentResponse = await scene.desk.post(`/admin/reservations/${trip.id}/assignment`, {
    version: 1,
    driverId: driver.id,
    vehicleId: car.id,
  });
  expect(assignmentResponse.status).toBe(200);
  await open();
  const times = await region("Out of service");
  await within(times).findByText("No periods are planned.", {}, LONG_TIMEOUT);
  await userEvent.click(within(times).getByRole("button", { name: "Add out-of-service period" }));
  const dialog = await screen.findByRole("dialog");
  type(dialog, "From", "2026-11-21T08:00");
  type(dialog, "Until", "2026-11-21T07:00");
  type(dialog, "Reason", "Brakes");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await within(dialog).findByText("The end must be after the start.", {}, LONG_TIMEOUT);
  await waitFor(() =>
    expect(within(dialog).getByLabelText("Reason")).toHaveProperty("value", "Brakes"),
  );
  type(dialog, "Until", "2026-11-21T18:00");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  const link = await within(times).findByRole(
    "link",
    { name: `Reassign trip ${trip.number}` },
    LONG_TIMEOUT,
  );
  expect(link.getAttribute("href")).toBe(`/dispatch/dashboard/reservation/${trip.id}`);
  await userEvent.click(within(times).getByRole("button", { name: "Cancel: Brakes" }));
  await within(times).findByText("No periods are planned.", {}, LONG_TIMEOUT);
});

test("a vehicle out of service shows until when, and ending the period puts it in service", async () => {
  const now = scene.server.deps.now();
  const { timeZone } = readOperator(scene.server.deps);
  const outageResponse = await scene.desk.post(`/admin/vehicles/${car.id}/outages`, {
    startsLocal: localTimeAt(now - 2 * HOUR, timeZone),
    endsLocal: localTimeAt(now + 24 * HOUR, timeZone),
    reason: "Brakes",
  });
  expect(outageResponse.status).toBe(201);
  const until = formatMoment(new Date(now + 24 * HOUR).toISOString(), timeZone, "date-time");
  await openPage(scene.server, "/dispatch/dashboard/VehicleManagement", scene.desk);
  const [row] = within(screen.getByRole("table", { name: "Vehicles" }))
    .getAllByRole("row")
    .slice(1);
  expect(row?.textContent).toContain(`Out of service until ${until}`);
  closePage();
  await open();
  const title = () => screen.getByRole("heading", { level: 1 }).textContent;
  expect(title()).toBe(`RAD 123 BOut of service until ${until}`);
  const times = await region("Out of service");
  await userEvent.click(
    await within(times).findByRole("button", { name: "End now: Brakes" }, LONG_TIMEOUT),
  );
  await waitFor(() => expect(title()).toBe("RAD 123 BIn service"), LONG_TIMEOUT);
});

test("the page loads each of its sections only once", async () => {
  const requests: string[] = [];
  await open({
    ...scene.desk,
    request: (path, options) => {
      requests.push(path);
      return scene.desk.request(path, options);
    },
  });
  await within(await region("Out of service")).findByText(
    "No periods are planned.",
    {},
    LONG_TIMEOUT,
  );
  await within(await region("Maintenance schedule")).findByText(
    /Nothing is scheduled yet/,
    {},
    LONG_TIMEOUT,
  );
  await within(await region("Log")).findByText(/The log is empty/, {}, LONG_TIMEOUT);
  await Bun.sleep(300);
  const vehicle = `/admin/vehicles/${car.id}`;
  expect(requests.filter((path) => path.startsWith(`${vehicle}/outages`))).toHaveLength(1);
  expect(requests.filter((path) => path.startsWith(`${vehicle}/maintenance`))).toHaveLength(2);
});

test("the schedule shows overdue maintenance, and logging it as done resets it", async () => {
  await open();
  const schedule = await region("Maintenance schedule");
  await within(schedule).findByText(/Nothing is scheduled yet/, {}, LONG_TIMEOUT);
  await userEvent.click(within(schedule).getByRole("button", { name: "Add to schedule" }));
  const plan = await screen.findByRole("dialog");
  type(plan, /Due every \(km\)/, "15000");
  type(plan, /Last done at/, "10000");
  await userEvent.click(within(plan).getByRole("button", { name: "Save" }));
  await userEvent.click(
    await within(schedule).findByRole("button", { name: "Record odometer" }, LONG_TIMEOUT),
  );
  const reading = await screen.findByRole("dialog", { name: "Record odometer" });
  type(reading, /Odometer/, "25100");
  await userEvent.click(within(reading).getByRole("button", { name: "Save" }));
  await within(schedule).findByText("Overdue", {}, LONG_TIMEOUT);
  expect(schedule.textContent).toContain("100 km ago; every 15,000 km");
  await userEvent.click(within(schedule).getByRole("button", { name: "Done: Service" }));
  const done = await screen.findByRole("dialog", { name: "Log maintenance" });
  type(done, "What was done", "Oil and filters");
  type(done, /Odometer \(km\)/, "25100");
  type(done, /Cost/, "85,000");
  await userEvent.click(within(done).getByRole("button", { name: "Add to log" }));
  await within(schedule).findByText("OK", {}, LONG_TIMEOUT);
  await screen.findByText(/Oil and filters/, {}, LONG_TIMEOUT);
  expect((await region("Log")).textContent).toMatch(/25,100 km, RWF\s85,000/);
});

test("an accountant reads the maintenance but cannot change it", async () => {
  scene.close();
  scene = await createScene({ role: "accountant" });
  ({ vehicle: car } = scene.addDriver("Eric", "Mugisha", { plate: "RAD 123 B" }));
  await open();
  const times = await region("Out of service");
  await within(times).findByText("No periods are planned.", {}, LONG_TIMEOUT);
  expect(within(times).queryByRole("button", { name: "Add out-of-service period" })).toBeNull();
  const schedule = await region("Maintenance schedule");
  await within(schedule).findByText(/Nothing is scheduled yet/, {}, LONG_TIMEOUT);
  expect(within(schedule).queryByRole("button", { name: "Add to schedule" })).toBeNull();
});

test("a complete VIN fills empty fields and keeps typed ones", async () => {
  const vin = "1HGCM82633A004352";
  await openPage(scene.server, "/dispatch/dashboard/VehicleManagement/new", scene.desk);
  await userEvent.type(screen.getByLabelText("Model"), "Camry");
  const field = screen.getByLabelText(/^VIN/);
  await userEvent.type(field, vin.slice(0, 16).toLowerCase());
  await waitFor(() => expect(screen.getByLabelText("Make")).toHaveProperty("value", ""));
  await userEvent.type(field, vin.slice(16));
  await screen.findByText(/^Filled in from the VIN: make, year\./, {}, LONG_TIMEOUT);
  expect(field).toHaveProperty("value", vin);
  await waitFor(() => expect(screen.getByLabelText("Make")).toHaveProperty("value", "Honda"));
  await waitFor(() => expect(screen.getByLabelText("Model")).toHaveProperty("value", "Camry"));
  await waitFor(() => expect(screen.getByLabelText("Year")).toHaveProperty("value", "2003"));
});

test("a VIN without details explains that and keeps typed fields", async () => {
  await openPage(scene.server, "/dispatch/dashboard/VehicleManagement/new", scene.desk);
  await userEvent.type(screen.getByLabelText("Make"), "Toyota");
  await userEvent.type(screen.getByLabelText(/^VIN/), "IIIIIIIIIIIIIIIII");
  await screen.findByText(
    "No details found for this VIN. Enter make, model and year yourself.",
    {},
    LONG_TIMEOUT,
  );
  await waitFor(() => expect(screen.getByLabelText("Make")).toHaveProperty("value", "Toyota"));
});

test.each([
  ["no answer", { error: new TypeError("Failed to fetch") }, /^The VIN could not be looked up\./],
  [
    "an answer without facts",
    { status: 200, body: { data: { make: null, model: null, year: null, source: "offline" } } },
    /^No details found for this VIN\./,
  ],
] as const)("a VIN with %s is explained", async (_, how, text) => {
  const browser = browserWithAnswers(scene.desk, "/vehicle-data", how);
  await openPage(scene.server, "/dispatch/dashboard/VehicleManagement/new", browser);
  await userEvent.type(screen.getByLabelText(/^VIN/), "1HGCM82633A004352");
  await screen.findByText(text, {}, LONG_TIMEOUT);
});

test("an item of the schedule that somebody else changed can be saved after the conflict", async () => {
  const plans = `/admin/vehicles/${car.id}/maintenance/plans`;
  const item = {
    kind: "service",
    name: "",
    everyMonths: 6,
    everyMeters: null,
    fromDay: "2026-01-01",
    fromMeters: null,
  };
  const answer = await scene.desk.post(plans, item);
  const { plans: saved } = (await answer.json()) as MaintenanceSchedule;
  await open();
  const schedule = await region("Maintenance schedule");
  await userEvent.click(
    await within(schedule).findByRole("button", { name: "Change: Service" }, LONG_TIMEOUT),
  );
  const dialog = await screen.findByRole("dialog");
  type(dialog, /Due every \(months\)/, "9");
  await inBackground(() =>
    scene.desk.put(`${plans}/${saved[0]?.id}`, { ...item, everyMonths: 12, version: 1 }),
  );
  const save = () => userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await save();
  await within(dialog).findByText(/Somebody else has changed this entry/, {}, LONG_TIMEOUT);
  await save();
  await within(schedule).findByText(/every 9 months/, {}, LONG_TIMEOUT);
});

test("a vehicle lists its trips and its drivers", async () => {
  const trip = scene.addTrip({
    state: "settled",
    driverId: driver.id,
    vehicleId: car.id,
    pickupAt: scene.server.deps.now() - 24 * HOUR,
  });
  await open(scene.desk, "trips");
  const table = await screen.findByRole("table", { name: "Trips" }, LONG_TIMEOUT);
  const row = within(table)
    .getByRole("link", { name: String(trip.number) })
    .closest("tr");
  expect(row?.textContent).toContain("Eric Mugisha");
  const parts = within(screen.getByRole("navigation", { name: "Sections of RAD 123 B" }));
  await userEvent.click(parts.getByRole("link", { name: "Drivers" }));
  const list = await screen.findByRole("list", { name: "Drivers of this vehicle" }, LONG_TIMEOUT);
  expect(list.textContent).toContain("1 trip in the last 90 days");
  expect(list.textContent).toContain("Usual vehicle");
  expect(within(list).getByRole("link", { name: "Eric Mugisha" }).getAttribute("href")).toBe(
    `/dispatch/dashboard/DriverManagement/${driver.id}`,
  );
});

test("typed details survive a change of section and a reload of the data", async () => {
  const router = await open(scene.desk, "details");
  fireEvent.change(screen.getByLabelText("Colour"), { target: { value: "Midnight blue" } });
  const tabs = within(screen.getByRole("navigation", { name: "Sections of RAD 123 B" }));
  await userEvent.click(tabs.getByRole("link", { name: "Maintenance" }));
  await region("Maintenance schedule");
  await waitFor(() => expect(screen.queryByRole("form", { name: "RAD 123 B" })).toBeNull());
  const path = `/admin/vehicles/${car.id}`;
  const { vehicle: was } = (await (await scene.desk.get(path)).json()) as VehicleAnswer;
  const answer = await scene.desk.put(path, {
    ...was,
    insuranceValidUntil: "2031-05-06",
    mobility: ["wheelchair"],
    was,
  });
  expect(answer.status).toBe(200);
  await router.invalidate();
  await userEvent.click(tabs.getByRole("link", { name: "Details" }));
  await screen.findByRole("form", { name: "RAD 123 B" }, LONG_TIMEOUT);
  const day = screen.getByLabelText(/^Insurance valid until/);
  await waitFor(() => expect(day).toHaveProperty("value", "2031-05-06"), LONG_TIMEOUT);
  await waitFor(() =>
    expect(screen.getByRole("checkbox", { name: "Wheelchair" })).toHaveProperty("checked", true),
  );
  await waitFor(() =>
    expect(screen.getByLabelText("Colour")).toHaveProperty("value", "Midnight blue"),
  );
});
