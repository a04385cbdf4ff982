/** What riders owe and what was paid, on dispatch's page. */
import { afterEach, expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { closePage, openPage } from "../../support/pages";
import { createScene, type Scene, browserWithAnswers } from "./scene";

const path = "/dispatch/dashboard/unpaid";
const failing = { status: 500, body: { message: "The disk is on fire", code: "server.error" } };

let scene: Scene;
afterEach(() => {
  closePage();
  scene.close();
});

test("payments received that do not load are not called none", async () => {
  scene = await createScene();
  await openPage(scene.server, path, browserWithAnswers(scene.desk, "/admin/takings", failing));
  expect(await screen.findByText("The disk is on fire")).toBeTruthy();
  expect(screen.queryByText("Nothing was paid on these days.")).toBeNull();
});

test("a period that ends before it begins shows no payments", async () => {
  scene = await createScene();
  await openPage(scene.server, path, scene.desk);
  expect(await screen.findByText("Nothing was paid on these days.")).toBeTruthy();
  const to = screen.getByLabelText("To");
  await userEvent.clear(to);
  await userEvent.type(to, "2020-01-01");
  expect(screen.getByText("The last day is before the first.")).toBeTruthy();
  expect(screen.queryByText("Nothing was paid on these days.")).toBeNull();
});

test("a dialog whose amounts do not load can be left by its button", async () => {
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
