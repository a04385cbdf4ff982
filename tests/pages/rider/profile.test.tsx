/** Profile completion and the gate: specification, sections 2, 4, 5 and 8. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useAuth } from "../../../client/riders/client-auth";
import { sessions } from "../../../db/schema/accounts";
import { closePage, openPage } from "../../support/pages";
import type { TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer, interceptedBrowser, timeUntil } from "./scene";

let server: TestServer;

let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  server = await createRiderServer();
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const signInWithoutNames = () => signInRider(server, "new@example.com", { names: null });
const first = () => screen.getByRole<HTMLInputElement>("textbox", { name: "First Name" });
const last = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Last Name" });
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Sav/ });

describe("section 2: the access to pages", () => {
  test("an unknown address under the profile shows the page for a missing page", async () => {
    const { browser } = await signInRider(server, "aline@example.com");
    await openPage(server, "/profile/nowhere", browser);
    expect(screen.getByRole("main").textContent).toContain("We can’t find that page");
  });

  test("sends visitors who are not signed in from every protected page to /JoinUs", async () => {
    for (const path of ["/booking", "/trips", "/trips/x", "/profile", "/profile/security"]) {
      const router = await openPage(server, path);
      expect(router.state.location.pathname).toBe("/JoinUs");
      closePage();
    }
  });

  test("lets visitors who are not signed in open the public booking page", async () => {
    const router = await openPage(server, "/reservation");
    expect(router.state.location.pathname).toBe("/reservation");
    expect(await screen.findByRole("combobox", { name: "Pickup" })).toBeTruthy();
  });

  test("asks a rider without a name for it instead of any page, and links the brand to the home page", async () => {
    const { browser } = await signInWithoutNames();
    const router = await openPage(server, "/trips", browser);
    expect(router.state.location.pathname).toBe("/trips");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("User Info");
    expect(screen.getByRole("link", { name: "Livery" }).getAttribute("href")).toBe("/");
    expect(screen.queryByRole("heading", { name: "Trips" })).toBeNull();
  });

  test("shows the page to a rider with a name", async () => {
    const { browser } = await signInRider(server);
    await openPage(server, "/trips", browser);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Trips");
  });
});

describe("section 5: the profile form", () => {
  test("names and marks an emptied field, and disables Save", async () => {
    const { browser } = await signInWithoutNames();
    await openPage(server, "/liveryClient/fillUserInfo", browser);
    expect(save().disabled).toBe(true);
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.type(first(), "A{Backspace}");
    expect(await screen.findByText("firstName is required")).toBeTruthy();
    expect(first().getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(last(), "   ");
    expect(await screen.findByText("lastName is required")).toBeTruthy();
    expect(save().disabled).toBe(true);
    await userEvent.type(first(), "Aline");
    await userEvent.type(last(), "Uwase");
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(save().disabled).toBe(false);
  });
});

describe("a rider with one name", () => {
  const tick = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "I have one name" });

  test("ticks the box, saves without a last name and is not asked again", async () => {
    const { browser } = await signInWithoutNames();
    const router = await openPage(server, "/trips", browser);
    await userEvent.type(first(), "Suharto");
    await userEvent.type(last(), "X{Backspace}");
    expect(await screen.findByText("lastName is required")).toBeTruthy();
    expect(save().disabled).toBe(true);
    await userEvent.click(tick());
    expect(screen.queryByText("lastName is required")).toBeNull();
    expect(last().disabled).toBe(true);
    await userEvent.click(save());
    await screen.findByRole("dialog", { name: "Success" });
    await waitFor(() => expect(router.state.location.pathname).toBe("/booking"), { timeout: 4000 });
    expect(await (await browser.get("/auth/me")).json()).toMatchObject({
      getUser: { firstName: "Suharto", lastName: null, hasOneName: true },
    });
    closePage();
    await openPage(server, "/trips", browser);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Trips");
  }, 30_000);

  test("gets the typed last name back when the box is unticked", async () => {
    const { browser } = await signInWithoutNames();
    await openPage(server, "/liveryClient/fillUserInfo", browser);
    await userEvent.type(last(), "Uwase");
    await userEvent.click(tick());
    expect(last().value).toBe("");
    await userEvent.click(tick());
    expect(last().value).toBe("Uwase");
  });

  test("switches to one name and back to two in the account", async () => {
    const { browser } = await signInRider(server, "aline@example.com");
    await openPage(server, "/profile/AccountInfo", browser);
    const me = async () =>
      ((await (await browser.get("/auth/me")).json()) as { getUser: object }).getUser;
    await userEvent.click(tick());
    await userEvent.click(save());
    await screen.findByText("Profile updated successfully");
    expect(await me()).toMatchObject({ firstName: "Aline", lastName: null, hasOneName: true });
    await waitFor(() => expect(screen.queryAllByRole("dialog")).toHaveLength(0), { timeout: 4000 });
    expect(save().disabled).toBe(true);
    await userEvent.click(tick());
    await userEvent.type(last(), "Uwera");
    await userEvent.click(save());
    await screen.findByText("Profile updated successfully");
    expect(await me()).toMatchObject({ firstName: "Aline", lastName: "Uwera", hasOneName: false });
  }, 30_000);
});

describe("sections 4 and 8: saving the profile", () => {
  test("shows the success message for 2 seconds, then opens booking and replaces the history entry", async () => {
    const { browser } = await signInWithoutNames();
    const router = await openPage(server, "/trips", browser);
    const entries = router.history.length;
    await userEvent.type(first(), "Aline");
    await userEvent.type(last(), "Uwase");
    await userEvent.click(save());
    const popup = await screen.findByRole("dialog", { name: "Success" });
    expect(popup.textContent).toContain("Profile updated successfully");
    const reachedMs = await timeUntil(() => router.state.location.pathname === "/booking");
    expect(reachedMs).toBeGreaterThan(1800);
    expect(reachedMs).toBeLessThan(3800);
    expect(router.history.length).toBe(entries);
    await screen.findByRole("heading", { level: 1, name: "Where to?" });
    const me = await (await browser.get("/auth/me")).json();
    expect(me).toMatchObject({ getUser: { firstName: "Aline", lastName: "Uwase" } });
  }, 30_000);

  test("shows an error to a visitor who is not signed in and leads to the login screen", async () => {
    const router = await openPage(server, "/liveryClient/fillUserInfo");
    await userEvent.type(first(), "Aline");
    await userEvent.type(last(), "Uwase");
    await userEvent.click(save());
    const popup = await screen.findByRole("dialog", { name: "Error" });
    expect(popup.textContent).toContain("You are not authenticated");
    await userEvent.click(screen.getByRole("button", { name: "OK" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/liveryClient"));
  });

  test.each([
    ["the screen for new riders", "/liveryClient/fillUserInfo"],
    ["the name form shown instead of a page", "/trips"],
    ["the account screen", "/profile/AccountInfo"],
  ])("leads a rider whose session has ended to the login screen from %s", async (_, path) => {
    const { browser } = await (path === "/profile/AccountInfo"
      ? signInRider(server, "aline@example.com")
      : signInWithoutNames());
    const router = await openPage(server, path, browser);
    server.deps.db.delete(sessions).run();
    await userEvent.clear(first());
    await userEvent.type(first(), "Alice");
    await userEvent.clear(last());
    await userEvent.type(last(), "Uwera");
    await userEvent.click(save());
    const popup = await screen.findByRole("dialog", { name: "Error" });
    expect(popup.textContent).toContain("You are not authenticated");
    // The typed text stays until the message has been read.
    expect(first().value).toBe("Alice");
    await userEvent.click(screen.getByRole("button", { name: "OK" }));
    await screen.findByRole("heading", { name: "What's your phone number or email?" });
    expect(router.state.location.pathname).toBe("/liveryClient");
  });

  test("shows its own text for each kind of failure", async () => {
    const { browser } = await signInWithoutNames();
    const failures = [
      [() => Response.json({ message: "No.", code: "x" }, { status: 422 }), "No."],
      [() => new Response("", { status: 500 }), "Something went wrong!"],
      [() => Promise.reject(new TypeError("fetch failed")), "Failed to update profile"],
      [() => Response.json({}), "Failed to update user profile"],
    ] as const;
    for (const [answer, text] of failures) {
      const visitor = interceptedBrowser(browser, { "PUT /users/update-profile": answer });
      await openPage(server, "/liveryClient/fillUserInfo", visitor);
      await userEvent.type(first(), "Aline");
      await userEvent.type(last(), "Uwase");
      await userEvent.click(save());
      const popup = await screen.findByRole("dialog", { name: "Error" });
      expect(popup.textContent).toContain(text);
      closePage();
    }
  }, 30_000);
});

function NotFoundPage() {
  useAuth();
  return null;
}

test("section 8: useAuth throws an error that names its provider if it is used outside it", () => {
  const reportViolation = console.error;
  console.error = () => {};
  expect(() => render(<NotFoundPage />)).toThrow(
    "useAuth must be used within an ClientAuthContextProvider",
  );
  console.error = reportViolation;
});
