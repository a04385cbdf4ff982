/** The session of dispatch on its screens: specification sections 2 (routes), 4 (states) and 8 (failures). */
import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IDLE_LOCK_MS } from "../../../client/office/use-idle-lock";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { PASSWORD } from "../../support/staff";
import { createScene, type Scene, browserWithAnswers } from "./scene";

let scene: Scene;

beforeEach(async () => {
  scene = await createScene();
});

afterEach(() => {
  closePage();
  scene.close();
});

const board = "/dispatch/dashboard/reservation";
const isLocked = async () =>
  ((await (await scene.desk.get("/admin/profile")).json()) as { isLocked: boolean }).isLocked;

test("section 2: the dashboard opens the reservations if staff are signed in and not locked", async () => {
  const paths = async (browser = scene.desk as Parameters<typeof openPage>[2]) => {
    const router = await openPage(scene.server, "/dispatch/dashboard", browser);
    closePage();
    return router.state.location.pathname;
  };
  expect(await paths()).toBe(board);
  expect(await paths(scene.server.browser())).toBe("/dispatch");
  await scene.desk.post("/admin/lock");
  expect(await paths()).toBe("/dispatch/lock");
});

test("section 4: staff sign in, lock the screen, unlock it with the password and sign out", async () => {
  const visitor = scene.server.browser();
  const router = await openPage(scene.server, "/dispatch", visitor);
  const at = (path: string) => waitFor(() => expect(router.state.location.pathname).toBe(path));
  await userEvent.type(screen.getByLabelText("E-mail"), scene.desk.admin.email);
  await userEvent.type(screen.getByLabelText("Password"), PASSWORD);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await at(board);
  await userEvent.click(await screen.findByRole("button", { name: "Lock screen" }));
  await at("/dispatch/lock");
  await userEvent.type(await screen.findByLabelText("Password"), PASSWORD);
  await userEvent.click(screen.getByRole("button", { name: "Unlock" }));
  await at(board);
  const [out] = await screen.findAllByRole("button", { name: "Sign out" });
  if (!out) throw new Error("no way out");
  await userEvent.click(out);
  await at("/dispatch");
  expect((await visitor.get("/admin/profile")).status).toBe(401);
});

test("section 8: signing out of the dashboard opens /dispatch even if the logout fails", async () => {
  const failing = { status: 500, body: { message: "The disk is on fire", code: "server.error" } };
  const router = await openPage(
    scene.server,
    board,
    browserWithAnswers(scene.desk, "/admin/logout", failing),
  );
  const [out] = screen.getAllByRole("button", { name: "Sign out" });
  if (!out) throw new Error("no way out");
  await userEvent.click(out);
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch"));
  await screen.findByText(/You may still be signed in/);
});

test("the screen locks after exactly 20 minutes without input", async () => {
  expect(IDLE_LOCK_MS).toBe(20 * 60_000);
  const router = await openPage(scene.server, board, scene.desk);
  const wake = () => document.dispatchEvent(new Event("visibilitychange"));
  setSystemTime(new Date(START + IDLE_LOCK_MS - 1_000));
  wake();
  await Bun.sleep(50);
  expect(await isLocked()).toBe(false);
  // A key or the mouse shows that somebody is there.
  window.dispatchEvent(new Event("pointermove"));
  setSystemTime(new Date(START + IDLE_LOCK_MS + 1_000));
  wake();
  await Bun.sleep(50);
  expect(await isLocked()).toBe(false);
  setSystemTime(new Date(START + 2 * IDLE_LOCK_MS));
  wake();
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch/lock"));
  expect(await isLocked()).toBe(true);
});
