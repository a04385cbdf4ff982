/** Zones without a pointer: by list, form, text and file. The browser tests cover drawing. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { AreaRulesAnswer } from "../../../src/zones/area-contract";
import type { ZoneList } from "../../../src/zones/contract";
import { closePage, openPage } from "../../support/pages";
import { signInAdmin } from "../../support/staff";
import { createScene, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (browser = scene.desk) =>
  openPage(scene.server, "/dispatch/dashboard/FeeManagement/zones", browser);
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const saved = async () => ((await (await scene.desk.get("/admin/zones")).json()) as ZoneList).zones;

/** Adds a square zone with its south-west corner at this point. */
async function addZone(name: string, latitude: number, longitude: number, more = {}) {
  const [north, east] = [latitude + 0.1, longitude + 0.1];
  const answer = await scene.desk.post("/admin/zones", {
    name,
    shape: {
      type: "Polygon",
      coordinates: [
        [
          [longitude, latitude],
          [east, latitude],
          [east, north],
          [longitude, north],
          [longitude, latitude],
        ],
      ],
    },
    ...more,
  });
  expect(answer.status).toBe(201);
}

test("an operator without zones sees an empty list and a map", async () => {
  await open();
  expect(screen.getByText("No zones yet")).toBeTruthy();
  expect(screen.getByRole("group", { name: "Map of the zones" })).toBeTruthy();
});

describe("a zone", () => {
  test("is drawn as a circle, with a suggested name", async () => {
    await open();
    await press("New zone");
    await userEvent.type(
      screen.getByRole("combobox", { name: "Centre of the circle" }),
      "-1.95, 30.06",
    );
    await screen.findByRole("option", { name: /^-1.95, 30.06/ });
    await userEvent.keyboard("{Enter}");
    await userEvent.type(screen.getByLabelText("Radius"), "5");
    await press("Draw circle");
    await press("Save zone");
    await waitFor(async () =>
      expect((await saved()).map(({ name }) => name)).toEqual(["5 km around -1.95, 30.06"]),
    );
  });

  test("is added by typing its corners", async () => {
    await open();
    await press("New zone");
    await userEvent.type(screen.getByLabelText("Name"), "Airport");
    await userEvent.click(screen.getByRole("radio", { name: "Teal" }));
    await userEvent.clear(screen.getByLabelText("Priority"));
    await userEvent.type(screen.getByLabelText("Priority"), "20");
    const corners = screen.getByRole("textbox", { name: "0 corners" });
    await userEvent.type(corners, "-1.98, 30.12\n-1.98, 30.16\n-1.95, 30.16\n-1.95, 30.12");
    await press("Save zone");
    await screen.findByText("1 zone");
    const [zone] = await saved();
    expect(zone).toMatchObject({ name: "Airport", color: 5, priority: 20, active: true });
    expect(zone?.shape.coordinates[0]).toHaveLength(5);
    await waitFor(() =>
      expect(screen.getByRole("button", { name: /Airport/ }).textContent).toContain("15 km²"),
    );
  });

  test("is refused with the reason if its line crosses itself, and stays typed", async () => {
    await open();
    await press("New zone");
    await userEvent.type(screen.getByLabelText("Name"), "Bow tie");
    const corners = screen.getByRole("textbox", { name: "0 corners" });
    await userEvent.type(corners, "0, 30\n1, 31\n1, 30\n0, 31");
    await press("Save zone");
    expect(await screen.findByText(/The ring: the line crosses|The line crosses/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(corners));
    await waitFor(() => expect(screen.getByLabelText("Name")).toHaveProperty("value", "Bow tie"));
    await userEvent.type(corners, "\nnowhere");
    await press("Save zone");
    expect(await screen.findByText(/^Line 5 is not a corner/)).toBeTruthy();
    expect(await saved()).toEqual([]);
  });

  test("is changed, and cancelling unsaved changes asks first", async () => {
    await addZone("Centre", -2, 30);
    await open();
    await press(/^Centre/);
    await press("Change");
    await userEvent.type(screen.getByLabelText("Name"), " of town");
    await press("Cancel");
    await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
    await userEvent.click(screen.getByRole("checkbox", { name: /Active/ }));
    await press("Save zone");
    await screen.findByText("Inactive");
    expect((await saved())[0]).toMatchObject({ name: "Centre of town", active: false, version: 2 });
  });

  test("keeps both changes if somebody else saved first", async () => {
    await addZone("Centre", -2, 30);
    await open();
    await press(/^Centre/);
    await press("Change");
    const [zone] = await saved();
    if (!zone) throw new Error("no zone");
    const theirs = { ...zone, note: "Theirs" };
    expect((await scene.desk.put(`/admin/zones/${zone.id}`, theirs)).status).toBe(200);
    await userEvent.type(screen.getByLabelText("Name"), " A");
    await press("Save zone");
    // The message has the other person's change, their name and the time.
    await screen.findByText(
      /Somebody else saved a change first\. Note: now “Theirs”, by Ada Uwase, .* Your changes are kept/,
    );
    await waitFor(() => expect(screen.getByLabelText("Name")).toHaveProperty("value", "Centre A"));
    await press("Save my version instead");
    await screen.findByText("1 zone");
    // A field that was not edited here keeps the other person's value.
    expect((await saved())[0]).toMatchObject({ name: "Centre A", note: "Theirs", version: 3 });
  });

  test("takes over the other person's changes after a conflict, on request", async () => {
    await addZone("Centre", -2, 30);
    await open();
    await press(/^Centre/);
    await press("Change");
    const [zone] = await saved();
    if (!zone) throw new Error("no zone");
    await scene.desk.put(`/admin/zones/${zone.id}`, { ...zone, name: "Downtown" });
    await userEvent.type(screen.getByLabelText(/^Note/), "mine");
    await press("Save zone");
    await userEvent.click(await screen.findByRole("button", { name: "Use their changes" }));
    await waitFor(() => expect(screen.getByLabelText("Name")).toHaveProperty("value", "Downtown"));
    await waitFor(() => expect(screen.getByLabelText(/^Note/)).toHaveProperty("value", ""));
  });

  test("can be added again if somebody else removed it", async () => {
    await addZone("Centre", -2, 30);
    await open();
    await press(/^Centre/);
    await press("Change");
    const [zone] = await saved();
    await scene.desk.delete(`/admin/zones/${zone?.id}`, { version: 1 });
    await userEvent.type(screen.getByLabelText("Name"), " B");
    await press("Save zone");
    await userEvent.click(await screen.findByRole("button", { name: "Add mine as a new zone" }));
    await screen.findByText("1 zone");
    expect((await saved())[0]).toMatchObject({ name: "Centre B", version: 1 });
  });

  test("stays active if riders can book only there, and the box explains why", async () => {
    await addZone("Town", -2, 30);
    const [town] = await saved();
    const path = "/admin/settings/area";
    const { version } = (await (await scene.desk.get(path)).json()) as AreaRulesAnswer;
    const area = { zoneIds: [town?.id], ends: "pickup" };
    expect((await scene.desk.put(path, { area, version })).status).toBe(200);
    await open();
    await press(/^Town/);
    await press("Change");
    await userEvent.type(screen.getByLabelText(/^Note/), "Until the bridge is mended");
    const active = screen.getByRole("checkbox", { name: "Active" });
    await userEvent.click(active);
    await press("Save zone");
    await screen.findByText(/This is the only zone where riders can book/);
    await waitFor(() => expect(document.activeElement).toBe(active));
    await waitFor(() =>
      expect(screen.getByLabelText(/^Note/)).toHaveProperty("value", "Until the bridge is mended"),
    );
    expect((await saved())[0]).toMatchObject({ active: true, note: "" });
  });

  test("is removed after a confirmation", async () => {
    await addZone("Centre", -2, 30);
    await open();
    await press(/^Centre/);
    await press("Remove");
    await userEvent.click(await screen.findByRole("button", { name: "Remove zone" }));
    await screen.findByText("No zones yet");
    expect(await saved()).toEqual([]);
  });
});

describe("an import of zones", () => {
  const validRow = (name: string, longitude: number) => ({
    type: "Feature",
    properties: { name },
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [longitude, 0],
          [longitude + 1, 0],
          [longitude + 1, 1],
          [longitude, 0],
        ],
      ],
    },
  });
  const paste = async (value: unknown) => {
    const box = screen.getByRole("textbox", { name: "Or paste its text" });
    await userEvent.clear(box);
    await userEvent.click(box);
    await userEvent.paste(typeof value === "string" ? value : JSON.stringify(value));
  };
  const dialog = () => within(screen.getByRole("dialog", { name: "Import zones" }));

  test("names the error of each feature, and imports the valid ones on request", async () => {
    await open();
    await press("Import");
    await paste({
      type: "FeatureCollection",
      features: [validRow("North", 1), { type: "Feature", properties: { name: "Pole" } }],
    });
    await userEvent.click(dialog().getByRole("button", { name: "Import" }));
    await dialog().findByText("Feature 2 (Pole): has no geometry");
    expect(await saved()).toEqual([]);
    await userEvent.click(dialog().getByRole("button", { name: "Import the rest" }));
    await screen.findByText("1 zone");
    expect((await saved()).map(({ name }) => name)).toEqual(["North"]);
  });

  test("explains that the text is not valid JSON, and keeps it", async () => {
    await open();
    await press("Import");
    await paste("{ zones }");
    await userEvent.click(dialog().getByRole("button", { name: "Import" }));
    expect(await dialog().findByText(/^This is not valid JSON/)).toBeTruthy();
    await waitFor(() => expect(dialog().getByRole("textbox")).toHaveProperty("value", "{ zones }"));
  });
});

test("an accountant sees the zones but cannot change them", async () => {
  await addZone("Centre", -2, 30, { note: "Paved." });
  await open(await signInAdmin(scene.server, { role: "accountant" }));
  await press(/^Centre/);
  expect(await screen.findByText("Paved.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Change" })).toBeNull());
  await waitFor(() => expect(screen.queryByRole("button", { name: "New zone" })).toBeNull());
  expect(await screen.findByRole("link", { name: "Export" })).toBeTruthy();
});
