/** The first price list, worked out from what an owner knows, and the switch that opens the business. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { quote } from "../../support/booking";
import { closePage, openPage } from "../../support/pages";
import { feeSchedules } from "../../../db/schema/fares";
import { settings } from "../../../db/schema/settings";
import type { FeeDraftAnswer } from "../../../src/fares/fee-contract";
import { clearVersionCache } from "../../../src/fares/queries";
import type { Browser, TestServer } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { createScene, type Scene } from "./scene";

let scene: Scene;
let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  scene = await createScene();
  server = scene.server;
  owner = scene.desk;
  // A new data folder has no price list and is not open.
  const { db } = server.deps;
  db.delete(feeSchedules).run();
  db.update(settings).set({ openedAt: null, currency: "EUR" }).run();
  clearVersionCache(db);
});
afterEach(() => {
  closePage();
  scene.close();
});

const trip = (name: string | RegExp) => within(screen.getByRole("group", { name }));

async function type(group: ReturnType<typeof trip>, label: RegExp, text: string) {
  const field = group.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

test("known fares become a price list that is previewed, published and used for quotes", async () => {
  await openPage(server, "/dispatch/dashboard/FeeManagement/first", owner);
  expect(await screen.findByRole("heading", { name: "From known fares" })).toBeTruthy();
  const airport = trip(/airport to the centre/);
  await type(airport, /Price/, "52");
  await type(airport, /Distance/, "22");
  await type(airport, /Minutes/, "30");
  await type(trip("A trip out of town"), /Price/, "46.50");
  const shown = within(screen.getByRole("region", { name: "Your price list, in EUR" }));
  expect(shown.getByRole("row", { name: /^Base fare/ })).toBeTruthy();
  const examples = within(screen.getByRole("region", { name: "Trip prices in EUR" }));
  expect(examples.getAllByRole("row").length).toBeGreaterThan(8);

  await type(trip("A trip across town"), /Price/, "90");
  expect(await screen.findByText(/don’t fit together/)).toBeTruthy();
  await type(trip("A trip across town"), /Price/, "15");
  await waitFor(() => expect(screen.queryByText(/don’t fit together/)).toBeNull());
  await type(trip("Other prices"), /hour/, "50");
  await type(trip("Other prices"), /Night surcharge/, "20");
  await type(trip("Other prices"), /include tax/, "19");
  await userEvent.click(screen.getByRole("button", { name: "Publish price list" }));
  expect(await screen.findByText(/is in force/)).toBeTruthy();

  const { version } = (await (await owner.get("/admin/settings/opening")).json()) as {
    version: number;
  };
  await owner.put("/admin/settings/opening", { open: true, version });
  const quoted = await quote(server.browser());
  expect(quoted.onRequest).toBe(false);
  expect(quoted.options[0]?.lines.some(({ kind }) => kind === "tax")).toBe(true);
}, 30_000);

test("an owner cannot publish without the price of a trip", async () => {
  await openPage(server, "/dispatch/dashboard/FeeManagement/first", owner);
  await userEvent.click(await screen.findByRole("button", { name: "Publish price list" }));
  expect(await screen.findByText("Enter the price of at least one trip.")).toBeTruthy();
});

test("a conflict with another owner is shown, and the typed fares are kept", async () => {
  await openPage(server, "/dispatch/dashboard/FeeManagement/first", owner);
  const airport = trip(/airport to the centre/);
  await type(airport, /Price/, "52");
  await type(airport, /Distance/, "22");
  await type(airport, /Minutes/, "30");
  const other = await signInAdmin(server);
  const read = await other.get("/admin/fees/draft");
  const { version, schedule } = (await read.json()) as FeeDraftAnswer;
  expect((await other.put("/admin/fees/draft", { version, schedule })).status).toBe(200);
  const publish = () => userEvent.click(screen.getByRole("button", { name: "Publish price list" }));
  await publish();
  expect(await screen.findByText(/Somebody else has changed the draft/)).toBeTruthy();
  expect(airport.getByLabelText<HTMLInputElement>(/Price/).value).toBe("52");
  await publish();
  expect(await screen.findByText(/is in force/)).toBeTruthy();
}, 30_000);

test("the opening switch lists what is missing, opens anyway and closes again", async () => {
  await openPage(server, "/dispatch/dashboard/settings/opening", owner);
  expect(await screen.findByText("You are not open yet.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Publish your prices" }).getAttribute("href")).toBe(
    "/dispatch/dashboard/FeeManagement/first",
  );
  await userEvent.click(screen.getByRole("button", { name: "Open for business" }));
  expect(await screen.findByText("You are open. The website takes bookings.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Close site" }));
  expect(await screen.findByText("You are not open yet.")).toBeTruthy();
});
