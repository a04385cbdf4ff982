/** Dispatch approves, changes, adds and declines expenses of a trip. */
import { afterEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expenses } from "../../../db/schema/expenses";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { createScene, type Scene } from "./scene";

let scene: Scene;
afterEach(() => {
  closePage();
  scene.close();
});

async function open(row: Parameters<Scene["addTrip"]>[0] = {}, more: object = {}) {
  scene = await createScene();
  const { driver, vehicle } = scene.addDriver("Eric", "Mugisha");
  const trip = scene.addTrip({
    state: "completed",
    driverId: driver.id,
    vehicleId: vehicle.id,
    fareMinor: 10_000,
    fareLines: [{ kind: "base", params: {}, amountMinor: 10_000 }],
    payMinor: 6_000,
    payLines: [{ kind: "per_trip", params: {}, amountMinor: 6_000 }],
    ...row,
  });
  scene.server.deps.db
    .insert(expenses)
    .values({
      id: "toll",
      reservationId: trip.id,
      driverId: driver.id,
      kind: "toll",
      name: "",
      claimedMinor: 2_000,
      amountMinor: 2_000,
      currency: "RWF",
      state: "proposed",
      chargesCustomer: false,
      paysDriver: false,
      reason: "",
      createdAt: START,
      addedBy: "Eric Mugisha",
      ...more,
    })
    .run();
  await openPage(scene.server, `/dispatch/dashboard/reservation/${trip.id}`, scene.desk);
  const heading = await screen.findByRole("heading", { level: 2, name: "Expenses" });
  const part = within(heading.parentElement ?? heading);
  await part.findByText("Toll");
  return part;
}
const stored = () => scene.server.deps.db.select().from(expenses).all();
const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

test("staff approve an expense with another amount, charged to the customer", async () => {
  const part = await open();
  expect(part.getByText("Added by Eric Mugisha.")).toBeTruthy();
  await userEvent.click(part.getByRole("button", { name: "Approve" }));
  const form = await dialog(/^Toll, RWF\s2,000$/);
  const amount = form.getByRole("textbox", { name: "Amount (RWF)" });
  await userEvent.clear(amount);
  await userEvent.type(amount, "0");
  await userEvent.click(form.getByRole("button", { name: "Approve" }));
  await form.findByText("Enter an amount above zero.");
  await userEvent.clear(amount);
  await userEvent.type(amount, "1,500");
  await userEvent.click(form.getByRole("checkbox", { name: "Pay the driver" }));
  await userEvent.click(form.getByRole("button", { name: "Approve" }));
  await part.findByText(/^Added by Eric Mugisha as RWF\s2,000\. Charged to the customer\./);
  expect(stored()).toMatchObject([
    { state: "approved", amountMinor: 1_500, chargesCustomer: true, paysDriver: false },
  ]);
  await userEvent.click(part.getByRole("button", { name: "Change" }));
  const secondDialog = await dialog(/^Toll, RWF\s2,000$/);
  expect(
    secondDialog.getByRole<HTMLInputElement>("checkbox", { name: "Pay the driver" }).checked,
  ).toBe(false);
}, 30_000);

test("staff decline an expense with a reason", async () => {
  const part = await open();
  await userEvent.click(part.getByRole("button", { name: "Decline" }));
  const form = await dialog(/^Decline this expense of RWF/);
  await userEvent.click(form.getByRole("button", { name: "Decline" }));
  await form.findByText("Give a short reason.");
  await userEvent.type(form.getByRole("textbox", { name: "Reason" }), "No receipt");
  await userEvent.click(form.getByRole("button", { name: "Decline" }));
  await part.findByText(/No receipt$/);
  expect(stored()).toMatchObject([{ state: "declined", reason: "No receipt" }]);
}, 30_000);

test("staff add an expense themselves", async () => {
  const part = await open();
  await userEvent.click(part.getByRole("button", { name: "Add expense" }));
  const form = await dialog("Add expense");
  await userEvent.selectOptions(form.getByRole("combobox", { name: "Kind of expense" }), "other");
  await userEvent.type(form.getByRole("textbox", { name: "Amount (RWF)" }), "700");
  await userEvent.click(form.getByRole("button", { name: "Add" }));
  await form.findByText("Say what the expense was for.");
  await userEvent.type(form.getByRole("textbox", { name: /^What the expense was for/ }), "Ferry");
  await userEvent.click(form.getByRole("button", { name: "Add" }));
  await part.findByText("Ferry");
  await waitFor(() => expect(stored()).toHaveLength(2));
}, 30_000);

test("an expense of a settled trip cannot be charged to the customer, and the dialog explains it", async () => {
  const part = await open({ state: "settled" });
  await userEvent.click(part.getByRole("button", { name: "Approve" }));
  const form = await dialog(/^Toll, RWF\s2,000$/);
  const charge = form.getByRole<HTMLInputElement>("checkbox", { name: "Charge the customer" });
  expect([charge.disabled, charge.checked]).toEqual([true, false]);
  expect(form.getByText("This trip is settled. Reopen the trip to change its bill.")).toBeTruthy();
}, 30_000);

test("a waiting expense cannot be decided before the passenger is on board", async () => {
  const part = await open({ state: "en_route" });
  expect(part.getByText("Waiting")).toBeTruthy();
  expect(part.queryByRole("button")).toBeNull();
});
