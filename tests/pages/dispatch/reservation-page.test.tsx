/** A reservation's own page: all its details, its actions, and the links to it and back to the board. */
import { afterEach, expect, test } from "bun:test";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { flights } from "../../../db/schema/flights";
import { lostReports } from "../../../db/schema/property";
import { reservations } from "../../../db/schema/reservations";
import { closePage, openPage } from "../../support/pages";
import { addPayment } from "../../support/reservations";
import { START } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { createScene, inBackground, type Scene, browserWithAnswers } from "./scene";

const board = "/dispatch/dashboard/reservation";

const fareLines = [{ kind: "base", params: {}, amountMinor: 10_000 }];

let scene: Scene;
afterEach(() => {
  closePage();
  scene.close();
});

async function open(options: Parameters<Scene["addTrip"]>[0] = {}) {
  scene = await createScene();
  const trip = scene.addTrip(options);
  const router = await openPage(scene.server, `${board}/${trip.id}`, scene.desk);
  return { trip, router };
}
const part = (name: string) => {
  const section = screen.getByRole("heading", { level: 2, name }).parentElement;
  if (!section) throw new Error(`There is no part ${name}.`);
  return within(section);
};

test("the page shows all parts of a reservation, each under its heading", async () => {
  const { trip } = await open({ note: "Ring twice" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(`Reservation ${trip.number}`);
  expect(document.title).toStartWith(`Reservation ${trip.number}`);
  expect(part("Note").getByText("Ring twice")).toBeTruthy();
  expect(part("Trip").getByText(trip.passengerName)).toBeTruthy();
  for (const name of ["Route", "Fare", "Timeline"]) expect(part(name)).toBeTruthy();
  expect(screen.queryByRole("heading", { level: 3, name: "Trip" })).toBeNull();
});

test("the fare says which places are missing on the map", async () => {
  const onRequest = { state: "quote" as const, fareMinor: 0, fareLines: [] };
  const words = "On request. The price is calculated as soon as";
  await open({ ...onRequest, pickupPinned: false });
  expect(await screen.findByText(`${words} pickup is on the map.`)).toBeTruthy();
  closePage();
  scene.close();
  await open({ ...onRequest, pickupPinned: false, dropoffPinned: false });
  expect(await screen.findByText(`${words} pickup and drop-off are on the map.`)).toBeTruthy();
});

test("lost reports are linked, but hidden from an accountant", async () => {
  scene = await createScene();
  const trip = scene.addTrip({ state: "completed" });
  scene.server.deps.db
    .insert(lostReports)
    .values({
      id: "report-1",
      number: 7,
      version: 1,
      state: "open",
      source: "phone",
      reporterName: "Aline",
      contact: "+250788000001",
      category: "bag",
      what: "A blue bag",
      colour: "blue",
      marks: "",
      place: "back_seat",
      wish: "collect",
      wishNote: "",
      reservationId: trip.id,
      lostAt: START,
      createdAt: START,
      updatedAt: START,
    })
    .run();
  await openPage(scene.server, `${board}/${trip.id}`, scene.desk);
  const entry = await screen.findByRole("link", { name: "Lost report 7: A blue bag" });
  expect(entry.getAttribute("href")).toBe("/dispatch/dashboard/LostProperty?open=report-1");
  closePage();
  const accountant = await signInAdmin(scene.server, { role: "accountant" });
  const answer = await accountant.get(`/admin/reservations/${trip.id}/around`);
  expect(await answer.json()).toMatchObject({ lostReports: null, foundItems: null });
});

test("C confirms the reservation, and the page follows another dispatcher's cancellation", async () => {
  const { trip } = await open({ state: "pending" });
  await userEvent.keyboard("c");
  await screen.findByText(`Reservation ${trip.number} confirmed`);
  const banner = screen.getByRole("heading", { level: 1 }).closest("header");
  await waitFor(() => expect(banner?.textContent).toContain("Confirmed"));
  const version = 2;
  await inBackground(() =>
    scene.desk.post(`/admin/reservations/${trip.id}/cancellation`, { version, reason: "Ill" }),
  );
  await waitFor(() => expect(banner?.textContent).toContain("Cancelled"));
  expect(part("Timeline").getByText("“Ill”")).toBeTruthy();
});

test("another person's change is named, appears in untouched fields and can replace the edit", async () => {
  const { trip } = await open();
  await userEvent.click(await screen.findByRole("button", { name: "Change trip" }));
  const form = within(
    await screen.findByRole("region", { name: `Change reservation ${trip.number}` }),
  );
  const note = form.getByRole<HTMLTextAreaElement>("textbox", { name: /^Note to the driver/ });
  await userEvent.clear(note);
  await userEvent.type(note, "By the side door");
  await inBackground(async () => {
    const path = `/admin/reservations/${trip.id}`;
    const quoteResponse = await scene.desk.post(`${path}/change-quote`, {
      version: 1,
      passengers: 2,
    });
    const { quote } = (await quoteResponse.json()) as { quote: string };
    expect((await scene.desk.put(path, { version: 1, quote })).status).toBe(200);
  });
  await form.findByText(
    /Somebody else changed this trip: Passengers: 1 → 2.* by Ada Uwase, .*Your changes are kept/,
  );
  expect(note.value).toBe("By the side door");
  // Not edited here, so it shows the other person's value: saving would not reset it.
  expect(form.getByRole("group", { name: "Passengers" }).textContent).toContain("2");
  await userEvent.click(form.getByRole("button", { name: "Use their changes" }));
  expect(note.value).toBe(trip.note ?? "");
  await waitFor(() => expect(form.queryByText(/Somebody else changed this trip/)).toBeNull());
});

test("Escape does not leave the page while an edit is unsaved", async () => {
  const { trip, router } = await open();
  await userEvent.click(await screen.findByRole("button", { name: "Change trip" }));
  const form = within(
    await screen.findByRole("region", { name: `Change reservation ${trip.number}` }),
  );
  const note = form.getByRole<HTMLTextAreaElement>("textbox", { name: /^Note to the driver/ });
  await userEvent.clear(note);
  await userEvent.type(note, "By the side door");
  await userEvent.click(form.getByRole("button", { name: "More: passengers" }));
  await userEvent.keyboard("{Escape}");
  expect(router.state.location.pathname).toBe(`${board}/${trip.id}`);
  expect(note.value).toBe("By the side door");
  await userEvent.click(form.getByRole("button", { name: "Keep the trip unchanged" }));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.pathname).toBe(board));
});

test("dispatch changes a trip after seeing the price, and typed changes survive another's change", async () => {
  const { trip } = await open();
  await userEvent.click(await screen.findByRole("button", { name: "Change trip" }));
  const form = within(
    await screen.findByRole("region", { name: `Change reservation ${trip.number}` }),
  );
  await userEvent.click(form.getByRole("button", { name: "Change the trip" }));
  expect(await form.findByText("You haven’t changed anything yet.")).toBeTruthy();
  const note = form.getByRole<HTMLTextAreaElement>("textbox", { name: /^Note to the driver/ });
  await userEvent.clear(note);
  await userEvent.type(note, "By the side door");
  await userEvent.click(form.getByRole("button", { name: "More: passengers" }));
  await userEvent.click(form.getByRole("button", { name: "See the new price" }));
  await form.findByText(/instead of|The price stays the same/);
  await inBackground(() =>
    scene.desk.put(`/admin/reservations/${trip.id}`, { version: 1, note: "Ring twice" }),
  );
  await waitFor(() => expect(part("Note").getByText("Ring twice")).toBeTruthy());
  expect(note.value).toBe("By the side door");
  await userEvent.click(form.getByRole("button", { name: "Change the trip" }));
  await screen.findByText(`Reservation ${trip.number} changed`);
  await waitFor(() => expect(part("Note").getByText("By the side door")).toBeTruthy());
  const [stored] = scene.server.deps.db
    .select({ version: reservations.version, passengers: reservations.passengers })
    .from(reservations)
    .where(eq(reservations.id, trip.id))
    .all();
  expect(stored).toEqual({ version: 3, passengers: trip.passengers + 1 });
  expect(screen.queryByRole("region", { name: /^Change reservation/ })).toBeNull();
});

test("a new flight number is saved without a new price, and an invalid one is explained", async () => {
  const { trip } = await open({ serviceType: "airport_pickup", flightNumber: "WB203" });
  await userEvent.click(await screen.findByRole("button", { name: "Change trip" }));
  const form = within(
    await screen.findByRole("region", { name: `Change reservation ${trip.number}` }),
  );
  const field = form.getByRole<HTMLInputElement>("textbox", { name: /^Flight number/ });
  expect(field.value).toBe("WB203");
  await userEvent.clear(field);
  await userEvent.type(field, "Kigali");
  await userEvent.click(form.getByRole("button", { name: "Change the trip" }));
  await form.findByText("Write the flight number as on the ticket: WB 203.");
  expect(field.value).toBe("Kigali");
  await userEvent.clear(field);
  await userEvent.type(field, "kl 535");
  await userEvent.click(form.getByRole("button", { name: "Change the trip" }));
  await screen.findByText(`Reservation ${trip.number} changed`);
  const [stored] = scene.server.deps.db
    .select({ flightNumber: reservations.flightNumber, fareMinor: reservations.fareMinor })
    .from(reservations)
    .where(eq(reservations.id, trip.id))
    .all();
  expect(stored).toEqual({ flightNumber: "KL535", fareMinor: trip.fareMinor });
});

test("staff reopen a settled trip, correct its fare and refund the difference", async () => {
  const { trip } = await open({ state: "settled", fareMinor: 10_000, fareLines });
  addPayment(scene.server.deps.db, trip.id, 10_000);
  await userEvent.click(await screen.findByRole("button", { name: "Reopen trip" }));
  const reopenDialog = within(await screen.findByRole("dialog"));
  await userEvent.type(reopenDialog.getByLabelText("Reason"), "Charged twice");
  await userEvent.click(reopenDialog.getByRole("button", { name: "Reopen trip" }));
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Correct fare" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Correct the fare/ }));
  const amount = dialog.getByLabelText<HTMLInputElement>("New fare, in RWF");
  expect(amount.value).toBe("10,000");
  await userEvent.clear(amount);
  await userEvent.type(amount, "8500");
  expect(await dialog.findByText("RWF 1,500 less than the current RWF 10,000.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Correct fare" }));
  expect(await dialog.findByText("Give a short reason.")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/^Reason/), "The wait was not his");
  await userEvent.click(dialog.getByRole("button", { name: "Correct fare" }));
  await screen.findByText("To refund");
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Refund rider" }));
  const refund = within(await screen.findByRole("dialog", { name: /^Refund reservation/ }));
  const back = await refund.findByLabelText<HTMLInputElement>("Amount (RWF)");
  expect(back.value).toBe("1,500");
  await userEvent.type(refund.getByLabelText("Reason"), "Charged twice");
  await userEvent.click(refund.getByRole("button", { name: "Refund" }));
  await waitFor(() => expect(screen.queryByText("To refund")).toBeNull());
  await screen.findByText("Refunded, cash");
});

test("dispatch splits a trip after seeing both prices, and the new trip links to the first", async () => {
  const { trip, router } = await open({ passengers: 3 });
  await userEvent.click(await screen.findByRole("button", { name: "Split trip" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: `Split reservation ${trip.number}` }),
  );
  await userEvent.click(dialog.getByRole("button", { name: "More: passengers to move" }));
  await userEvent.click(dialog.getByRole("button", { name: "See prices" }));
  await dialog.findByText("Total");
  await userEvent.click(dialog.getByRole("button", { name: "Split trip" }));
  await screen.findByRole("heading", { level: 1, name: `Reservation ${trip.number + 1}` });
  expect(router.state.location.pathname).not.toContain(trip.id);
  const from = await screen.findByRole("link", { name: `Reservation ${trip.number}` });
  expect(from.getAttribute("href")).toBe(`${board}/${trip.id}`);
  const stored = scene.server.deps.db
    .select({ number: reservations.number, passengers: reservations.passengers })
    .from(reservations)
    .orderBy(reservations.number)
    .all();
  expect(stored).toEqual([
    { number: trip.number, passengers: 1 },
    { number: trip.number + 1, passengers: 2 },
  ]);
});

test("a split whose answer was lost is sent again unchanged, and splits once", async () => {
  scene = await createScene();
  const trip = scene.addTrip({ passengers: 4 });
  let lost = 0;
  const desk: Scene["desk"] = {
    ...scene.desk,
    request: async (path, options) => {
      const answer = await scene.desk.request(path, options);
      if (path.endsWith("/split") && lost++ === 0) throw new Error("No network");
      return answer;
    },
  };
  await openPage(scene.server, `${board}/${trip.id}`, desk);
  await userEvent.click(await screen.findByRole("button", { name: "Split trip" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: `Split reservation ${trip.number}` }),
  );
  await userEvent.click(dialog.getByRole("button", { name: "See prices" }));
  await dialog.findByText("Total");
  await userEvent.click(dialog.getByRole("button", { name: "Split trip" }));
  await dialog.findByText("No network");
  // The page now has the new trip, and the attempt in the dialog stays unchanged.
  await screen.findByRole("link", { name: `Reservation ${trip.number + 1}` });
  const more = dialog.getByRole("button", { name: "More: passengers to move" });
  expect(more.closest("fieldset")?.disabled).toBe(true);
  await userEvent.click(dialog.getByRole("button", { name: "Split trip" }));
  await screen.findByRole("heading", { level: 1, name: `Reservation ${trip.number + 1}` });
  const stored = scene.server.deps.db
    .select({ number: reservations.number, passengers: reservations.passengers })
    .from(reservations)
    .orderBy(reservations.number)
    .all();
  expect(stored).toEqual([
    { number: trip.number, passengers: 3 },
    { number: trip.number + 1, passengers: 1 },
  ]);
});

test("dispatch adds a vehicle from the menu, and the page then lists the vehicles", async () => {
  const { trip } = await open({ passengers: 1 });
  expect(screen.queryByRole("heading", { name: "Vehicles" })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Add vehicle" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: `Add vehicle to reservation ${trip.number}` }),
  );
  await userEvent.click(dialog.getByRole("button", { name: "See price" }));
  await dialog.findByLabelText("Class and price");
  await userEvent.click(dialog.getByRole("button", { name: "Add vehicle" }));
  await screen.findByRole("heading", { level: 1, name: `Reservation ${trip.number + 1}` });
  await screen.findByRole("heading", { level: 2, name: "Vehicles" });
  const first = part("Vehicles").getByRole("link", { name: new RegExp(`^${trip.number}, `) });
  expect(first.getAttribute("href")).toBe(`${board}/${trip.id}`);
});

test("an expired price of a further vehicle is requested again, for a class that it has", async () => {
  scene = await createScene();
  const trip = scene.addTrip({ passengers: 1 });
  const sentRequests: unknown[] = [];
  const desk: Scene["desk"] = {
    ...scene.desk,
    request: (path, options) => {
      if (!path.endsWith("/vehicles")) return scene.desk.request(path, options);
      sentRequests.push(options?.json);
      const refusal = { code: "quote.expired", message: "This price has expired." };
      return Promise.resolve(Response.json(refusal, { status: 409 }));
    },
  };
  await openPage(scene.server, `${board}/${trip.id}`, desk);
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Add vehicle" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: `Add vehicle to reservation ${trip.number}` }),
  );
  await userEvent.click(dialog.getByRole("button", { name: "See price" }));
  const classes = await dialog.findByLabelText<HTMLSelectElement>("Class and price");
  const before = [...classes.options].map(({ value }) => value);
  await userEvent.selectOptions(classes, before[0] ?? "");
  // The smallest class is too small for eight passengers.
  const more = dialog.getByRole("button", { name: "More: passengers" });
  for (let count = 1; count < 6; count++) await userEvent.click(more);
  await userEvent.click(dialog.getByRole("button", { name: "See price" }));
  const offered = await dialog.findByLabelText<HTMLSelectElement>("Class and price");
  const after = [...offered.options].map(({ value }) => value);
  expect(after).not.toContain(before[0] ?? "");
  await userEvent.click(dialog.getByRole("button", { name: "Add vehicle" }));
  await dialog.findByText("This price has expired.");
  expect(sentRequests).toMatchObject([{ vehicleClassId: after[0] }]);
  await userEvent.click(dialog.getByRole("button", { name: "See price" }));
  await dialog.findByRole("button", { name: "Add vehicle" });
});

test("a typed flight time needs its day", async () => {
  await open({ serviceType: "airport_pickup", flightNumber: "WB203" });
  await userEvent.click(await screen.findByRole("button", { name: "Enter flight times" }));
  const dialog = within(await screen.findByRole("dialog"));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  type("Planned time", "14:05");
  type("Planned day", "");
  type("Expected time", "14:20");
  await userEvent.click(dialog.getByRole("button", { name: "Save times" }));
  await dialog.findByText("Choose the day.");
  type("Planned day", "2026-11-20");
  await userEvent.click(dialog.getByRole("button", { name: "Save times" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const [flight] = scene.server.deps.db.select().from(flights).all();
  expect([flight?.scheduledIn, flight?.estimatedIn]).toEqual([
    Date.parse("2026-11-20T12:05:00Z"),
    Date.parse("2026-11-20T12:20:00Z"),
  ]);
});

test("an unknown reservation is not found, and links back to the reservations", async () => {
  scene = await createScene();
  await openPage(scene.server, `${board}/nobody`, scene.desk);
  expect(screen.getByText("This reservation does not exist")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to reservations" })).toBeTruthy();
});

test("O opens the page from the board, and Back to board restores the board", async () => {
  scene = await createScene();
  const trip = scene.addTrip();
  scene.addTrip({ pickupAt: trip.pickupAt + 60_000 });
  const path = `${board}?state=confirmed&open=${trip.id}`;
  const router = await openPage(scene.server, path, scene.desk);
  await screen.findByRole("heading", { name: "Timeline" });
  await userEvent.keyboard("o");
  await screen.findByRole("heading", { level: 1, name: `Reservation ${trip.number}` });
  expect(router.state.location.pathname).toBe(`${board}/${trip.id}`);
  await userEvent.click(screen.getByRole("button", { name: "Back to board" }));
  await screen.findByRole("region", { name: `Reservation ${trip.number}` });
  expect(router.state.location.href).toBe(path);
});

test("a page opened directly links to the reservation on the board", async () => {
  const { trip, router } = await open();
  const link = screen.getByRole("link", { name: "Show on board" });
  expect(link.getAttribute("href")).toBe(`${board}?open=${trip.id}&state=all`);
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.pathname).toBe(board));
  const stored = scene.server.deps.db
    .select({ state: reservations.state })
    .from(reservations)
    .where(eq(reservations.id, trip.id))
    .all();
  expect(stored).toEqual([{ state: "confirmed" }]);
});

test("payments that fail to load show the reason", async () => {
  scene = await createScene();
  const trip = scene.addTrip({ state: "completed" });
  const path = `/admin/reservations/${trip.id}/payments`;
  const failing = { status: 500, body: { message: "The disk is on fire", code: "server.error" } };
  await openPage(
    scene.server,
    `${board}/${trip.id}`,
    browserWithAnswers(scene.desk, path, failing),
  );
  expect(
    await screen.findByText("The payments could not be loaded. The disk is on fire"),
  ).toBeTruthy();
});
