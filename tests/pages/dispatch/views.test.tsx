/** Views of the board: the shared ones, and those that a dispatcher saves, renames and sends to others. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { settings } from "../../../db/schema/settings";
import { signInAdmin } from "../../support/staff";
import { createCompany } from "../../support/companies";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
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
const open = (search = "", browser: Parameters<typeof openPage>[2] = scene.desk) =>
  openPage(scene.server, board + search, browser);
const tabs = () =>
  within(screen.getByRole("navigation", { name: "Views" }))
    .getAllByRole("button")
    .map((tab) => tab.textContent);
const tab = (name: RegExp) =>
  within(screen.getByRole("navigation", { name: "Views" })).getByRole("button", { name });
const numbers = () =>
  within(screen.getByRole("table", { name: "Reservations" }))
    .queryAllByRole("link")
    .map((link) => Number(/Reservation (\d+)/.exec(link.textContent ?? "")?.[1]));

test("a service that is not offered has no view until it has a trip", async () => {
  scene.server.deps.db
    .update(settings)
    .set({ services: ["hourly"] })
    .run();
  await open();
  await waitFor(() => expect(tab(/^Today/).textContent).toBe("Today0"));
  expect(tabs().filter((name) => /^(?:Airport|Care)/.test(name ?? ""))).toEqual([]);
  closePage();
  scene.addTrip({ serviceType: "home_care", pickupAt: START + 30 * HOUR });
  await open();
  await waitFor(() => expect(tab(/^Care/).textContent).toBe("Care1"));
});

test("standard views show live counts, and a click filters the list", async () => {
  scene.addTrip({ state: "pending" });
  scene.addTrip({ state: "confirmed", pickupAt: START - 5 * MINUTE });
  const care = scene.addTrip({ serviceType: "home_care", pickupAt: START + 30 * HOUR });
  const router = await open();
  await waitFor(() =>
    expect(tabs()).toEqual([
      "All open",
      "Today2",
      "Unassigned2",
      "Late1",
      "Unconfirmed1",
      "Airport0",
      "Care1",
    ]),
  );
  expect(tab(/^All open/).getAttribute("aria-current")).toBe("true");
  await userEvent.click(tab(/^Late/));
  await waitFor(() => expect(numbers()).toEqual([1002]));
  expect(tab(/^Late/).getAttribute("aria-current")).toBe("true");
  await userEvent.click(tab(/^Care/));
  await waitFor(() => expect(numbers()).toEqual([1003]));
  expect(router.state.location.search).toEqual({ service: "home_care" });
  await inBackground(() =>
    scene.desk.post(`/admin/reservations/${care.id}/cancellation`, { version: 1 }),
  );
  await waitFor(() => expect(tab(/^Care/).textContent).toBe("Care0"), { timeout: 4_000 });
});

test("staff save filters as a view, and its address shows the same to a colleague", async () => {
  scene.addTrip({ state: "pending" });
  scene.addTrip({ state: "confirmed" });
  const router = await open("?state=confirmed&view=map");
  await userEvent.click(await screen.findByRole("button", { name: "Save view" }));
  await screen.findByRole("heading", { name: "Save view" });
  await userEvent.click(screen.getByRole("button", { name: "Save new view" }));
  expect(await screen.findByText("Enter a name")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  await userEvent.type(screen.getByLabelText("Name"), "To give out{Enter}");
  await waitFor(() => expect(tab(/^To give out/).getAttribute("aria-current")).toBe("true"));
  await userEvent.click(tab(/^Unconfirmed/));
  await userEvent.click(screen.getByRole("button", { name: "Table" }));
  await waitFor(() => expect(numbers()).toEqual([1001]));
  await userEvent.click(tab(/^To give out/));
  await screen.findByRole("list", { name: "Pickups of the day" });
  const address = router.state.location.href;
  closePage();

  const colleague = await signInAdmin(scene.server, { email: "bea@example.com" });
  await openPage(scene.server, address, colleague);
  const pickups = await screen.findByRole("list", { name: "Pickups of the day" });
  expect(within(pickups).getAllByRole("button")).toHaveLength(1);
  expect(tabs()).not.toContain("To give out1");
  closePage();
  await open();
  await waitFor(() => expect(tabs()).toContain("To give out1"));
});

test("a changed view is marked and can be updated", async () => {
  await scene.desk.post("/admin/views", { name: "Mine", search: { state: "pending" } });
  scene.addTrip({ state: "confirmed" });
  await open();
  await userEvent.click(await screen.findByRole("button", { name: /^Mine/ }));
  await userEvent.selectOptions(screen.getByLabelText("Days"), "tomorrow");
  await waitFor(() => expect(tab(/^Mine/).textContent).toContain("(changed)"));
  await userEvent.click(screen.getByRole("button", { name: "Save view" }));
  await userEvent.click(await screen.findByRole("button", { name: "Update “Mine”" }));
  await waitFor(() => expect(tab(/^Mine/).textContent).toBe("Mine0"));
  const kept = (await (await scene.desk.get("/admin/views")).json()) as {
    own: { search: unknown }[];
  };
  expect(kept.own[0]?.search).toEqual({ state: "pending", range: "tomorrow" });
});

test("staff rename, reorder and remove their views", async () => {
  for (const name of ["One", "Two"])
    await scene.desk.post("/admin/views", { name, search: { q: name } });
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "My views" }));
  await screen.findByRole("heading", { name: "My views" });
  await userEvent.click(screen.getByRole("button", { name: "Move Two up" }));
  await waitFor(() => expect(tabs().slice(-3, -1)).toEqual(["Two0", "One0"]));
  const field = screen.getByLabelText("Name of view One");
  await userEvent.clear(field);
  await userEvent.type(field, "Uno{Enter}");
  await waitFor(() => expect(tabs()).toContain("Uno0"));
  fireEvent.click(screen.getByRole("button", { name: "Remove view Two" }));
  await waitFor(() => expect(tabs()).not.toContain("Two0"));
});

test("a company filter from a report shows the company's name and can be saved as a view", async () => {
  const company = await createCompany(scene.desk, { name: "Keza & Sons" });
  const driven = { state: "completed", companyId: company.id } as const;
  scene.addTrip(driven);
  scene.addTrip({ ...driven, arrivedAt: START + 30 * HOUR });
  scene.addTrip({ state: "completed" });
  const router = await open(`?state=completed&range=all&company=${company.id}`);
  await screen.findByRole("button", { name: /^Only trips for Keza & Sons/ });
  await userEvent.click(screen.getByRole("button", { name: "Save view" }));
  await userEvent.type(await screen.findByLabelText("Name"), "Of Keza{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Of Keza 2" }));
  await userEvent.click(tab(/^All open/));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  await userEvent.click(tab(/^Of Keza/));
  await waitFor(() => expect(numbers()).toEqual([1001, 1002]));
  expect(router.state.location.search).toMatchObject({ company: company.id, range: "all" });
});
