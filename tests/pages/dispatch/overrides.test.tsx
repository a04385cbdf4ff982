/** An owner overrides a refusal in the dialog of drivers, which shows the refusal and the consequences. */
import { afterEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { assignments } from "../../../db/schema/dispatch";
import { drivers } from "../../../db/schema/drivers";
import type { AdminRole } from "../../../src/accounts/contract";
import { closePage, openPage } from "../../support/pages";
import { createScene, type Scene } from "./scene";

let scene: Scene;

afterEach(() => {
  closePage();
  scene.close();
});

async function openAssignDialog(role: AdminRole) {
  scene = await createScene({ role });
  const trip = scene.addTrip({ passengers: 4 });
  const eric = scene.addDriver("Eric", "Mugisha", { passengers: 3 }).driver;
  const grace = scene.addDriver("Grace", "Umutoni", {
    passengers: 3,
    state: "out_of_service",
  }).driver;
  const board = "/dispatch/dashboard/reservation";
  await openPage(scene.server, `${board}?state=all&open=${trip.id}`, scene.desk);
  const area = within(await screen.findByRole("region", { name: "Reservation 1001" }));
  await userEvent.click(area.getByRole("button", { name: "Assign driver" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findAllByRole("radio");
  return { area, dialog, eric, grace };
}

test("an owner overrides a rule with a reason, and the trip's timeline records it", async () => {
  const { area, dialog } = await openAssignDialog("owner");
  await userEvent.click(dialog.getByRole("button", { name: "Override a rule" }));
  const cars = within(dialog.getByLabelText("Vehicle")).getAllByRole("option");
  // Vehicles that are out of service cannot be chosen.
  expect(cars).toHaveLength(1);
  expect(cars[0]?.textContent).toContain("Seats 3, but the trip needs 4");
  expect(await dialog.findByText(/There may not be a seat for every passenger\./)).toBeTruthy();

  await userEvent.click(dialog.getByRole("button", { name: "Override and assign" }));
  expect(await dialog.findByText("Give a short reason.")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText("Reason"), "A child on the bench");
  await userEvent.click(dialog.getByRole("button", { name: "Override and assign" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await area.findByText(
    "Ada Uwase overrode a rule: Seats 3, but the trip needs 4. “A child on the bench”",
  );
  expect(scene.server.deps.db.select().from(assignments).all()).toMatchObject([
    { active: true, overridden: [{ code: "vehicle.too_small", room: 3, needed: 4 }] },
  ]);
});

test("a driver who is no longer available leaves the list, and the remaining one is assigned", async () => {
  const { dialog, eric, grace } = await openAssignDialog("owner");
  await userEvent.click(dialog.getByRole("button", { name: "Override a rule" }));
  const driver = dialog.getByLabelText<HTMLSelectElement>("Driver");
  await userEvent.selectOptions(driver, grace.id);
  await userEvent.type(dialog.getByLabelText("Reason"), "A child on the bench");
  scene.server.deps.db
    .update(drivers)
    .set({ state: "suspended" })
    .where(eq(drivers.id, grace.id))
    .run();
  await userEvent.click(dialog.getByRole("button", { name: "Override and assign" }));
  await waitFor(() => expect([...driver.options].map(({ value }) => value)).toEqual([eric.id]));
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLTextAreaElement>("Reason").value).toBe("A child on the bench"),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Override and assign" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(scene.server.deps.db.select().from(assignments).all()).toMatchObject([
    { active: true, driverId: eric.id },
  ]);
});

test("a dispatcher reads why a vehicle does not fit, but cannot override the rule", async () => {
  const { dialog } = await openAssignDialog("dispatcher");
  expect(dialog.getAllByRole("option", { name: /Seats 3, but the trip needs 4/ })).toHaveLength(2);
  expect(dialog.queryByRole("button", { name: "Override a rule" })).toBeNull();
});
