/** Drivers, vehicles, the outbox and the dispatcher's own profile. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { lastMessage } from "../../support/sign-in";
import { PASSWORD, signInAdmin } from "../../support/staff";
import { browserWithAnswers, createScene, focused, HOUR, type Scene } from "./scene";

let scene: Scene;

beforeEach(async () => {
  scene = await createScene();
});

afterEach(() => {
  closePage();
  scene.close();
});

const open = (page: string, browser: Parameters<typeof openPage>[2] = scene.desk) =>
  openPage(scene.server, `/dispatch/dashboard/${page}`, browser);
const names = (table: string) =>
  within(screen.getByRole("table", { name: table }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent ?? "");

test("drivers are listed with state, contact, vehicle and licence, and found by search", async () => {
  scene.addDriver("Eric", "Mugisha", { plate: "RAD 123 B" });
  const soon = scene.addDriver("Zoe", "Ingabire").driver;
  const { $client } = scene.server.deps.db;
  $client.run("UPDATE drivers SET state = 'suspended' WHERE id = ?", [soon.id]);
  $client.run("UPDATE documents SET expires_at = ? WHERE driver_id = ?", [
    START + 24 * HOUR,
    soon.id,
  ]);
  const router = await open("DriverManagement");
  const [zoe, eric] = names("Drivers");
  expect(eric).toContain("Eric Mugisha");
  expect(eric).toContain("RAD 123 B");
  expect(eric).toContain("Off shift");
  expect(zoe).toContain("Suspended");
  expect(zoe).toContain("Sat 21 Nov 2026Soon");
  await userEvent.type(screen.getByRole("searchbox", { name: "Search drivers" }), "mugi");
  await waitFor(() => expect(names("Drivers")).toHaveLength(1));
  expect(router.state.location.search).toEqual({ q: "mugi" });
});

test("the list shows each driver's next seven days: hours, days off or any time", async () => {
  const eric = scene.addDriver("Eric", "Mugisha").driver;
  scene.addDriver("Zoe", "Uwase");
  const path = `/admin/drivers/${eric.id}/availability`;
  const spans = [{ weekday: 5, from: "18:00", until: "02:00" }];
  await scene.desk.put(`${path}/hours`, { version: 0, spans });
  const day = { version: 0, fromDay: "2026-11-21", untilDay: "2026-11-21" };
  await scene.desk.post(`${path}/days-off`, day);
  await open("DriverManagement");
  const [first, second] = names("Drivers");
  expect(first).toContain("Fri 20 Nov: 18:00–02:00");
  expect(first).toContain("Sat 21 Nov: day off");
  expect(first).toContain("Sun 22 Nov: not driving");
  expect(second).toContain("Thu 26 Nov: any time");
});

test("a state and a kind of trip filter the drivers, and a search keeps both", async () => {
  const eric = scene.addDriver("Eric", "Mugisha").driver;
  scene.addDriver("Zoe", "Uwase");
  const { $client } = scene.server.deps.db;
  $client.run("UPDATE drivers SET state = 'suspended' WHERE id = ?", [eric.id]);
  const path = `/admin/drivers/${eric.id}/availability/preferences`;
  const driverPreferences = { version: 0, serviceTypes: ["hourly"], zoneIds: [], mobility: [] };
  expect((await scene.desk.put(path, driverPreferences)).status).toBe(200);
  const router = await open("DriverManagement");
  expect(screen.getByRole("button", { name: "All 2" }).getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Suspended 1" }));
  await waitFor(() => expect(names("Drivers")).toHaveLength(1));
  expect(names("Drivers")[0]).toContain("Eric Mugisha");
  await userEvent.type(screen.getByRole("searchbox", { name: "Search drivers" }), "mugi");
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ q: "mugi", show: "suspended" }),
  );
  await userEvent.selectOptions(screen.getByLabelText("Kind of trip"), "home_care");
  await screen.findByText("No driver found for “mugi”");
  await userEvent.selectOptions(screen.getByLabelText("Kind of trip"), "hourly");
  await waitFor(() => expect(names("Drivers")).toHaveLength(1));
});

test("vehicles are filtered by use, class and equipment", async () => {
  scene.addDriver("Eric", "Mugisha", { plate: "RAD 123 B", mobility: ["wheelchair"] });
  scene.addDriver("Zoe", "Uwase", { plate: "RAE 456 C", state: "out_of_service" });
  const router = await open("VehicleManagement?equipment=wheelchair");
  expect(names("Vehicles")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Out of service 1" }));
  await screen.findByText("No vehicles match your filters");
  expect(router.state.location.search).toEqual({ show: "out", equipment: "wheelchair" });
  await userEvent.selectOptions(screen.getByLabelText("Equipment"), "");
  await waitFor(() => expect(names("Vehicles")[0]).toContain("RAE 456 C"));
});

test("an empty fleet shows that there are no vehicles yet", async () => {
  await open("VehicleManagement");
  expect(screen.getByText("No vehicles yet")).toBeTruthy();
});

test("vehicles are listed with their class, and expired papers are marked", async () => {
  scene.addDriver("Eric", "Mugisha", { plate: "RAD 123 B", insuranceExpiresAt: START - HOUR });
  await open("VehicleManagement");
  const [car] = names("Vehicles");
  expect(car).toContain("RAD 123 B");
  expect(car).toContain("Standard");
  expect(car).toContain("Expired");
});

test("Show more loads more drivers", async () => {
  for (let at = 0; at < 27; at++) scene.addDriver("Driver", `Number${String(at).padStart(2, "0")}`);
  await open("DriverManagement");
  expect(names("Drivers")).toHaveLength(25);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(names("Drivers")).toHaveLength(27));
});

test("the owner reads a kept code in the outbox, and a dispatcher sees only the message", async () => {
  await scene.server.browser().post("/auth/send-otp", { identifier: "grace@example.com" });
  const { code } = lastMessage(scene.server, "grace@example.com");
  await open("Outbox");
  expect(screen.getByText("grace@example.com")).toBeTruthy();
  expect(screen.getByText(new RegExp(code))).toBeTruthy();
  closePage();
  await open("Outbox", await signInAdmin(scene.server, { role: "dispatcher" }));
  expect(screen.getByText("grace@example.com")).toBeTruthy();
  expect(screen.queryAllByText(new RegExp(`\\b${code}\\b`))).toHaveLength(0);
});

test("staff save a new name, which shows at once", async () => {
  await open("profile");
  const form = within(screen.getByRole("form", { name: "Name" }));
  await userEvent.clear(form.getByLabelText("First name"));
  await userEvent.click(form.getByRole("button", { name: "Save name" }));
  expect(await form.findByText("This field is required.")).toBeTruthy();
  await waitFor(() => expect(focused()).toBe("firstName"));
  await userEvent.type(form.getByLabelText("First name"), "Grace");
  await userEvent.click(form.getByRole("button", { name: "Save name" }));
  await waitFor(() => expect(screen.getAllByText("Grace Uwase").length).toBeGreaterThan(0));
});

test("a new password needs the current one, and stays typed if the current one is wrong", async () => {
  await open("profile");
  const form = within(screen.getByRole("form", { name: "Password" }));
  const save = () => userEvent.click(form.getByRole("button", { name: "Save password" }));
  await userEvent.type(form.getByLabelText("Current password"), "not it");
  await userEvent.type(form.getByLabelText("New password"), "a new and longer one");
  await save();
  await waitFor(() => expect(form.getByText("The current password is wrong.")).toBeTruthy());
  await waitFor(() =>
    expect(form.getByLabelText<HTMLInputElement>("New password").value).toBe(
      "a new and longer one",
    ),
  );
  await userEvent.clear(form.getByLabelText("Current password"));
  await userEvent.type(form.getByLabelText("Current password"), PASSWORD);
  await save();
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>("New password").value).toBe(""));
  const secondBrowser = scene.server.browser();
  const { email } = scene.desk.admin;
  const answer = await secondBrowser.post("/admin/login", {
    email,
    password: "a new and longer one",
  });
  expect(answer.status).toBe(200);
});

test("an export explains a refusal, and leaves the page if the screen is locked", async () => {
  const path = "/admin/exports/";
  const refusal = { code: "server.busy", message: "Too many files are being prepared." };
  await open("imports", browserWithAnswers(scene.desk, path, { status: 503, body: refusal }));
  await userEvent.click(screen.getByRole("button", { name: "Export drivers" }));
  await screen.findByText(refusal.message);
  closePage();
  const locked = { code: "session.locked", message: "The screen is locked." };
  const router = await open(
    "imports",
    browserWithAnswers(scene.desk, path, { status: 423, body: locked }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Export drivers" }));
  await waitFor(() => expect(router.state.location.pathname).not.toEndWith("/imports"));
});

test("an address with invalid filters shows the whole list", async () => {
  scene.addDriver("Eric", "Mugisha", { plate: "RAD 123 B" });
  await open(`VehicleManagement?show=[1]&equipment=["wings"]&class=[{}]&q={}`);
  expect(names("Vehicles")).toHaveLength(1);
  closePage();
  await open("DriverManagement?show=[1]&service=flying&zone=[{}]");
  expect(names("Drivers")).toHaveLength(1);
});

test.each([
  ["riders", "riders"],
  ["DriverManagement", "drivers"],
  ["VehicleManagement", "vehicles"],
  ["companies", "companies"],
  ["places", "places"],
  ["standing-orders", "repeating"],
  ["reservation", "reservations"],
  ["unpaid", "payments"],
])("an owner, but not a dispatcher, exports the list at %s as %s", async (page, kind) => {
  await open(page);
  const link = await screen.findByRole("link", { name: "Export all (CSV)" });
  const address = link.getAttribute("href") ?? "";
  expect(address).toBe(`/backend/admin/exports/${kind}`);
  expect((await scene.desk.get(address.replace("/backend", ""))).status).toBe(200);
  closePage();
  await open(page, await signInAdmin(scene.server, { role: "dispatcher" }));
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("link", { name: "Export all (CSV)" })).toBeNull();
});
