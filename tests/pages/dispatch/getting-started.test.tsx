/** The first steps of a new house, on the board. */
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

test("what is left to do leads there, what is done says so, and the list is put away for good", async () => {
  await open();
  const list = within(await card());
  expect(list.getByRole("link", { name: "Contact and papers" }).getAttribute("href")).toBe(
    "/dispatch/setup/contact",
  );
  expect(list.getByRole("link", { name: "Go on with the setup" }).getAttribute("href")).toBe(
    "/dispatch/setup/name",
  );
  scene.server.deps.db.update(settings).set({ phone: "+250788000111" }).run();
  closePage();
  await open();
  const later = within(await card());
  expect(later.queryByRole("link", { name: "Contact and papers" })).toBeNull();
  expect(later.getByText("Contact and papers")).toBeTruthy();
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
