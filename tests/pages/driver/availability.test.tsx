/** A driver's hours, days off and preferences on the phone, and on dispatch's screen. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { forgetDriverData } from "../../../client/driving/answers";
import {
  driverAvailabilityChanges,
  driverDaysOff,
  driverHours,
  driverPreferences,
} from "../../../db/schema/drivers";
import { closePage, openPage } from "../../support/pages";
import { interceptedBrowser } from "../rider/scene";
import { openArea } from "./open-area";
import { installStream } from "./stream";
import { createDriverScene, type DriverScene } from "./scene";

let scene: DriverScene;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  scene = await createDriverScene();
});

afterEach(() => {
  closePage();
  forgetDriverData();
  scene.server.close();
  removeStream();
});

const management = () => openArea(scene, "/driver/dashboard/management");
const part = (name: string) => within(screen.getByRole("region", { name }));
const press = (name: string | RegExp, where = within(document.body)) =>
  act(async () => where.getByRole("button", { name }).click());
async function open(button: string | RegExp, title: string) {
  await press(button);
  return within(await screen.findByRole("dialog", { name: title }));
}
const closed = () => waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0));

/** Changes the whole value at once, because happy-dom cannot type into time and date fields. */
async function put(field: HTMLElement, value: string) {
  await userEvent.clear(field);
  await userEvent.type(field, value);
}
function hours() {
  const rows = scene.server.deps.db.select().from(driverHours).orderBy(driverHours.weekday).all();
  return rows.map(({ weekday, fromMinute, untilMinute }) => [weekday, fromMinute, untilMinute]);
}

test("a driver saves hours past midnight for several days at once", async () => {
  await management();
  expect(part("Availability").getAllByText("Any time")).toHaveLength(7);
  const sheet = await open(/^Friday/, "Friday");
  await put(sheet.getByLabelText("From"), "18:00");
  await put(sheet.getByLabelText("Until"), "02:00");
  expect(sheet.getByText("Until 02:00 on Saturday.")).toBeTruthy();
  await press("Saturday", sheet);
  await press("Save 2 days", sheet);
  await closed();
  expect(hours()).toEqual([
    [5, 1080, 120],
    [6, 1080, 120],
  ]);
  const week = part("Availability");
  expect(week.getByRole("button", { name: "Friday 18:00–02:00" })).toBeTruthy();
  expect(week.getByRole("button", { name: "Monday Not driving" })).toBeTruthy();
  // The welcome notice asked for availability, so it now counts as read.
  expect(await screen.findByRole("button", { name: "Notifications, 2" })).toBeTruthy();
});

test("overlapping hours are refused at their field, with the cursor there", async () => {
  await management();
  const sheet = await open(/^Monday/, "Monday");
  await press("Add more hours", sheet);
  await press("Save Monday", sheet);
  await waitFor(() => expect(sheet.getAllByText("This field is required.")).toHaveLength(2));
  await put(sheet.getAllByLabelText("From")[1] as HTMLElement, "16:00");
  await put(sheet.getAllByLabelText("Until")[1] as HTMLElement, "19:00");
  await press("Save Monday", sheet);
  expect(
    await sheet.findByText("These hours overlap with Mon 08:00–17:00. Change one of the two."),
  ).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(sheet.getAllByLabelText("From")[1] ?? null),
  );
  await press("Remove period 2", sheet);
  await press("Tuesday", sheet);
  await put(sheet.getByLabelText("Until"), "09:00");
  await put(sheet.getByLabelText("From"), "10:00");
  // 10:00 to 09:00 ends on the next day, an hour before Tuesday's period begins.
  await press("Save 2 days", sheet);
  await closed();
  expect(hours()).toHaveLength(2);
});

test("hours that overlap only on another day are refused with the name of that day", async () => {
  const { phone } = scene;
  const spans = [{ weekday: 3, from: "01:00", until: "05:00" }];
  await phone.put("/driver/availability/hours", { version: 0, spans });
  await management();
  const sheet = await open(/^Monday/, "Monday");
  await put(sheet.getByLabelText("From"), "20:00");
  await put(sheet.getByLabelText("Until"), "02:00");
  await press("Tuesday", sheet);
  await press("Save 2 days", sheet);
  expect(sheet.getByRole("alert").textContent).toBe(
    "Tuesday: These hours overlap with Wed 01:00–05:00. Change one of the two.",
  );
});

test("hours stay typed without a network, and a conflict is shown before they are saved", async () => {
  let isOffline = true;
  const phone = interceptedBrowser(scene.phone, {
    "PUT /driver/availability/hours": () => {
      if (isOffline) throw new TypeError("no network");
    },
  });
  await openArea(scene, "/driver/dashboard/management", phone);
  const sheet = await open(/^Monday/, "Monday");
  await put(sheet.getByLabelText("From"), "06:30");
  await press("Save Monday", sheet);
  await sheet.findByText("You seem to be offline. Please try again.");
  isOffline = false;
  expect(hours()).toEqual([]);
  // Before the driver saves, dispatch sets Sunday.
  const spans = [{ weekday: 7, from: "08:00", until: "12:00" }];
  const path = `/admin/drivers/${scene.row.id}/availability/hours`;
  await scene.staff.put(path, { version: 0, spans });
  await press("Save Monday", sheet);
  await sheet.findByText(/^Somebody else changed these entries in the meantime/);
  await waitFor(() =>
    expect((sheet.getByLabelText("From") as HTMLInputElement).value).toBe("06:30"),
  );
  await press("Save Monday", sheet);
  await closed();
  expect(hours()).toEqual([
    [1, 390, 1020],
    [7, 480, 720],
  ]);
});

test("a driver adds and removes days off, and an invalid date is named", async () => {
  await management();
  expect(part("Days off").getByText("No days off planned.")).toBeTruthy();
  const sheet = await open("Add days off", "Days off");
  await press("Save days off", sheet);
  expect(await sheet.findByText("This field is required.")).toBeTruthy();
  await userEvent.type(sheet.getByLabelText("First day"), "2026-11-24");
  await userEvent.type(sheet.getByLabelText(/^Last day/), "2026-11-23");
  await press("Save days off", sheet);
  await sheet.findByText("The last day is before the first.");
  await put(sheet.getByLabelText(/^Last day/), "2026-11-26");
  await userEvent.type(sheet.getByLabelText(/^Note/), "Wedding");
  await press("Save days off", sheet);
  await closed();
  const list = part("Days off");
  expect(await list.findByText("Tue 24 Nov to Thu 26 Nov 2026")).toBeTruthy();
  expect(await list.findByText("Wedding")).toBeTruthy();
  await press("Remove Tue 24 Nov to Thu 26 Nov 2026", list);
  await list.findByText("No days off planned.");
  expect(scene.server.deps.db.select().from(driverDaysOff).all()).toEqual([]);
});

test("past days off are collapsed", async () => {
  const { deps } = scene.server;
  const day = { id: "a", driverId: scene.row.id, fromDay: "2026-11-18", untilDay: "2026-11-19" };
  deps.db
    .insert(driverDaysOff)
    .values({ ...day, note: "", createdAt: deps.now() })
    .run();
  await management();
  const list = part("Days off");
  expect(list.getByText("No days off planned.")).toBeTruthy();
  const pastDays = list.getByText("Past days off (1)").closest("details");
  expect(pastDays?.open).toBe(false);
  expect(pastDays?.textContent).toContain("Wed 18 Nov to Thu 19 Nov 2026");
});

test("a driver changes preferences", async () => {
  await management();
  expect(part("Preferences").getByText("All kinds of trips")).toBeTruthy();
  const sheet = await open("Change preferences", "Preferences");
  await act(async () => sheet.getByLabelText("Home care").click());
  await act(async () => sheet.getByLabelText("Stretcher").click());
  await press("Save preferences", sheet);
  await closed();
  const [row] = scene.server.deps.db.select().from(driverPreferences).all();
  expect(row).toMatchObject({ serviceTypes: ["home_care"], mobility: ["stretcher"] });
  expect(await part("Preferences").findByText("Home care")).toBeTruthy();
});

test("dispatch sets a driver's hours, and the driver reads that dispatch changed them", async () => {
  await openPage(
    scene.server,
    `/dispatch/dashboard/DriverManagement/${scene.row.id}?tab=availability`,
    scene.staff,
  );
  await screen.findByRole("button", { name: /^Monday/ });
  const sheet = await open(/^Monday/, "Monday");
  await press("Save Monday", sheet);
  await closed();
  expect(hours()).toEqual([[1, 480, 1020]]);
  expect(await screen.findByText(/^Last changed by Ada Uwase/)).toBeTruthy();
  const [change] = scene.server.deps.db.select().from(driverAvailabilityChanges).all();
  expect(change).toMatchObject({
    actorKind: "admin",
    facts: { spans: [{ weekday: 1, from: "08:00", until: "17:00" }] },
  });
  closePage();
  await management();
  expect(part("Availability").getByText(/^Last changed by dispatch/)).toBeTruthy();
});
