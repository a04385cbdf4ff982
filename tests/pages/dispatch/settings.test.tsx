/** All settings in one place: each topic shows its errors, loses no text, and takes effect at once. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readOperator } from "../../../src/settings/queries";
import { closePage, openPage } from "../../support/pages";
import type { Browser } from "../../support/server";
import { createScene, focused, type Scene, browserWithAnswers } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (topic: string, desk: Browser = scene.desk) =>
  openPage(scene.server, `/dispatch/dashboard/settings${topic}`, desk);
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const stored = () => readOperator(scene.server.deps);

test("the navigation opens each topic, and old addresses redirect to the settings", async () => {
  const router = await open("");
  expect(router.state.location.pathname).toBe("/dispatch/dashboard/settings/name");
  const settingsNav = within(screen.getByRole("navigation", { name: "Settings" }));
  await userEvent.click(settingsNav.getByRole("link", { name: "Opening hours" }));
  await waitFor(() => screen.getByRole("heading", { name: "Opening hours", level: 1 }));
  for (const topic of ["contact", "booking-rules"]) {
    closePage();
    const old = await openPage(scene.server, `/dispatch/dashboard/${topic}`, scene.desk);
    expect(old.state.location.pathname).toBe(`/dispatch/dashboard/settings/${topic}`);
  }
});

test("a colour is previewed before it is saved, and then applies to the whole page", async () => {
  const router = await open("/brand");
  const light = screen.getByRole("img", { name: /^On light pages/ });
  const button = () => light.querySelectorAll("rect")[4]?.getAttribute("fill");
  const before = button();
  await userEvent.type(field("# and six digits"), "#B4232");
  await press("Save");
  await waitFor(() => screen.getByText(/^Enter the colour as a six-digit hex code/));
  expect(focused()).toBe("accent");
  expect(stored().accent).toBeNull();
  await userEvent.type(field("# and six digits"), "A");
  await waitFor(() => expect(button()).toBe("#b4232a"));
  expect(before).not.toBe("#b4232a");
  await press("Save");
  await waitFor(() => expect(stored().accent).toBe("#b4232a"));
  await waitFor(() => expect(router.options.context.settings.accent).toBe("#b4232a"));
});

test("after a conflict the owner's version replaces only the fields they edited", async () => {
  await open("/region");
  const { rules, version } = (await (await scene.desk.get("/admin/settings/region")).json()) as {
    rules: object;
    version: number;
  };
  const other = { ...rules, town: "Musanze", riderLanguage: "fr", version };
  expect((await scene.desk.put("/admin/settings/region", other)).status).toBe(200);
  await userEvent.clear(field("Town or region"));
  await userEvent.type(field("Town or region"), "Huye");
  await press("Save");
  await waitFor(() => screen.getByText(/Your changes are still here/));
  expect([field("Town or region").value, stored().town]).toEqual(["Huye", "Musanze"]);
  await press("Save my version instead");
  await waitFor(() => expect(stored().town).toBe("Huye"));
  expect(stored().riderLanguage).toBe("fr");
});

test("an owner can turn off any language but the main one", async () => {
  await open("/region");
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  expect([box("English").checked, box("English").disabled]).toEqual([true, true]);
  await userEvent.click(box("Français"));
  await press("Save");
  await waitFor(() => expect(stored().disabledLanguages).toEqual(["fr"]));
  await waitFor(() => expect(box("Français").checked).toBe(false));
  // Another main language is always offered, whatever was chosen before.
  await userEvent.selectOptions(screen.getByLabelText("Language"), "fr");
  expect([box("Français").checked, box("Français").disabled]).toEqual([true, true]);
  expect(box("English").disabled).toBe(false);
});

test("an owner closes a day and adds a break, and overlapping hours are refused", async () => {
  await open("/hours");
  await userEvent.click(screen.getByRole("radio", { name: /Different each day/ }));
  await press("Remove these hours on Friday");
  await press("Add hours on Monday");
  const from = screen.getAllByLabelText<HTMLInputElement>("Monday: from");
  expect(from.map(({ value }) => value)).toEqual(["08:00", "18:00"]);
  const second = from[1];
  if (!second) throw new Error("There are no second hours.");
  await userEvent.clear(second);
  await userEvent.type(second, "17:00");
  await press("Save");
  await waitFor(() => screen.getByText(/These hours overlap/));
  expect([focused(), stored().openingHours]).toEqual(["openingHours.0", null]);
  await userEvent.clear(second);
  await userEvent.type(second, "20:00");
  await press("Save");
  await waitFor(() => expect(stored().openingHours).not.toBeNull());
  const day = { from: "08:00", until: "18:00" };
  expect(stored().openingHours).toEqual([
    [day, { from: "20:00", until: "24:00" }],
    [day],
    [day],
    [day],
    [],
    [],
    [],
  ]);
  expect(screen.getByText("Tue–Thu").nextSibling?.textContent).toBe("08:00–18:00");
});

test("an owner closes booking with a text, which visitors then read", async () => {
  await open("/online");
  await userEvent.click(screen.getByRole("radio", { name: /Closed/ }));
  await userEvent.type(field(/Text shown while closed/), "Snow. Back on Monday.");
  await press("Save");
  await waitFor(() => expect(stored().bookingOpen).toBe(false));
  expect(stored().bookingClosedText).toBe("Snow. Back on Monday.");
  closePage();
  const offline = browserWithAnswers(scene.desk, "/settings", { error: new Error("No network") });
  await openPage(scene.server, "/reservation", offline);
  expect(screen.getByText("Snow. Back on Monday.")).toBeTruthy();
});

test("staff other than owners can see the brand but not change it", async () => {
  closePage();
  scene.close();
  scene = await createScene({ role: "dispatcher" });
  await open("/brand");
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.getByText(/Only an owner can change these settings/)).toBeTruthy();
  expect(field("# and six digits").closest("fieldset")?.disabled).toBe(true);
});

test("an owner rewrites a message with a preview, and an unknown placeholder is named", async () => {
  await open("/texts?message=confirmed");
  const body = () => field(/^Body/);
  const preview = () => within(screen.getByRole("region", { name: "Preview" }));
  await waitFor(() =>
    preview().getByText(/Your booking is confirmed\. We’ll tell you/, { selector: "h3 + p" }),
  );
  await userEvent.clear(body());
  await userEvent.type(body(), "See you at {{tiem}.");
  await press("Save");
  await waitFor(() => screen.getByText(/\{tiem\} is unknown here/));
  expect(focused()).toBe("body");
  await userEvent.clear(body());
  await userEvent.type(body(), "See you at ");
  await press("{time}");
  expect(body().value).toBe("See you at {time}");
  await waitFor(() => preview().getByText(/See you at .*2026/, { selector: "h3 + p" }));
  const choose = (name: string) =>
    userEvent.selectOptions(screen.getByRole("combobox", { name: "Message" }), name);
  await choose("Reminder");
  await waitFor(() => screen.getByRole("heading", { name: "Reminder", level: 1 }));
  await choose("Booking confirmed (not saved)");
  await waitFor(() => expect(body().value).toBe("See you at {time}"));
  await press("Save");
  await waitFor(() => screen.getByText(/sent in your words/));
  await press("Use standard text");
  await waitFor(() => screen.getByText(/The standard text is sent/));
  expect(body().value).toStartWith("Your booking is confirmed.");
});

test("providers: what is not connected is explained, and a test shows its exact outcome", async () => {
  await open("/providers");
  expect(screen.getAllByText("Not connected")).toHaveLength(12);
  expect(screen.getByText(/messages stay in the outbox/)).toBeTruthy();
  closePage();
  const path = "/admin/settings/providers";
  const mail = {
    id: "mail",
    configured: true,
    detail: "rides@example.com by mail.example.com",
    connection: { locked: ["SMTP_URL", "MAIL_FROM"], fields: null, secrets: [], version: 0 },
  };
  const body = { providers: [mail], publicUrl: "https://rides.example.com" };
  const listed = browserWithAnswers(scene.desk, path, { status: 200, body });
  const outcome = { ok: false, outcome: "SMTP ECONNREFUSED CONN", milliseconds: 12 };
  await open(
    "/providers",
    browserWithAnswers(listed, `${path}/mail/test`, { status: 200, body: outcome }),
  );
  expect(screen.getByText("SMTP_URL, MAIL_FROM")).toBeTruthy();
  for (const name of ["Connect", "Change", "Disconnect"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  await press("Send me a test e-mail");
  await waitFor(() => screen.getByText(/SMTP ECONNREFUSED CONN/));
});

test("providers: an owner connects mail, changes it after a conflict and disconnects it", async () => {
  await open("/providers");
  const card = () => within(screen.getByRole("region", { name: "E-mail" }));
  const button = (name: string) => userEvent.click(card().getByRole("button", { name }));
  await button("Connect");
  await userEvent.type(field("Mail server"), "10.0.0.9");
  await userEvent.type(field("Sender’s e-mail address"), "rides@example.com");
  await userEvent.type(field(/^User name/), "rides");
  await button("Connect");
  await waitFor(() => card().getByText("This field is required."));
  expect(focused()).toBe("password");
  const password = () => card().getByLabelText<HTMLInputElement>("Password");
  await userEvent.type(password(), "hunter2");
  await button("Connect");
  await waitFor(() => card().getByText("Connected"));
  card().getByText(/rides@example.com.* through 10.0.0.9:587/);
  await button("Change");
  expect(password().value).toBe("");
  card().getByText(/Already stored: leave empty to keep the stored value/);
  const other = (await (await scene.desk.get("/admin/settings/providers")).json()) as {
    providers: { id: string; connection: { fields: object; version: number } | null }[];
  };
  const mail = other.providers.find(({ id }) => id === "mail")?.connection;
  const json = { fields: { ...mail?.fields, name: "Ana" }, version: mail?.version };
  expect((await scene.desk.put("/admin/settings/providers/mail", json)).status).toBe(200);
  await userEvent.clear(field("Sender’s e-mail address"));
  await userEvent.type(field("Sender’s e-mail address"), "hello@example.com");
  await button("Save");
  await waitFor(() => card().getByText(/Your changes are still here/));
  await button("Save my version instead");
  await waitFor(() => card().getByText("Sends from Ana <hello@example.com> through 10.0.0.9:587"));
  await button("Disconnect");
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(
    /messages stay in the outbox.*settings and passwords of this connection will be deleted/,
  );
  await userEvent.click(dialog.getByRole("button", { name: "Disconnect" }));
  await waitFor(() => card().getByText("Not connected"));
});
