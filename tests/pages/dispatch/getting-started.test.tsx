/** The first steps of a new business, on the board. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { settings } from "../../../db/schema/settings";
import { gettingStartedSteps } from "../../../src/desk/getting-started-step-contract";
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

const hide = () =>
  userEvent.click(screen.getByRole("button", { name: "Hide until another item is missing" }));

test("Getting started links each missing item to its screen, and drops it once it is set", async () => {
  await open();
  const list = within(await card());
  expect(list.getByRole("link", { name: "Add your office address" }).getAttribute("href")).toBe(
    "/dispatch/dashboard/settings/contact",
  );
  expect(list.getByRole("link", { name: "Continue setup" }).getAttribute("href")).toBe(
    "/dispatch/setup/name",
  );
  scene.server.deps.db.update(settings).set({ address: "KN 5 Rd, Kigali" }).run();
  closePage();
  await open();
  const later = within(await card());
  expect(later.queryByRole("link", { name: "Add your office address" })).toBeNull();
  expect(later.getByRole("link", { name: "Set your phone hours" })).toBeTruthy();
});

test("a hidden list stays hidden until another item is missing, also after the opening", async () => {
  const { db } = scene.server.deps;
  db.update(settings)
    .set({ postponedSetupSteps: [...gettingStartedSteps], openedAt: 1, address: "KN 5 Rd" })
    .run();
  const missing = () => screen.findByRole("region", { name: "Before your next booking" });
  await open();
  await missing();
  await hide();
  expect(screen.queryByRole("region", { name: "Before your next booking" })).toBeNull();
  closePage();
  await open();
  await Bun.sleep(300);
  expect(screen.queryByRole("region", { name: "Before your next booking" })).toBeNull();
  closePage();
  db.update(settings).set({ address: "" }).run();
  await open();
  expect(
    within(await missing()).getByRole("link", { name: "Add your office address" }),
  ).toBeTruthy();
});

test("a dispatcher does not see Getting started", async () => {
  await open(await signInAdmin(scene.server, { role: "dispatcher" }));
  await Bun.sleep(300);
  expect(screen.queryByRole("region", { name: "Getting started" })).toBeNull();
});
