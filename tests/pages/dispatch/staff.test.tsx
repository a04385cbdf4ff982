/** The staff screen of owners, and the list of a person's own sessions. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { StaffNotificationSettings } from "../../../src/notifications/staff/staff-notification-contract";
import { closePage, openPage } from "../../support/pages";
import { turnOnSecondFactor } from "../../support/second-factor";
import { messagesTo } from "../../support/sign-in";
import { createAdmin, PASSWORD, signInAdmin } from "../../support/staff";
import { createScene, focused, type Scene } from "./scene";

let scene: Scene;

beforeEach(async () => {
  scene = await createScene({ email: "owner@example.com" });
});

afterEach(() => {
  closePage();
  scene.close();
});

const open = (browser = scene.desk as Parameters<typeof openPage>[2]) =>
  openPage(scene.server, "/dispatch/dashboard/staff", browser);
const box = async () => within(await screen.findByRole("dialog"));
const row = (email: string) => {
  const [found] = within(screen.getByRole("table"))
    .getAllByRole("row")
    .filter((each) => each.textContent?.includes(email));
  if (!found) throw new Error(`no row of ${email}`);
  return within(found);
};
const choose = async (email: string, item: string) => {
  await userEvent.click(row(email).getByRole("button", { name: /Actions for/ }));
  await userEvent.click(row(email).getByRole("menuitem", { name: item, hidden: true }));
};

test("an owner invites somebody by e-mail with a role, and the link is shown", async () => {
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Invite person" }));
  const dialog = await box();
  await userEvent.click(dialog.getByRole("button", { name: "Send invitation" }));
  await waitFor(() => expect(focused()).toBe("email"));
  await userEvent.type(dialog.getByLabelText("E-mail"), "owner@example.com");
  await userEvent.click(dialog.getByRole("button", { name: "Send invitation" }));
  await dialog.findByText("A member of your staff already has this address.");
  await userEvent.clear(dialog.getByLabelText("E-mail"));
  await userEvent.type(dialog.getByLabelText("E-mail"), "new@example.com");
  await userEvent.click(dialog.getByRole("radio", { name: /Accountant/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Send invitation" }));
  const link = (await dialog.findByText(/\/dispatch\/password\?token=/)).textContent ?? "";
  expect(messagesTo(scene.server, "new@example.com")[0]?.text).toContain(link);
  await userEvent.click(dialog.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(row("new@example.com").getByText("Invited")).toBeTruthy());
  expect(await row("new@example.com").findByText("Accountant")).toBeTruthy();
});

test("an owner changes a role, ends access and restores it", async () => {
  const { email } = await createAdmin(scene.server, { role: "dispatcher" });
  await open();
  await choose(email, "Change role");
  const role = await box();
  await userEvent.click(role.getByRole("radio", { name: /Owner/ }));
  await userEvent.click(role.getByRole("button", { name: "Change role" }));
  await waitFor(() => expect(row(email).getByText("Owner")).toBeTruthy());
  await choose(email, "End access");
  await userEvent.click((await box()).getByRole("button", { name: "End access" }));
  await waitFor(() => expect(row(email).getByText("No access")).toBeTruthy());
  await choose(email, "Restore access");
  await userEvent.click((await box()).getByRole("button", { name: "Restore access" }));
  await waitFor(() => expect(row(email).getByText("Active")).toBeTruthy());
});

test("the last owner cannot change their role, and owners cannot end their own access", async () => {
  await open();
  const own = row("owner@example.com");
  expect(own.queryByRole("menuitem", { name: "End access", hidden: true })).toBeNull();
  await choose("owner@example.com", "Change role");
  const role = await box();
  await userEvent.click(role.getByRole("radio", { name: /Dispatcher/ }));
  await userEvent.click(role.getByRole("button", { name: "Change role" }));
  await role.findByText("At least one owner must be able to sign in.");
});

test("an owner ends another person's session and resets their second factor", async () => {
  const desk = await signInAdmin(scene.server, { role: "dispatcher" });
  const { email } = desk.admin;
  await turnOnSecondFactor(scene.server, desk);
  await open();
  expect(row(email).getByText("On")).toBeTruthy();
  await choose(email, "Show sessions");
  const devices = await box();
  await userEvent.click(await devices.findByRole("button", { name: /End session in/ }));
  await devices.findByText("Not signed in anywhere.");
  expect((await desk.get("/admin/profile")).status).toBe(401);
  await userEvent.click(devices.getByRole("button", { name: "Close" }));
  await choose(email, "Reset second factor");
  await userEvent.click((await box()).getByRole("button", { name: "Reset second factor" }));
  await waitFor(() => expect(row(email).getByText("Off")).toBeTruthy());
});

test("an owner needs a second factor before requiring one of everyone", async () => {
  await open();
  const all = () =>
    screen.getByRole<HTMLInputElement>("checkbox", {
      name: "Require a second factor for everyone",
    });
  await userEvent.click(all());
  await screen.findByText("Set up your own second factor first, or you would lock yourself out.");
  expect(all().checked).toBe(false);
  await turnOnSecondFactor(scene.server, scene.desk);
  await userEvent.click(all());
  await waitFor(() => expect(all().checked).toBe(true));
});

test("only owners see the link to the staff screen", async () => {
  for (const role of ["dispatcher", "accountant"] as const) {
    const desk = await signInAdmin(scene.server, { role });
    await openPage(scene.server, "/dispatch/dashboard/profile", desk);
    expect(screen.queryByRole("link", { name: "Staff" })).toBeNull();
    closePage();
  }
  await openPage(scene.server, "/dispatch/dashboard/profile", scene.desk);
  expect(screen.getByRole("link", { name: "Staff" })).toBeTruthy();
});

test("the profile lists the signed-in browsers and ends the other sessions", async () => {
  const { email } = scene.desk.admin;
  const others = [scene.server.browser(), scene.server.browser()];
  for (const other of others) await other.post("/admin/login", { email, password: PASSWORD });
  await openPage(scene.server, "/dispatch/dashboard/profile", scene.desk);
  const list = () => within(screen.getByRole("list", { name: "Signed-in browsers" }));
  expect(list().getAllByRole("listitem")).toHaveLength(3);
  expect(list().getAllByText("This browser")).toHaveLength(1);
  const [first] = list().getAllByRole("button", { name: /End session in/ });
  if (!first) throw new Error("no other session");
  await userEvent.click(first);
  await waitFor(() => expect(list().getAllByRole("listitem")).toHaveLength(2));
  await userEvent.click(screen.getByRole("button", { name: "End all other sessions" }));
  await waitFor(() => expect(list().getAllByRole("listitem")).toHaveLength(1));
  for (const other of others) expect((await other.get("/admin/profile")).status).toBe(401);
});

test("staff choose their notifications in the profile, and SMS requires a phone number", async () => {
  await openPage(scene.server, "/dispatch/dashboard/profile", scene.desk);
  const card = within(screen.getByRole("region", { name: "Notifications" }));
  const late = within(card.getByRole("group", { name: /Late driver/ }));
  await userEvent.click(late.getByRole("checkbox", { name: "SMS" }));
  await userEvent.click(card.getByRole("button", { name: "Save notifications" }));
  // Text messages need a phone number.
  expect(await card.findByText("Enter the number that text messages go to.")).toBeTruthy();
  expect(focused()).toBe("phone");
  await userEvent.type(card.getByLabelText("Phone number"), "0788 123 456");
  await userEvent.click(card.getByRole("checkbox", { name: "Quiet hours" }));
  await userEvent.click(card.getByRole("button", { name: "Save notifications" }));
  await screen.findByText("Notifications saved");
  const kept = (await (
    await scene.desk.get("/admin/notifications")
  ).json()) as StaffNotificationSettings;
  expect(kept).toMatchObject({
    phone: "+250788123456",
    quiet: { from: "22:00", until: "07:00" },
    onlyWhenAway: true,
  });
  expect(kept.topics.find(({ topic }) => topic === "late_driver")?.channels).toEqual([
    "push",
    "sms",
  ]);
});
