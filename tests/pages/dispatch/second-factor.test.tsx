/** The second factor on dispatch's screens: set up, used at sign-in, changed, required of all staff. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { settings } from "../../../db/schema/settings";
import { closePage, openPage } from "../../support/pages";
import { codeOf, turnOnSecondFactor } from "../../support/second-factor";
import { START } from "../../support/server";
import { PASSWORD } from "../../support/staff";
import { createScene, focused, type Scene } from "./scene";

let scene: Scene;

beforeEach(async () => {
  scene = await createScene();
});

afterEach(() => {
  closePage();
  scene.close();
});

const profile = "/dispatch/dashboard/profile";
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const card = () => within(screen.getByRole("region", { name: /Second factor/ }));
const recoveryCodesOnScreen = () =>
  within(screen.getByRole("list", { name: "Recovery codes" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

/** Types the password, and the code of the key that the page shows. */
async function setUp(): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Current password"), PASSWORD);
  await press("Continue");
  await screen.findByRole("img", { name: /QR code/ });
  const key = screen.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent ?? "";
  await userEvent.type(
    screen.getByLabelText("Code from the app"),
    codeOf(key.replaceAll(" ", ""), START),
  );
  await press("Turn on second factor");
  await screen.findByText("Your second factor is on.");
}

test("the second factor is set up in three steps and then shows as on in the profile", async () => {
  await openPage(scene.server, profile, scene.desk);
  expect(card().getByText("Off")).toBeTruthy();
  await press("Set up second factor");
  const box = within(await screen.findByRole("dialog"));
  await userEvent.click(box.getByRole("button", { name: "Continue" }));
  expect(await box.findByText("Enter your current password")).toBeTruthy();
  await userEvent.type(box.getByLabelText("Current password"), "not it at all");
  await userEvent.click(box.getByRole("button", { name: "Continue" }));
  await box.findByText("The current password is wrong.");
  await userEvent.clear(box.getByLabelText("Current password"));
  await userEvent.type(box.getByLabelText("Current password"), PASSWORD);
  await userEvent.click(box.getByRole("button", { name: "Continue" }));
  const key = (await box.findByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/)).textContent ?? "";
  expect(await box.findByRole("img", { name: "QR code with the key for the app" })).toBeTruthy();
  await userEvent.type(box.getByLabelText("Code from the app"), "000000");
  await userEvent.click(box.getByRole("button", { name: "Turn on second factor" }));
  await box.findByText("This code is wrong or was already used.");
  await waitFor(() => expect(focused()).toBe("code"));
  await userEvent.clear(box.getByLabelText("Code from the app"));
  const code = codeOf(key.replaceAll(" ", ""), START);
  await userEvent.type(box.getByLabelText("Code from the app"), code);
  await userEvent.click(box.getByRole("button", { name: "Turn on second factor" }));
  await box.findByText("Your second factor is on.");
  expect(new Set(recoveryCodesOnScreen()).size).toBe(10);
  await press("I have saved the codes");
  await waitFor(() => expect(card().getByText("On")).toBeTruthy());
  expect(
    card().getByText("Recovery codes left: 10 of 10. You need one if you lose your phone."),
  ).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("Your second factor is on.")).toBeNull());
});

test("signing in accepts a recovery code instead of the app's code", async () => {
  const { recoveryCodes } = await turnOnSecondFactor(scene.server, scene.desk);
  const router = await openPage(scene.server, "/dispatch");
  await userEvent.type(screen.getByLabelText("E-mail"), scene.desk.admin.email);
  await userEvent.type(screen.getByLabelText("Password"), PASSWORD);
  await press("Sign in");
  await screen.findByLabelText("Code");
  await press("Lost your phone? Use a recovery code");
  await userEvent.type(screen.getByLabelText("Recovery code"), recoveryCodes[0] ?? "");
  await press("Sign in");
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/dispatch/dashboard/reservation"),
  );
});

test("new recovery codes and turning off the second factor require the password and a code", async () => {
  const { recoveryCodes } = await turnOnSecondFactor(scene.server, scene.desk);
  await openPage(scene.server, profile, scene.desk);
  const submitCode = async (name: string, code: string, submit: string) => {
    await press(name);
    const box = within(await screen.findByRole("dialog"));
    await userEvent.click(box.getByRole("button", { name: submit }));
    expect(await box.findByText("Enter your current password")).toBeTruthy();
    await userEvent.type(box.getByLabelText("Current password"), PASSWORD);
    await userEvent.type(box.getByLabelText("Code"), code);
    await userEvent.click(box.getByRole("button", { name: submit }));
  };
  await submitCode("Create new recovery codes", recoveryCodes[0] ?? "", "Create new codes");
  await screen.findByRole("list", { name: "Recovery codes" });
  const newRecoveryCodes = recoveryCodesOnScreen();
  expect(newRecoveryCodes).not.toContain(recoveryCodes[1]);
  await press("I have saved the codes");
  await submitCode("Turn off second factor", newRecoveryCodes[0] ?? "", "Turn off second factor");
  await waitFor(() => expect(card().getByText("Off")).toBeTruthy());
});

test("staff without a required second factor must set it up before the board opens", async () => {
  scene.server.deps.db.update(settings).set({ secondFactorRequired: true }).run();
  const router = await openPage(scene.server, "/dispatch/dashboard/reservation", scene.desk);
  expect(router.state.location.pathname).toBe("/dispatch/second-factor");
  await setUp();
  await press("Go to dispatch");
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/dispatch/dashboard/reservation"),
  );
  closePage();
  await openPage(scene.server, profile, scene.desk);
  expect(screen.queryByRole("button", { name: "Turn off second factor" })).toBeNull();
});
