/** The landscape is chosen beside logo and colour, and text typed there in the meantime stays. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { publicSettings, readOperator } from "../../../src/settings/queries";
import { closePage, openPage } from "../../support/pages";
import { createScene, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const landscape = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });
const shown = () => publicSettings(scene.server.deps).landscape;

test("the country's landscape is selected at first, and choosing another saves it at once", async () => {
  await openPage(scene.server, "/dispatch/dashboard/settings/brand", scene.desk);
  const colour = screen.getByRole<HTMLInputElement>("textbox", { name: "# and six digits" });
  await userEvent.type(colour, "#b4232a");
  const savanna = landscape("Savanna Suggested for your country");
  expect(savanna.checked).toBe(true);
  await userEvent.click(landscape("Coast A lighthouse and palms"));
  await waitFor(() => expect(shown()).toBe("coast"));
  await screen.findByText("Landscape saved");
  expect([savanna.checked, landscape("Coast A lighthouse and palms").checked]).toEqual([
    false,
    true,
  ]);
  expect(colour.value).toBe("#b4232a");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(readOperator(scene.server.deps).accent).toBe("#b4232a"));
});
