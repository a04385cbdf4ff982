/** The command palette of dispatch: opened by key and button, used by keyboard, and where its entries lead. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { signInAdmin } from "../../support/staff";
import { closePage, openPage } from "../../support/pages";
import { createScene, HOUR, type Scene, browserWithAnswers } from "./scene";
import { START } from "../../support/server";

let scene: Scene;
beforeEach(async () => {
  sessionStorage.clear();
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const board = "/dispatch/dashboard/reservation";
const openBoard = (search = "", as: Parameters<typeof openPage>[2] = scene.desk) =>
  openPage(scene.server, board + search, as);
const box = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Find anything" });
const dialog = () => screen.queryByRole("dialog", { name: "Find anything" });
const options = () =>
  within(screen.getByRole("listbox", { name: "Results" })).getAllByRole("option");
const chosen = () => document.getElementById(box().getAttribute("aria-activedescendant") ?? "");

/** Presses the key until the palette, which loads after the page, is open. */
async function call(): Promise<void> {
  await waitFor(() => {
    if (!dialog()) fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
    expect(dialog()).toBeTruthy();
  });
  box().focus();
}

test("typed letters find a screen, which is listed as recent the next time", async () => {
  const router = await openBoard();
  await call();
  await userEvent.keyboard("veh");
  expect(chosen()?.textContent).toBe("Vehicles");
  await userEvent.keyboard("{Enter}");
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/dispatch/dashboard/VehicleManagement"),
  );
  expect(dialog()).toBeNull();
  await call();
  expect(screen.getByRole("group", { name: "Recent" }).textContent).toContain("Vehicles");
});

test("arrow keys wrap around the results, Page Down skips several and Ctrl+K closes the palette", async () => {
  await openBoard();
  await call();
  const all = options();
  expect(all.length).toBeGreaterThan(15);
  expect(chosen()).toBe(all[0] ?? null);
  await userEvent.keyboard("{ArrowUp}");
  expect(chosen()).toBe(all.at(-1) ?? null);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(chosen()).toBe(all[1] ?? null);
  await userEvent.keyboard("{PageDown}");
  expect(chosen()).toBe(all[9] ?? null);
  expect(all.filter((option) => option.getAttribute("aria-selected") === "true")).toHaveLength(1);
  await userEvent.keyboard("{Control>}k{/Control}");
  await waitFor(() => expect(dialog()).toBeNull());
});

test("the palette finds a reservation by number and name, and opens it", async () => {
  scene.addTrip({ pickupAt: START + HOUR, passengerName: "Grace Ingabire" });
  scene.addTrip({ pickupAt: START + 2 * HOUR, passengerName: "Yves Ntwali" });
  const router = await openBoard();
  await call();
  await userEvent.keyboard("grace");
  await screen.findByText("#1001 Grace Ingabire");
  await waitFor(() => expect(screen.getByText("1 result")).toBeTruthy());
  await userEvent.clear(box());
  // Enter comes before the answer.
  await userEvent.keyboard("1002{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Reservation 1002" });
  expect(router.state.location.pathname).toStartWith(`${board}/`);
});

test("the palette offers the actions of the selected reservation that the role allows", async () => {
  const trip = scene.addTrip({ pickupAt: START + HOUR, state: "pending" });
  await openBoard(`?open=${trip.id}`);
  await screen.findByRole("region", { name: /^Reservation 1001/ });
  await call();
  const acts = screen.getByRole("group", { name: "Reservation 1001" });
  expect(
    within(acts)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toContain("Assign driverA");
  await userEvent.keyboard("confirm");
  expect(chosen()?.textContent).toBe("Confirm bookingC");
  await userEvent.keyboard("{Enter}");
  await screen.findByText("Reservation 1001 confirmed");
  closePage();
  const accountant = await signInAdmin(scene.server, { role: "accountant" });
  await openBoard(`?open=${trip.id}`, accountant);
  await screen.findByRole("region", { name: /^Reservation 1001/ });
  await call();
  const own = screen.getByRole("group", { name: "Reservation 1001" });
  expect(within(own).queryByText("Assign driver")).toBeNull();
  expect(within(own).getByText("Copy link")).toBeTruthy();
  expect(screen.queryByText("New booking")).toBeNull();
});

test("the palette opens by its button and while somebody types, but not over a dialog", async () => {
  await openBoard();
  await userEvent.click(await screen.findByRole("button", { name: "Find anything" }));
  await screen.findByRole("dialog", { name: "Find anything" });
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(dialog()).toBeNull());
  const search = screen.getByRole("searchbox", { name: "Search reservations" });
  fireEvent.keyDown(search, { key: "k", metaKey: true });
  await screen.findByRole("dialog", { name: "Find anything" });
  await userEvent.click(screen.getByRole("option", { name: /^Show keyboard shortcuts/ }));
  await screen.findByRole("heading", { name: "Keyboard shortcuts" });
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  expect(dialog()).toBeNull();
});

test("the palette shows when nothing is found, and why a search failed", async () => {
  await openBoard();
  await call();
  await userEvent.keyboard("zzqx");
  await screen.findByText(/^No results\./);
  expect(await screen.findByText("0 results")).toBeTruthy();
  closePage();
  const failure = { status: 500, body: { message: "The disk is on fire", code: "server.error" } };
  await openBoard("", browserWithAnswers(scene.desk, "/admin/search", failure));
  await call();
  await userEvent.keyboard("map");
  await screen.findByText("The search failed: The disk is on fire");
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  // Commands that need no server are still listed.
  expect(chosen()?.textContent).toBe("MapM");
});

test("signing out clears the recent searches", async () => {
  const router = await openBoard();
  await call();
  await userEvent.keyboard("map{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch/dashboard/map"));
  expect(sessionStorage.getItem("livery.palette.recents")).toContain("Map");
  await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch"));
  expect(sessionStorage.getItem("livery.palette.recents")).toBeNull();
});
