/** Riders' debts and payments, on dispatch's page. */
import { afterEach, expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { payments } from "../../../db/schema/payments";
import { closePage, openPage } from "../../support/pages";
import { createScene, type Scene, browserWithAnswers } from "./scene";

const path = "/dispatch/dashboard/unpaid";
const failing = { status: 500, body: { message: "The disk is on fire", code: "server.error" } };

let scene: Scene;
afterEach(() => {
  closePage();
  scene.close();
});

test("payments that fail to load show the error instead of an empty list", async () => {
  scene = await createScene();
  await openPage(scene.server, path, browserWithAnswers(scene.desk, "/admin/takings", failing));
  expect(await screen.findByText("The disk is on fire")).toBeTruthy();
  expect(screen.queryByText("Nothing was paid on these days.")).toBeNull();
});

test("a period that ends before it begins shows an error instead of an empty list", async () => {
  scene = await createScene();
  await openPage(scene.server, path, scene.desk);
  expect(await screen.findByText("Nothing was paid on these days.")).toBeTruthy();
  const to = screen.getByLabelText("To");
  await userEvent.clear(to);
  await userEvent.type(to, "2020-01-01");
  expect(screen.getByText("The last day is before the first.")).toBeTruthy();
  expect(screen.queryByText("Nothing was paid on these days.")).toBeNull();
});

test("a dialog whose amounts fail to load can be closed", async () => {
  scene = await createScene();
  const trip = scene.addTrip({ state: "completed", fareMinor: 10_000 });
  const money = `/admin/reservations/${trip.id}/payments`;
  await openPage(scene.server, path, browserWithAnswers(scene.desk, money, failing));
  await userEvent.click(screen.getByRole("button", { name: "Record payment" }));
  const dialog = await screen.findByRole("dialog", { name: /^Payments of reservation/ });
  expect(await within(dialog).findByText("The disk is on fire")).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("button", { name: "Go back" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("staff waive an amount due with a reason, and it leaves the list", async () => {
  scene = await createScene();
  scene.addTrip({ state: "no_show", cancellationFeeMinor: 2_500, fareMinor: 10_000 });
  await openPage(scene.server, path, scene.desk);
  await screen.findByRole("link", { name: /^No-show / });
  await userEvent.click(screen.getByRole("button", { name: "Waive" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Waive the amount due for/ }));
  await dialog.findByText(/will no longer owe/);
  await userEvent.click(dialog.getByRole("button", { name: "Waive" }));
  expect(await dialog.findByText("Give a short reason.")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/^Reason/), "The sign was missing");
  await userEvent.click(dialog.getByRole("button", { name: "Waive" }));
  expect(await screen.findByText("Nothing is unpaid")).toBeTruthy();
  expect(scene.server.deps.db.select().from(payments).all()).toMatchObject([
    { kind: "waiver", amountMinor: 2_500, reason: "The sign was missing" },
  ]);
});
