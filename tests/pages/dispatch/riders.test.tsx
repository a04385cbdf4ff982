/** Riders on dispatch's screen: found, looked at, blocked and let in again. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, type TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { signInAdmin } from "../../support/staff";
import { installStream } from "../driver/stream";

let server: TestServer;
let removeStream: () => void;
beforeEach(async () => {
  removeStream = installStream();
  server = await createTestServer();
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const press = (name: string | RegExp, where = within(document.body)) =>
  act(async () => where.getByRole("button", { name }).click());

test("a rider is blocked with a reason, which stands on the page, and let in again", async () => {
  const { rider } = await signInRider(server);
  const staff = await signInAdmin(server);
  const user = userEvent.setup();
  await openPage(server, `/dispatch/dashboard/riders/${rider.id}`, staff);
  screen.getByRole("heading", { name: "Aline Uwase", level: 1 });
  expect(screen.getByRole("link", { name: "rider@example.com" })).toBeTruthy();
  await press("Block");
  const dialog = within(screen.getByRole("dialog", { name: "Block this rider" }));
  await press("Block", dialog);
  expect(dialog.getByText("This field is required.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Why"), "Did not pay twice.");
  await press("Block", dialog);
  await screen.findByText(/Blocked by Ada Uwase/);
  const page = await staff.get(`/admin/riders/${rider.id}`);
  expect(await page.json()).toMatchObject({ rider: { block: { reason: "Did not pay twice." } } });
  await press("Let them book again");
  await screen.findByRole("button", { name: "Block" });
});

test("the list says who is blocked, and a search that finds nobody says what is searched", async () => {
  const { rider } = await signInRider(server);
  const staff = await signInAdmin(server, { role: "dispatcher" });
  await staff.put(`/admin/riders/${rider.id}/block`, { reason: "x" });
  await openPage(server, "/dispatch/dashboard/riders", staff);
  const row = within(screen.getByRole("table")).getByRole("row", { name: /Aline Uwase/ });
  expect(within(row).getByText("Blocked")).toBeTruthy();
  closePage();
  await openPage(server, "/dispatch/dashboard/riders?q=nobody", staff);
  expect(screen.getByText("Nobody found")).toBeTruthy();
});
