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

test("signed-in staff are redirected to the board, or to the lock if the screen is locked", async () => {
  const router = await openPage(scene.server, "/dispatch", scene.desk);
  expect(router.state.location.pathname).toBe(board);
  closePage();
  await scene.desk.post("/admin/lock");
  const secondPage = await openPage(scene.server, "/dispatch", scene.desk);
  expect(secondPage.state.location.pathname).toBe("/dispatch/lock");
});

test("empty fields are marked one after the other, with the cursor in them", async () => {
  await openPage(scene.server, "/dispatch");
  await submit();
  expect(email().getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(focused()).toBe("email"));
  await userEvent.type(email(), "ada@example.com");
  await submit();
  expect(await screen.findByText("Password is required")).toBeTruthy();
  await waitFor(() => expect(focused()).toBe("password"));
});

test("a wrong password shows an error and keeps the e-mail, and the right one opens the board", async () => {
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

test("sign-in asks for the second factor once the server requires it", async () => {
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

test("after too many attempts the form shows the waiting time and disables Sign in", async () => {
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

test("the first owner opens dispatch by the one-time link and is signed in", async () => {
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

test("a setup link without its token links to the sign-in, and an invalid password link fails", async () => {
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

test("an invited colleague sets a password and is told to sign in", async () => {
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
