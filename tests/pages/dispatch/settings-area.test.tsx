/** Where riders may book is chosen among zones and shown on the map. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readOperator } from "../../../src/settings/queries";
import { closePage, openPage } from "../../support/pages";
import { createScene, focused, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = () => openPage(scene.server, "/dispatch/dashboard/settings/area", scene.desk);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const storedArea = () => readOperator(scene.server.deps).serviceArea;
const ring = [
  [30, -2],
  [30.1, -2],
  [30.1, -1.9],
  [30, -1.9],
  [30, -2],
];
const draw = (name: string, active = true) =>
  scene.desk.post("/admin/zones", {
    name,
    active,
    shape: { type: "Polygon", coordinates: [ring] },
  });

test("an owner chooses zones, and saving without a zone is an error with the cursor there", async () => {
  expect((await draw("Town")).status).toBe(201);
  expect((await draw("Old town", false)).status).toBe(201);
  await open();
  await userEvent.click(screen.getByRole("radio", { name: /In zones/ }));
  await press("Save");
  await waitFor(() => screen.getByText("Choose zones, or serve everywhere."));
  expect([focused(), storedArea()]).toEqual(["area.zoneIds", null]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Town" }));
  screen.getByRole("group", { name: "Map of the service area" });
  await userEvent.click(screen.getByRole("checkbox", { name: /^Old town/ }));
  screen.getByText(/Inactive zones do not count/);
  await userEvent.click(screen.getByRole("radio", { name: /Pickup and drop-off/ }));
  await press("Save");
  await waitFor(() => expect(storedArea()).toMatchObject({ ends: "both" }));
  expect(storedArea()?.zoneIds).toHaveLength(2);
  await userEvent.click(screen.getByRole("radio", { name: /Everywhere/ }));
  await press("Save");
  await waitFor(() => expect(storedArea()).toBeNull());
});

test("an owner adds a circle around a place as a zone of the service area", async () => {
  await open();
  await userEvent.click(screen.getByRole("radio", { name: /In zones/ }));
  await press("Add circle");
  expect(await screen.findByText(/Choose a place from the list, or type/)).toBeTruthy();
  const middle = screen.getByRole("combobox", { name: "Centre of the circle" });
  expect(document.activeElement?.id).toBe(middle.id);
  await userEvent.type(middle, "Amahoro");
  await screen.findByRole("option", { name: /Amahoro Stadium/ });
  await userEvent.keyboard("{Enter}");
  await userEvent.type(screen.getByLabelText("Radius"), "15");
  await press("Add circle");
  const circle = await screen.findByRole("checkbox", { name: "15 km around Amahoro Stadium" });
  expect(circle).toHaveProperty("checked", true);
  await press("Save");
  await waitFor(() => expect(storedArea()?.zoneIds).toHaveLength(1));
});

test("a zone chosen while a circle is being added stays chosen", async () => {
  expect((await draw("Town")).status).toBe(201);
  const created = Promise.withResolvers<void>();
  await openPage(scene.server, "/dispatch/dashboard/settings/area", {
    ...scene.desk,
    request: async (path, options) => {
      if (path === "/admin/zones" && options?.method === "POST") await created.promise;
      return scene.desk.request(path, options);
    },
  });
  await userEvent.click(screen.getByRole("radio", { name: /In zones/ }));
  await press("Add circle");
  const middle = screen.getByRole("combobox", { name: "Centre of the circle" });
  await userEvent.type(middle, "Amahoro");
  await screen.findByRole("option", { name: /Amahoro Stadium/ });
  await userEvent.keyboard("{Enter}");
  await userEvent.type(screen.getByLabelText("Radius"), "15");
  await press("Add circle");
  await userEvent.click(screen.getByRole("checkbox", { name: "Town" }));
  created.resolve();
  const circle = await screen.findByRole("checkbox", { name: "15 km around Amahoro Stadium" });
  expect(circle).toHaveProperty("checked", true);
  expect(screen.getByRole("checkbox", { name: "Town" })).toHaveProperty("checked", true);
});

test("staff other than owners can see the settings but not change them", async () => {
  closePage();
  scene.close();
  scene = await createScene({ role: "dispatcher" });
  await open();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  screen.getByText(/Only an owner can change these settings/);
  const choice = screen.getByRole("radio", { name: /Everywhere/ });
  expect(choice.closest("fieldset[disabled]")).not.toBeNull();
});
