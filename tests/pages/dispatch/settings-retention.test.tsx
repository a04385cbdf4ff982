/** How long records are kept: limits are shown, records to be deleted are counted, and deletion is confirmed. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { contactMessages } from "../../../db/schema/contact";
import { sweepExpiredRecords } from "../../../src/process/housekeeping";
import { readOperator } from "../../../src/settings/queries";
import { closePage, openPage } from "../../support/pages";
import { signInAdmin } from "../../support/staff";
import type { Browser } from "../../support/server";
import { createScene, focused, type Scene, browserWithAnswers } from "./scene";

const PATH = "/admin/settings/retention";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (desk: Browser = scene.desk) =>
  openPage(scene.server, "/dispatch/dashboard/settings/retention", desk);
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const stored = () => readOperator(scene.server.deps).retentionDays;
async function type(name: string, days: string) {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), days);
}

/** Adds a contact message, advances the clock by forty days and signs in again. */
async function addOldMessage() {
  const letter = {
    name: "Aline",
    contact: "a@example.com",
    topic: "price",
    text: "How much is it?",
  };
  expect((await scene.server.browser().post("/contact", letter)).status).toBe(201);
  scene.server.advance(40 * 86_400_000);
  return signInAdmin(scene.server);
}
const messages = () => scene.server.deps.db.select().from(contactMessages).all().length;

test("a period out of range is named with the cursor in it, and nothing is saved", async () => {
  await open();
  await type("Incidents, in days", "100");
  await type("Messages on a trip, in days", "365");
  await press("Save");
  await waitFor(() => screen.getByText("Enter a number of days from 365 to 3650."));
  expect([focused(), stored()]).toEqual(["days.incidents", {}]);
  await type("Incidents, in days", "2000");
  await press("Save");
  await waitFor(() => expect(stored()).toEqual({ incidents: 2_000, tripMessages: 365 }));
});

test("the screen counts what a shorter period deletes, and asks before it deletes", async () => {
  const desk = await addOldMessage();
  await open(desk);
  await type("Messages from the contact form, in days", "35");
  await waitFor(() => screen.getByText("1 will be deleted within the hour."));
  await press("Save");
  const dialog = within(await screen.findByRole("dialog", { name: "Delete records now?" }));
  dialog.getByText("Messages from the contact form: 1");
  await userEvent.click(dialog.getByRole("button", { name: "Keep records" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(stored()).toEqual({});
  await press("Save");
  await userEvent.click(await screen.findByRole("button", { name: "Save and delete" }));
  await waitFor(() => expect(stored()).toEqual({ contactMessages: 35 }));
  await sweepExpiredRecords(scene.server.deps);
  expect(messages()).toBe(0);
  closePage();
  await open(desk);
  const log = screen.getByRole("heading", { name: "What was deleted" }).parentElement;
  expect(log?.textContent).toContain("Messages from the contact form1");
});

test("nothing is saved if the count fails, and the typed period is kept", async () => {
  const desk = await addOldMessage();
  const failingBrowser = browserWithAnswers(desk, `${PATH}/preview`, {
    error: new Error("No network"),
  });
  await open(failingBrowser);
  await type("Messages from the contact form, in days", "35");
  await press("Save");
  await waitFor(() => screen.getByText("No network"));
  expect([field("Messages from the contact form, in days").value, stored()]).toEqual(["35", {}]);
});

test("staff other than owners can see the periods but not change them", async () => {
  closePage();
  scene.close();
  scene = await createScene({ role: "accountant" });
  await open();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(field("Incidents, in days").closest("fieldset")?.disabled).toBe(true);
});
