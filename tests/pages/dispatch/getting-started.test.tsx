/** What the next booking would lack, on the board. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { settings } from "../../../db/schema/settings";
import { closePage, openPage } from "../../support/pages";
import { signInAdmin } from "../../support/staff";
import { createScene, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  localStorage.clear();
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
  localStorage.clear();
});

const open = (as: Parameters<typeof openPage>[2] = scene.desk) =>
  openPage(scene.server, "/dispatch/dashboard/reservation", as);
const card = () => screen.findByRole("region", { name: "Getting started" });

test("what is missing leads there, what is there is gone, and the list is put away for good", async () => {
  scene.server.deps.db.update(settings).set({ openedAt: null }).run();
  await open();
  const list = within(await card());
  expect(list.queryByRole("link", { name: "Publish your prices" })).toBeNull();
  expect(list.getByRole("link", { name: "Open for business" }).getAttribute("href")).toBe(
    "/dispatch/dashboard/settings/opening",
  );
  scene.server.deps.db.update(settings).set({ openedAt: 1 }).run();
  closePage();
  await open();
  const later = within(await card());
  expect(later.queryByRole("link", { name: "Open for business" })).toBeNull();
  expect(later.getByRole("link", { name: "Connect e-mail or text messages" })).toBeTruthy();
  await userEvent.click(later.getByRole("button", { name: "Put the list away" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Getting started" })).toBeNull());
  closePage();
  await open();
  await waitFor(() => expect(screen.getByRole("heading", { name: "Reservations" })).toBeTruthy());
  await Bun.sleep(300);
  expect(screen.queryByRole("region", { name: "Getting started" })).toBeNull();
});

test("who does not rule the house has no such list", async () => {
  await open(await signInAdmin(scene.server, { role: "dispatcher" }));
  await Bun.sleep(300);
  expect(screen.queryByRole("region", { name: "Getting started" })).toBeNull();
});
