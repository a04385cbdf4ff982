/** The country is chosen. The operator's currency and units change after a question, while that is still possible. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readOperator } from "../../../src/settings/queries";
import { closePage, openPage } from "../../support/pages";
import { createScene, type Scene, browserWithAnswers } from "./scene";

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
const townField = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Town or region" });
const storedText = () => readOperator(scene.server.deps).country;
const save = async () => userEvent.click(await screen.findByRole("button", { name: "Save" }));

const select = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name });

test("a new country sets its currency, time zone and unit, which the owner can edit and save", async () => {
  const router = await openPage(scene.server, PATH, scene.desk);
  expect(country().value).toBe("RW");
  await userEvent.selectOptions(country(), "Kenya");
  expect(["Currency", "Time zone", "Distances"].map((name) => select(name).value)).toEqual([
    "KES",
    "Africa/Nairobi",
    "km",
  ]);
  await userEvent.selectOptions(select("Currency"), "RWF");
  await userEvent.selectOptions(select("Time zone"), "Africa/Kigali");
  await save();
  await waitFor(() => expect(storedText()).toBe("KE"));
  await waitFor(() => expect(router.options.context.settings.country).toBe("KE"));
});

test("a new distance unit shows the converted rates and applies once confirmed", async () => {
  await openPage(scene.server, PATH, scene.desk);
  const unit = () => readOperator(scene.server.deps).distanceUnit;
  await userEvent.selectOptions(select("Distances"), "Miles");
  await save();
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("RWF\u00a0900");
  expect(dialog.textContent).toContain("RWF\u00a01,448");
  await userEvent.click(within(dialog).getByRole("button", { name: "Go back" }));
  expect([unit(), select("Distances").value]).toEqual(["km", "mi"]);
  await save();
  const secondElement = await screen.findByRole("dialog");
  await userEvent.click(within(secondElement).getByRole("button", { name: "Change" }));
  await waitFor(() => expect(unit()).toBe("mi"));
});

test("a new currency warns that the published prices will be withdrawn", async () => {
  await openPage(scene.server, PATH, scene.desk);
  await userEvent.selectOptions(select("Currency"), "EUR");
  await save();
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("€1,000");
  expect(dialog.textContent).toContain("Your published prices will be withdrawn");
  await userEvent.click(
    within(dialog).getByRole("button", { name: "Change currency and withdraw prices" }),
  );
  await waitFor(() => expect(readOperator(scene.server.deps).currency).toBe("EUR"));
});

test("saving a town over another owner's change keeps the other's currency", async () => {
  await openPage(scene.server, PATH, scene.desk);
  const { currency, timeZone, distanceUnit, town, riderLanguage, version } = readOperator(
    scene.server.deps,
  );
  expect(currency).toBe("RWF");
  const units = { timeZone, distanceUnit, town, riderLanguage };
  const other = { country: "RW", currency: "EUR", ...units, version };
  expect((await scene.desk.put("/admin/settings/region", other)).status).toBe(200);
  await userEvent.type(townField(), " and Huye");
  await save();
  await userEvent.click(await screen.findByRole("button", { name: "Save my version instead" }));
  await waitFor(() => expect(readOperator(scene.server.deps).town).toBe("Kigali and Huye"));
  expect(readOperator(scene.server.deps).currency).toBe("EUR");
});

test("an owner's changes stay typed if saving fails", async () => {
  const lost = browserWithAnswers(scene.desk, "/admin/settings/region", {
    error: new Error("No network"),
  });
  const desk = {
    ...scene.desk,
    request: (path: string, options?: Parameters<typeof scene.desk.request>[1]) =>
      (options?.method === "PUT" ? lost : scene.desk).request(path, options),
  };
  await openPage(scene.server, PATH, desk);
  await userEvent.type(townField(), " and Huye");
  await save();
  await waitFor(() => screen.getByText("No network"));
  expect([townField().value, readOperator(scene.server.deps).town]).toEqual([
    "Kigali and Huye",
    "Kigali",
  ]);
});
