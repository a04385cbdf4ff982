/** The account: names, contact details with their codes, devices, and signing out. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { riders } from "../../../db/schema/accounts";
import { closePage, openPage } from "../../support/pages";
import type { Browser, TestServer } from "../../support/server";
import { lastMessage, signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer, interceptedBrowser } from "./scene";

let server: TestServer;
let browser: Browser;

let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  server = await createRiderServer();
  ({ browser } = await signInRider(server, "aline@example.com"));
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const digit = (at: number) =>
  screen.getByRole<HTMLInputElement>("textbox", { name: `Digit ${at} of 4` });
const storeRider = (columns: Partial<typeof riders.$inferInsert>) =>
  server.deps.write((tx) => tx.update(riders).set(columns).run());
const me = async () =>
  ((await (await browser.get("/auth/me")).json()) as { getUser: object }).getUser;

test("section 2: /profile redirects to AccountInfo", async () => {
  const router = await openPage(server, "/profile", browser);
  expect(router.state.location.pathname).toBe("/profile/AccountInfo");
});

test("a rider saves a new name, and an empty one cannot be saved", async () => {
  await openPage(server, "/profile/AccountInfo", browser);
  const first = screen.getByRole("textbox", { name: "First Name" });
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  expect(save.disabled).toBe(true);
  await userEvent.clear(first);
  expect(await screen.findByText("firstName is required")).toBeTruthy();
  expect(save.disabled).toBe(true);
  await userEvent.type(first, "Alice");
  await userEvent.click(save);
  await screen.findByText("Profile updated successfully");
  expect(await me()).toMatchObject({ firstName: "Alice", lastName: "Uwase" });
});

test("a new e-mail applies only once its code is entered", async () => {
  await openPage(server, "/profile/AccountInfo", browser);
  await userEvent.click(screen.getByRole("button", { name: "Change e-mail" }));
  const field = screen.getByRole("textbox", { name: "New e-mail" });
  await userEvent.type(field, "nonsense");
  await userEvent.click(screen.getByRole("button", { name: "Send a code" }));
  expect(await screen.findByText("Enter a valid email address.")).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, "alice@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send a code" }));
  await screen.findByRole("group", { name: "Code for the new e-mail" });
  expect(await me()).toMatchObject({
    email: "aline@example.com",
    pendingEmail: "alice@example.com",
  });
  expect(screen.getByText(/New code in/)).toBeTruthy();
  const { code } = lastMessage(server, "alice@example.com");
  // The last digit confirms the code. A wrong code empties the boxes and starts over.
  await userEvent.type(digit(1), code === "0000" ? "0001" : "0000");
  await screen.findByText("OTP Verification failed. Please try again.");
  await waitFor(() => expect(document.activeElement).toBe(digit(1)));
  expect(digit(4).value).toBe("");
  await userEvent.type(digit(1), code);
  await screen.findByText("Confirmed. You can now sign in with it.");
  expect(await me()).toMatchObject({ email: "alice@example.com", pendingEmail: null });
});

test("a pending phone number is shown again later and can be cancelled", async () => {
  await storeRider({ pendingPhone: "+250788123456" });
  await openPage(server, "/profile/AccountInfo", browser);
  expect(screen.getByText("+250788123456")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add phone number" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByText("Nothing was added.");
  expect(await me()).toMatchObject({ phone: null, pendingPhone: null });
  expect(await screen.findByRole("button", { name: "Add phone number" })).toBeTruthy();
});

test("a contact of another account is refused at the field and stays typed", async () => {
  await signInRider(server, "taken@example.com");
  await openPage(server, "/profile/AccountInfo", browser);
  await userEvent.click(screen.getByRole("button", { name: "Change e-mail" }));
  const field = screen.getByRole<HTMLInputElement>("textbox", { name: "New e-mail" });
  await userEvent.type(field, "taken@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send a code" }));
  await screen.findByText("Another account already uses this contact.");
  expect(field.value).toBe("taken@example.com");
  expect(field.getAttribute("aria-invalid")).toBe("true");
});

test("choosing a language saves it at once", async () => {
  await openPage(server, "/profile/AccountInfo", browser);
  const field = screen.getByRole<HTMLSelectElement>("combobox", { name: "Your language" });
  expect(field.value).toBe("en");
  await userEvent.selectOptions(field, "Ikinyarwanda");
  await screen.findByText("Ururimi rwawe rwabitswe.");
  expect(await me()).toMatchObject({ language: "rw" });
  expect(document.documentElement.lang).toBe("rw");
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Konti"));
  expect(document.cookie).toContain("livery_language=rw");
});

test("a rider removes their picture", async () => {
  await storeRider({ pictureFileId: "picture" });
  await openPage(server, "/profile/AccountInfo", browser);
  await userEvent.click(screen.getByRole("button", { name: "Remove picture" }));
  await screen.findByText("Your picture is removed.");
  expect(await me()).toMatchObject({ profilePic: null });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Remove picture" })).toBeNull());
});

test("a rider signs out another device", async () => {
  const other = server.browser("198.51.100.9");
  await signInRider(server, "aline@example.com", { browser: other });
  await openPage(server, "/profile/security", browser);
  const devices = () =>
    screen.getAllByRole("listitem").filter((row) => within(row).queryByText(/Last used/));
  expect(devices()).toHaveLength(2);
  expect(screen.getAllByText("This browser")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: /^Sign out ./ }));
  await waitFor(() => expect(devices()).toHaveLength(1));
  expect((await other.get("/auth/current-user")).status).toBe(401);
});

test("section 4: signing out ends the session and deletes the booking draft", async () => {
  localStorage.setItem("livery.booking", "{}");
  const router = await openPage(server, "/profile/security", browser);
  await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  expect(localStorage.getItem("livery.booking")).toBeNull();
  expect((await browser.get("/auth/current-user")).status).toBe(401);
});

test("each account page has one Sign out button, which ends the session", async () => {
  for (const page of ["AccountInfo", "places", "company", "notifications", "privacy", "security"]) {
    await openPage(server, `/profile/${page}`, browser);
    expect([page, screen.getAllByRole("button", { name: "Sign out" }).length]).toEqual([page, 1]);
    closePage();
  }
  const router = await openPage(server, "/profile/AccountInfo", browser);
  await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  expect((await browser.get("/auth/current-user")).status).toBe(401);
});

test.each([
  ["an answer without a body", () => new Response("", { status: 502 }), "Logout failed"],
  [
    "an answer that is not JSON",
    () => new Response("<h1>Bad gateway", { status: 502 }),
    "Logout failed",
  ],
  ["no answer", () => Promise.reject(new TypeError("fetch failed")), "Logout failed"],
  [
    "the server's message",
    () => Response.json({ message: "Not today.", code: "x" }, { status: 422 }),
    "Not today.",
  ],
] as const)("section 8: a failed sign-out shows the message for %s", async (_, answer, words) => {
  for (const page of ["AccountInfo", "security"]) {
    const visitor = interceptedBrowser(browser, { "POST /auth/logout": answer });
    const router = await openPage(server, `/profile/${page}`, visitor);
    await userEvent.click(screen.getByRole("button", { name: "Sign out" }));
    const popup = await screen.findByRole("dialog", { name: "Error" });
    expect([page, within(popup).queryByText(words) !== null]).toEqual([page, true]);
    expect(router.state.location.pathname).toBe(`/profile/${page}`);
    closePage();
  }
});
