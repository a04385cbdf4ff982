/** Signing in to dispatch, the first owner's setup and choosing a password. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { admins } from "../../../db/schema/accounts";
import { ensureFirstOwner, inviteAdmin } from "../../../src/accounts/staff/staff-invites";
import { closePage, openPage } from "../../support/pages";
import { createTestServer } from "../../support/server";
import { createAdmin, PASSWORD } from "../../support/staff";
import { createScene, focused, type Scene, browserWithAnswers } from "./scene";

let scene: Scene;

beforeEach(async () => {
  scene = await createScene();
});

afterEach(() => {
  closePage();
  scene.close();
});

const board = "/dispatch/dashboard/reservation";
const submit = async () => userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
const email = () => screen.getByLabelText<HTMLInputElement>("E-mail");
const password = () => screen.getByLabelText<HTMLInputElement>("Password");

test("who is signed in goes on to the board, whose screen is locked to the lock", async () => {
  const router = await openPage(scene.server, "/dispatch", scene.desk);
  expect(router.state.location.pathname).toBe(board);
  closePage();
  await scene.desk.post("/admin/lock");
  const secondPage = await openPage(scene.server, "/dispatch", scene.desk);
  expect(secondPage.state.location.pathname).toBe("/dispatch/lock");
});

test("empty fields are named one by one, with the cursor in them", async () => {
  await openPage(scene.server, "/dispatch");
  await submit();
  expect(email().getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(focused()).toBe("email"));
  await userEvent.type(email(), "ada@example.com");
  await submit();
  expect(await screen.findByText("Password is required")).toBeTruthy();
  await waitFor(() => expect(focused()).toBe("password"));
});

test("a mismatch says so and keeps what was typed; the right password goes to the board", async () => {
  const { email: address } = await createAdmin(scene.server);
  const router = await openPage(scene.server, "/dispatch");
  await userEvent.type(email(), address);
  await userEvent.type(password(), "not it at all");
  await submit();
  await waitFor(() => expect(screen.getByText("Invalid email or password")).toBeTruthy());
  expect(email().value).toBe(address);
  await userEvent.clear(password());
  await userEvent.type(password(), PASSWORD);
  await submit();
  await waitFor(() => expect(router.state.location.pathname).toBe(board));
});

test("the second factor is asked for once the server wants it", async () => {
  const { email: address, id } = await createAdmin(scene.server);
  scene.server.deps.db
    .update(admins)
    .set({ totpSecret: scene.server.deps.keys.encrypt("JBSWY3DPEHPK3PXP") })
    .where(eq(admins.id, id))
    .run();
  await openPage(scene.server, "/dispatch");
  expect(screen.queryByLabelText("Code")).toBeNull();
  await userEvent.type(email(), address);
  await userEvent.type(password(), PASSWORD);
  await submit();
  const code = await screen.findByLabelText("Code");
  await waitFor(() => expect(focused()).toBe("totp"));
  await userEvent.type(code, "000000");
  await submit();
  await waitFor(() => expect(screen.getByText("Invalid email or password")).toBeTruthy());
});

test("after too many attempts it says how long to wait and waits", async () => {
  const refusal = {
    status: 429,
    body: {
      message: "Too many failed attempts. Please wait 15 minutes.",
      code: "admin.login_limit",
    },
    headers: { "retry-after": "754" },
  };
  const visitor = browserWithAnswers(scene.server.browser(), "/admin/login", refusal);
  await openPage(scene.server, "/dispatch", visitor);
  await userEvent.type(email(), "ada@example.com");
  await userEvent.type(password(), "wrong");
  await submit();
  await waitFor(() =>
    expect(screen.getByText(/Too many failed attempts/).textContent).toContain(
      "You can try again in 12:34",
    ),
  );
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Sign in" }).disabled).toBe(true);
});

test("the first owner sets dispatch up by the one-time link and is in", async () => {
  const newServer = await createTestServer();
  const token = new URL((await ensureFirstOwner(newServer.deps)) ?? "").searchParams.get("token");
  const visitor = newServer.browser();
  const router = await openPage(newServer, `/dispatch/setup?token=${token}`, visitor);
  await userEvent.click(screen.getByRole("button", { name: "Open dispatch" }));
  expect(await screen.findAllByText("This field is required.")).toHaveLength(3);
  await userEvent.type(screen.getByLabelText("First name"), "Ada");
  await userEvent.type(screen.getByLabelText("Last name"), "Uwase");
  await userEvent.type(email(), "ada@example.com");
  await userEvent.type(password(), "short");
  await userEvent.click(screen.getByRole("button", { name: "Open dispatch" }));
  await waitFor(() => expect(screen.getByText("Use at least 8 characters")).toBeTruthy());
  await userEvent.clear(password());
  await userEvent.type(password(), PASSWORD);
  await userEvent.click(screen.getByRole("button", { name: "Open dispatch" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch/setup/name"));
  expect(await (await visitor.get("/admin/profile")).json()).toMatchObject({
    names: "Ada Uwase",
    role: "owner",
  });
  newServer.close();
});

test("a link that was used, or came without its token, leads to the sign-in", async () => {
  await openPage(scene.server, "/dispatch/setup");
  expect(screen.getByRole("link", { name: "Go to sign-in" }).getAttribute("href")).toBe(
    "/dispatch",
  );
  closePage();
  await openPage(scene.server, "/dispatch/password?token=nothing");
  await userEvent.type(screen.getByLabelText("New password"), PASSWORD);
  await userEvent.click(screen.getByRole("button", { name: "Save password" }));
  await waitFor(() => expect(screen.getByText(/expired or was already used/)).toBeTruthy());
});

test("an invited colleague chooses a password and is told to sign in", async () => {
  const link = await inviteAdmin(scene.server.deps, "new@example.com", "dispatcher");
  const token = new URL(link).searchParams.get("token");
  const router = await openPage(scene.server, `/dispatch/password?token=${token}`);
  await userEvent.type(screen.getByLabelText("New password"), PASSWORD);
  await userEvent.click(screen.getByRole("button", { name: "Save password" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch"));
  await waitFor(() =>
    expect(screen.getByText("Password saved. You can sign in now.")).toBeTruthy(),
  );
});
