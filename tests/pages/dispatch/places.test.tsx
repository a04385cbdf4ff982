/** The operator's places, and putting a rider's described place on the map. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { places } from "../../../db/schema/places";
import { reservations } from "../../../db/schema/reservations";
import type { PlaceRecord } from "../../../src/places/operator-place-contract";
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

const open = (page: string) => openPage(scene.server, `/dispatch/dashboard/${page}`, scene.desk);
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const rows = () =>
  within(screen.getByRole("table", { name: "Places" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent ?? "");

test("places are listed in pages and found by a search", async () => {
  const router = await open("places");
  expect(rows()).toHaveLength(25);
  await press("Show more");
  await waitFor(() => expect(rows()).toHaveLength(27));
  await userEvent.type(screen.getByRole("searchbox", { name: "Search places" }), "kgl");
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toContain("Kigali International AirportKGL");
  expect(router.state.location.search).toEqual({ q: "kgl" });
});

test("an empty list shows that there are no places yet", async () => {
  scene.server.deps.db.delete(places).run();
  await open("places");
  expect(screen.getByText("No places yet")).toBeTruthy();
});

test("staff add a place with pasted coordinates, an address and pickup notes", async () => {
  const router = await open("places/new");
  await press("Save");
  await waitFor(() => expect(screen.getAllByText("This field is required.")).toHaveLength(2));
  expect(await screen.findByText(/^Use degrees from -90 to 90/)).toBeTruthy();
  await waitFor(() => expect(focused()).toBe("name"));
  await userEvent.type(field("Name"), "The blue gate");
  await userEvent.type(field("Address"), "Behind Kimironko Market");
  await userEvent.click(field("Latitude"));
  await userEvent.paste("-1.9497, 30.1262");
  expect(field("Longitude").value).toBe("30.1262");
  expect(await screen.findByRole("group", { name: /Map of The blue gate/ })).toBeTruthy();
  await userEvent.type(field(/^Where to meet/), "At the gate.");
  await press("Save");
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch/dashboard/places"));
  const [row] = scene.server.deps.db
    .select()
    .from(places)
    .all()
    .filter(({ name }) => name === "The blue gate");
  expect(row).toMatchObject({
    latitude: -1.9497,
    longitude: 30.1262,
    pickupInstructions: "At the gate.",
    active: true,
  });
});

test("a conflict keeps the typed values, and takes over the other's in untouched fields", async () => {
  const [row] = scene.server.deps.db.select().from(places).all();
  await open(`places/${row?.id}`);
  await userEvent.clear(field("Name"));
  await userEvent.type(field("Name"), "Mine");
  const path = `/admin/places/${row?.id}`;
  const { place } = (await (await scene.desk.get(path)).json()) as { place: PlaceRecord };
  const theirs = { ...place, name: "Theirs", address: "KG 1 Ave" };
  expect((await scene.desk.put(path, theirs)).status).toBe(200);
  await press("Save");
  await screen.findByText(
    /Somebody else saved a change first\. Name: now “Theirs”, Address: now “KG 1 Ave”, by Ada Uwase, .*Your changes are still here/,
  );
  expect(field("Name").value).toBe("Mine");
  // A field that was not edited here takes the other person's value.
  await waitFor(() => expect(field("Address").value).toBe("KG 1 Ave"));
  await press("Save");
  await waitFor(() => expect(screen.queryByRole("table", { name: "Places" })).toBeTruthy());
  const [kept] = scene.server.deps.db.select().from(places).where(eq(places.id, place.id)).all();
  expect(kept).toMatchObject({ name: "Mine", address: "KG 1 Ave", version: 3 });
});

test("leaving with unsaved changes asks first, and saving does not", async () => {
  const [row] = scene.server.deps.db.select().from(places).all();
  const router = await open(`places/${row?.id}`);
  await userEvent.type(field("Name"), " A");
  await userEvent.click(screen.getByRole("link", { name: "All places" }));
  await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(field("Name").value).toBe(`${row?.name} A`);
  expect(router.state.location.pathname).toBe(`/dispatch/dashboard/places/${row?.id}`);
  await userEvent.click(screen.getByRole("link", { name: "All places" }));
  await userEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/dispatch/dashboard/places"));
  closePage();
  const secondPage = await open(`places/${row?.id}`);
  expect(field("Name").value).toBe(row?.name ?? "");
  await userEvent.type(field("Name"), " B");
  await press("Save");
  await waitFor(() =>
    expect(secondPage.state.location.pathname).toBe("/dispatch/dashboard/places"),
  );
});

test("dispatch puts a request in words on the map, which gives it a price", async () => {
  const trip = scene.addTrip({
    state: "quote",
    dropoffName: "The blue gate behind the market",
    dropoffDetail: "",
    dropoffLatitude: 0,
    dropoffLongitude: 0,
    dropoffPinned: false,
    fareMinor: 0,
    fareLines: [],
    distanceMeters: 0,
    durationSeconds: 0,
  });
  await open(`reservation?state=all&open=${trip.id}`);
  await screen.findByText(/On request. The price is calculated as soon as drop-off is on the map/);
  await press(/^Put on map/);
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("“The blue gate behind the market”")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Put on map and set price" }));
  await waitFor(() => expect(focused()).toBe("latitude"));
  await userEvent.type(dialog.getByRole("combobox", { name: "Find on the map" }), "Amahoro");
  await userEvent.click(await dialog.findByRole("option", { name: /Amahoro Stadium/ }));
  await waitFor(() =>
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Latitude" }).value).not.toBe(""),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Put on map and set price" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const [row] = scene.server.deps.db.select().from(reservations).all();
  expect(row).toMatchObject({
    state: "pending",
    dropoffPinned: true,
    dropoffName: "The blue gate behind the market",
    dropoffDetail: expect.stringContaining("Amahoro Stadium"),
  });
  expect(row?.fareMinor).toBeGreaterThan(0);
  expect(screen.queryByRole("button", { name: /^Put on map/ })).toBeNull();
});
