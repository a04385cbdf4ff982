/** The screen of auto-dispatch: the switch, the rules, and the test on a past day. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readAutoDispatch } from "../../../src/auto-dispatch/queries";
import { timelineEvents } from "../../../client/office/timeline-events";
import { closePage, openPage } from "../../support/pages";
import { type Browser, START } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { createScene, focused, HOUR, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (desk: Browser = scene.desk) =>
  openPage(scene.server, "/dispatch/dashboard/settings/auto-dispatch", desk);
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const stored = () => readAutoDispatch(scene.server.deps.db);
const rule = {
  name: "Airport",
  serviceTypes: [],
  weekdays: [],
  from: "00:00",
  until: "00:00",
  mode: "assign",
  drivers: 3,
  answerSeconds: 120,
  startMinutes: 120,
  alertMinutes: 30,
} as const;
const save = async (over: object = {}) => {
  const { version } = stored();
  const body = { on: true, rules: [rule], quiet: null, version, ...over };
  expect((await scene.desk.put("/admin/auto-dispatch", body)).status).toBe(200);
};

test("an owner adds a rule, turns on auto-dispatch, which is off by default, and stops it", async () => {
  await open();
  screen.getByRole("heading", { name: "Auto-dispatch is off" });
  screen.getByText("Auto-dispatch has not been turned on yet.");
  expect(
    screen.getByRole<HTMLButtonElement>("button", { name: "Turn on auto-dispatch" }).disabled,
  ).toBe(true);
  await press("Add rule");
  await press("Save");
  await waitFor(() => screen.getByText("Enter a name for the rule."));
  expect([focused(), stored().version]).toEqual(["rules.0.name", 0]);
  await userEvent.type(field("Name"), "Nights");
  await press("Airport pickup");
  await press("Fri");
  await userEvent.selectOptions(field("Action"), "Offer to one driver after another");
  await userEvent.clear(field("Stop searching"));
  await userEvent.type(field("Stop searching"), "120");
  await press("Save");
  await waitFor(() => screen.getByText(/enter fewer minutes here/));
  await userEvent.clear(field("Stop searching"));
  await userEvent.type(field("Stop searching"), "40");
  await userEvent.click(screen.getByRole("checkbox", { name: "Quiet hours" }));
  await press("Save");
  await waitFor(() => expect(stored().version).toBe(1));
  expect(stored().settings).toEqual({
    on: false,
    rules: [
      {
        ...rule,
        name: "Nights",
        serviceTypes: ["airport_pickup"],
        weekdays: [5],
        mode: "offer_in_turn",
        alertMinutes: 40,
      },
    ],
    quiet: { from: "22:00", until: "06:00" },
  });
  await press("Turn on auto-dispatch");
  await waitFor(() => screen.getByText(/^Turned on by /));
  expect(stored().settings.on).toBe(true);
  await press("Stop auto-dispatch");
  await waitFor(() => screen.getByText(/^Stopped by /));
  await waitFor(() =>
    expect(screen.getByText(/^Stopped by /).textContent).toContain(stored().switched?.by ?? "?"),
  );
  expect([stored().settings.on, stored().settings.rules.length]).toEqual([false, 1]);
});

test("a dispatcher cannot change the rules, but can stop auto-dispatch", async () => {
  await save();
  await open(await signInAdmin(scene.server, { role: "dispatcher", email: "d@example.com" }));
  screen.getByText(/Only an owner can change these settings/);
  for (const name of ["Save", "Add rule", "Change Airport", "Turn on auto-dispatch"])
    await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
  await press("Stop auto-dispatch");
  await waitFor(() => screen.getByText("Only an owner can turn on auto-dispatch."));
  expect(stored().settings).toMatchObject({ on: false, rules: [rule] });
});

test("an accountant sees auto-dispatch, but cannot stop it", async () => {
  await save();
  await open(await signInAdmin(scene.server, { role: "accountant", email: "a@example.com" }));
  screen.getByRole("heading", { name: "Auto-dispatch is on" });
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Stop auto-dispatch" })).toBeNull(),
  );
});

test("an owner reorders and removes rules, and saving over a conflict does not undo a stop", async () => {
  await save({ rules: [rule, { ...rule, name: "Rest" }] });
  await open();
  await press("Move Rest up");
  await press("Change Airport");
  await userEvent.type(field("Name"), " by day");
  expect((await scene.desk.post("/admin/auto-dispatch/stop", {})).status).toBe(200);
  await press("Save");
  await waitFor(() => screen.getByText(/Your changes are still here/));
  expect(field("Name").value).toBe("Airport by day");
  await press("Save my version instead");
  await waitFor(() =>
    expect(stored().settings.rules.map(({ name }) => name)).toEqual(["Rest", "Airport by day"]),
  );
  expect(stored().settings.on).toBe(false);
  await press("Remove Rest");
  await press("Save");
  await waitFor(() => expect(stored().settings.rules.length).toBe(1));
});

test("typed changes survive a stop from the same screen and can be saved after it", async () => {
  await save();
  await open();
  await press("Change Airport");
  await userEvent.type(field("Name"), " 2");
  await press("Stop auto-dispatch");
  await waitFor(() => screen.getByText(/^Stopped by /));
  expect(field("Name").value).toBe("Airport 2");
  await press("Save");
  await waitFor(() => expect(stored().settings.rules[0]?.name).toBe("Airport 2"));
});

test("a dry run of yesterday lists each trip with its rule, its driver and a link", async () => {
  const { driver, vehicle } = scene.addDriver("Grace", "Uwase", {
    registrationExpiresAt: START + 2_000 * HOUR,
  });
  const trip = scene.addTrip({
    pickupAt: START - 24 * HOUR,
    state: "completed",
    driverId: driver.id,
    vehicleId: vehicle.id,
  });
  await save();
  await open();
  const link = await waitFor(() => screen.getByRole("link", { name: `Trip ${trip.number}` }));
  expect(link.getAttribute("href")).toBe(
    `/dispatch/dashboard/reservation?open=${trip.id}&state=all`,
  );
  const row = link.closest("li");
  if (!row) throw new Error("There is no row.");
  expect(row.textContent).toContain("Rule “Airport”");
  within(row).getByText("Dispatch");
  within(row).getAllByText(/Grace Uwase/);
});

test("a dry run that fails can be tried again", async () => {
  await save();
  await open();
  await waitFor(() => screen.getByText(/There were no trips on/));
  await userEvent.clear(field("Day"));
  await userEvent.type(field("Day"), "2026-12-24");
  await press("Test rules");
  await waitFor(() => screen.getByRole("button", { name: /again|retry/i }));
});

test("the timeline names auto-dispatch only for its own actions", () => {
  const at = new Date(START).toISOString();
  const entry = { id: "1", at, reason: "", from: "confirmed", to: "offered" } as const;
  const auto = { kind: "auto", name: "Auto-dispatch" } as const;
  const titles = timelineEvents(
    [
      { ...entry, event: { kind: "offered" }, actor: auto },
      { ...entry, event: { kind: "offered" }, actor: { kind: "system", name: "Livery" } },
      { ...entry, to: "confirmed", event: { kind: "auto_noted", outcome: "nobody" }, actor: auto },
    ],
    "Africa/Kigali",
  ).map(({ title }) => title);
  expect(titles).toEqual(["Auto-dispatch", expect.any(String), "Auto-dispatch: offered"]);
  expect(titles[1]).not.toContain("Auto-dispatch");
});
