/** The lock screen: specification sections 2 (admin dispatch area), 5 (admin unlock) and 8 (admin). */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { closePage, openPage } from "../../support/pages";
import { PASSWORD } from "../../support/staff";
import { createScene, focused, type Scene, browserWithAnswers } from "./scene";

let scene: Scene;

beforeEach(async () => {
  scene = await createScene();
  await scene.desk.post("/admin/lock");
});

afterEach(() => {
  closePage();
  scene.close();
});

const open = (browser = scene.desk as Parameters<typeof openPage>[2]) =>
  openPage(scene.server, "/dispatch/lock", browser);
const password = () => screen.getByLabelText<HTMLInputElement>("Password");
const unlockButton = () => screen.getByRole("button", { name: "Unlock" });

test("the lock shows initials, name, password field, Unlock and Sign out", async () => {
  await open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ada Uwase");
  expect(screen.getByText("AU")).toBeTruthy();
  expect(password().type).toBe("password");
  expect(unlockButton()).toBeTruthy();
  expect(screen.getByRole("button", { name: "Not you? Sign out" })).toBeTruthy();
});

test("the lock redirects to /dispatch without a session", async () => {
  const router = await open(scene.server.browser());
  expect(router.state.location.pathname).toBe("/dispatch");
});

test("the lock redirects to the reservations if the profile is not locked", async () => {
  await scene.desk.post("/admin/unlock", { password: PASSWORD });
  const router = await open();
  expect(router.state.location.pathname).toBe("/dispatch/dashboard/reservation");
});

test("the lock requires a password, and typing clears the error", async () => {
  await open();
  await userEvent.click(unlockButton());
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Password is required"));
  await waitFor(() => expect(focused()).toBe("password"));
  await userEvent.type(password(), "x");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("a wrong password shows an error, and the right one opens the reservations", async () => {
  const router = await open();
  await userEvent.type(password(), "not it at all");
  await userEvent.click(unlockButton());
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Invalid password"));
  await userEvent.clear(password());
  await userEvent.type(password(), `${PASSWORD}{Enter}`);
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/dispatch/dashboard/reservation"),
  );
});

test("the button says Unlocking... while unlocking", async () => {
  const gate = Promise.withResolvers<void>();
  const router = await open(
    browserWithAnswers(scene.desk, "/admin/unlock", { gate: gate.promise }),
  );
  await userEvent.type(password(), PASSWORD);
  await userEvent.click(unlockButton());
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Unlocking..." }).disabled).toBe(
    true,
  );
  gate.resolve();
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/dispatch/dashboard/reservation"),
  );
});

test("a failure without a message shows An error occurred", async () => {
  await open(browserWithAnswers(scene.desk, "/admin/unlock", { status: 500, body: {} }));
  await userEvent.type(password(), PASSWORD);
  await userEvent.click(unlockButton());
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("An error occurred"));
});

test("too many wrong passwords end the session and open /dispatch", async () => {
  const router = await open();
  for (let tries = 0; tries < 6 && router.state.location.pathname === "/dispatch/lock"; tries++) {
    await userEvent.clear(password());
    await userEvent.type(password(), `wrong ${tries}{Enter}`);
    await waitFor(() => {
      const left = router.state.location.pathname !== "/dispatch/lock";
      expect(left || screen.queryByRole("alert")?.textContent === "Invalid password").toBe(true);
    });
  }
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch"));
});

test("Sign out ends the session and opens /dispatch", async () => {
  const router = await open();
  await userEvent.click(screen.getByRole("button", { name: "Not you? Sign out" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch"));
  expect(screen.queryByText(/You may still be signed in/)).toBeNull();
  expect((await scene.desk.get("/admin/profile")).status).toBe(401);
});

test("Sign out opens /dispatch even if the logout fails", async () => {
  const failing = { status: 500, body: { message: "The disk is on fire", code: "server.error" } };
  const router = await open(browserWithAnswers(scene.desk, "/admin/logout", failing));
  await userEvent.click(screen.getByRole("button", { name: "Not you? Sign out" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch"));
  await waitFor(() =>
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Sign in to dispatch"),
  );
  screen.getByText(/You may still be signed in/);
});

test("a profile that fails to load shows the reason and lets staff sign out", async () => {
  const failing = { status: 500, body: { message: "The disk is on fire", code: "server.error" } };
  const router = await open(browserWithAnswers(scene.desk, "/admin/profile", failing));
  expect(screen.getByRole("alert").textContent).toBe(
    "Failed to fetch profile: The disk is on fire",
  );
  await userEvent.click(screen.getByRole("button", { name: "Sign out and try again" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch"));
});

test("a network failure while loading the profile shows the network's own message", async () => {
  await open(
    browserWithAnswers(scene.desk, "/admin/profile", { error: new TypeError("Failed to fetch") }),
  );
  expect(screen.getByRole("alert").textContent).toBe("Failed to fetch profile: Failed to fetch");
});
