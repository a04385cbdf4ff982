/** An owner lists the websites that may show the booking widget, and copies the line to paste. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { widgetSites } from "../../../src/settings/widget/widget-queries";
import { closePage, openPage } from "../../support/pages";
import type { Browser } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { createScene, focused, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (desk: Browser = scene.desk) =>
  openPage(scene.server, "/dispatch/dashboard/settings/widget", desk);
const sites = () =>
  screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Websites that may show the widget/ });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const stored = () => widgetSites(scene.server.deps);

test("an owner lists one website on each line, and an invalid one is named at the field", async () => {
  await open();
  expect(screen.getByText(/widget\.js"><\/script>$/)).toBeTruthy();
  await userEvent.type(sites(), "https://example.com\nwww.example.com");
  await press("Save");
  await waitFor(() => screen.getByText(/^“www\.example\.com” is not a website address/));
  expect([focused(), stored()]).toEqual(["sites", []]);
  await userEvent.clear(sites());
  await userEvent.type(sites(), "https://example.com/\n\nhttps://www.example.com\n");
  await press("Save");
  await waitFor(() => expect(stored()).toEqual(["https://example.com", "https://www.example.com"]));
  await waitFor(() => expect(sites().value).toBe("https://example.com\nhttps://www.example.com"));
});

test("a conflict is shown, and the owner can save their version instead", async () => {
  await open();
  const { version } = (await (await scene.desk.get("/admin/settings/widget")).json()) as {
    version: number;
  };
  const other = { sites: ["https://other.example"], version };
  expect((await scene.desk.put("/admin/settings/widget", other)).status).toBe(200);
  await userEvent.type(sites(), "https://mine.example");
  await press("Save");
  await waitFor(() => screen.getByText(/Your changes are still here/));
  expect(stored()).toEqual(["https://other.example"]);
  await press("Save my version instead");
  await waitFor(() => expect(stored()).toEqual(["https://mine.example"]));
});

test("a dispatcher can see the websites but not change them", async () => {
  await open(await signInAdmin(scene.server, { role: "dispatcher" }));
  expect(sites().closest("fieldset")?.disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});
