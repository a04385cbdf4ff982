/** The country is chosen; what the operator counts in is shown, with why it stays. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readOperator } from "../../../src/settings/queries";
import { closePage, openPage } from "../../support/pages";
import { createScene, type Scene, through } from "./scene";

const PATH = "/dispatch/dashboard/settings/region";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const country = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Country" });
const stored = () => readOperator(scene.server.deps).country;
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));

test("another country is saved and the whole page's; the rest says why it stays", async () => {
  const router = await openPage(scene.server, PATH, scene.desk);
  expect(country().value).toBe("RW");
  await userEvent.selectOptions(country(), "Kenya");
  await save();
  await waitFor(() => expect(stored()).toBe("KE"));
  await waitFor(() => expect(router.options.context.settings.country).toBe("KE"));
  for (const fact of ["Africa/Kigali", "Rwandan Franc (RWF)", "Kilometres"]) screen.getByText(fact);
  screen.getByText(/money has been taken in it/);
});

test("a server that fails loses nothing", async () => {
  const lost = through(scene.desk, "/admin/settings/region", { error: new Error("No network") });
  const desk = {
    ...scene.desk,
    request: (path: string, options?: Parameters<typeof scene.desk.request>[1]) =>
      (options?.method === "PUT" ? lost : scene.desk).request(path, options),
  };
  await openPage(scene.server, PATH, desk);
  await userEvent.selectOptions(country(), "Kenya");
  await save();
  await waitFor(() => screen.getByText("No network"));
  expect([country().value, stored()]).toEqual(["KE", "RW"]);
});
