/** Repeating trips on the pages of riders and dispatch: repeated, skipped, stopped, refused. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { riders } from "../../../db/schema/accounts";
import { reservations } from "../../../db/schema/reservations";
import type { Reservation } from "../../../src/reservations/contract";
import { addDays } from "../../../src/reservations/standing-orders/order-rules";
import { book } from "../../support/booking";
import { closePage, openPage } from "../../support/pages";
import type { Browser, TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { signInAdmin } from "../../support/staff";
import { installStream } from "../driver/stream";
import { createRiderServer, interceptedBrowser } from "./scene";

let server: TestServer;
let browser: Browser;
let day: string;
let trip: Reservation;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  server = await createRiderServer();
  ({ browser } = await signInRider(server));
  day = addDays(new Date(server.deps.now()).toISOString().slice(0, 10), 2);
  trip = await book(browser, { serviceType: "home_care", pickupLocal: `${day}T07:30` });
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const rows = () => server.deps.db.select().from(reservations).all();
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));

/** Repeats the trip each week, with the call that the dialog makes. */
async function repeatTrip(): Promise<string> {
  const everyDay = [1, 2, 3, 4, 5, 6, 7];
  const answer = await browser.post(`/reservations/${trip.id}/standing-order`, {
    repeat: { weekdays: everyDay, everyWeeks: 4, end: { kind: "after", trips: 3 } },
  });
  return ((await answer.json()) as { standingOrder: { id: string } }).standingOrder.id;
}

test("a rider repeats a booked trip in a dialog that shows its days and prices first", async () => {
  const router = await openPage(server, `/trips/${trip.id}`, browser);
  await press("Repeat this trip");
  const dialog = within(await screen.findByRole("dialog", { name: "Repeat this trip" }));
  await dialog.findByText("The trip repeats until you stop it.");
  await userEvent.selectOptions(dialog.getByLabelText("Until when"), "after");
  const count = dialog.getByLabelText("Number of trips");
  await userEvent.clear(count);
  await userEvent.type(count, "4");
  await dialog.findByText(/^4 trips, RWF/);
  const [second] = dialog.getAllByRole("button", { name: /^Skip/ });
  await userEvent.click(second as HTMLElement);
  await dialog.findByText(/^3 trips, RWF/);
  await dialog.findByRole("button", { name: /^Restore/ });
  await userEvent.click(dialog.getByRole("button", { name: "Book these trips" }));
  await waitFor(() => expect(router.state.location.pathname).toStartWith("/trips/repeating/"));
  expect(rows()).toHaveLength(3);
  await screen.findByText("Skipped");
});

test("trips cannot be booked while their number is invalid", async () => {
  await openPage(server, `/trips/${trip.id}`, browser);
  await press("Repeat this trip");
  const dialog = within(await screen.findByRole("dialog", { name: "Repeat this trip" }));
  await userEvent.selectOptions(dialog.getByLabelText("Until when"), "after");
  const count = dialog.getByLabelText("Number of trips");
  const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Book these trips" });
  for (const typed of ["1", "500"]) {
    await userEvent.clear(count);
    await userEvent.type(count, typed);
    await dialog.findByText("Enter a number from 2 to 400.");
    expect(button.disabled).toBe(true);
  }
  await userEvent.clear(count);
  await userEvent.type(count, "4");
  expect(button.disabled).toBe(false);
  await dialog.findByText(/^4 trips, RWF/);
});

test("a change with an invalid number of trips cannot be sent", async () => {
  const id = await repeatTrip();
  await openPage(server, `/trips/repeating/${id}`, browser);
  await press("Change");
  const dialog = within(await screen.findByRole("dialog"));
  const count = dialog.getByLabelText("Number of trips");
  await userEvent.clear(count);
  await userEvent.type(count, "21");
  await userEvent.clear(count);
  await userEvent.type(count, "1");
  const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Change the trips" });
  expect(button.disabled).toBe(true);
});

test("the dialog shows the server's refusal and keeps the rider's choices", async () => {
  const refusingBrowser = interceptedBrowser(browser, {
    [`POST /reservations/${trip.id}/standing-order`]: () =>
      Response.json(
        { code: "standing_order.too_many", message: "There is no room for more." },
        { status: 422 },
      ),
  });
  await openPage(server, `/trips/${trip.id}`, refusingBrowser);
  await press("Repeat this trip");
  const dialog = within(await screen.findByRole("dialog", { name: "Repeat this trip" }));
  await userEvent.selectOptions(dialog.getByLabelText("How often"), "2");
  await userEvent.click(dialog.getByRole("button", { name: "Book these trips" }));
  await dialog.findByText("There is no room for more.");
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLSelectElement>("How often").value).toBe("2"),
  );
  expect(rows()).toHaveLength(1);
});

test("a rider opens a repeating trip from the list, skips a day and restores it", async () => {
  await repeatTrip();
  await openPage(server, "/trips/repeating", browser);
  await userEvent.click(screen.getByRole("link", { name: /Every 4 weeks on Monday/ }));
  await screen.findByRole("heading", { name: "Next trips" });
  await userEvent.click(screen.getAllByRole("button", { name: /^Skip/ })[1] as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText("This cancels the booking, at no cost.");
  await userEvent.click(dialog.getByRole("button", { name: "Skip this day" }));
  await screen.findByText("Skipped");
  expect(rows().filter(({ state }) => state === "cancelled")).toHaveLength(1);
  await press(/^Restore/);
  await waitFor(() => expect(screen.queryByText("Skipped")).toBeNull());
  expect(rows().filter(({ state }) => state === "pending")).toHaveLength(3);
});

test("a change made elsewhere shows a message and the current state of the repeating trip", async () => {
  const id = await repeatTrip();
  await openPage(server, `/trips/repeating/${id}`, browser);
  await browser.post(`/standing-orders/${id}/pause`, {
    version: 1,
    cancelTrips: false,
    feesMinor: 0,
  });
  await press("End the trips");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "End the trips" }));
  await screen.findByText("These repeating trips have changed. Check them again.");
  await screen.findByText("Paused");
  await press("Resume the trips");
  await screen.findByText("Active");
});

test("the state and next days of a repeating trip are shown in the page's language", async () => {
  const id = await repeatTrip();
  await server.deps.write((tx) => tx.update(riders).set({ language: "fr" }).run());
  await openPage(server, "/trips/repeating", browser);
  screen.getByText("Actifs");
  screen.getByText(/^Prochain : (?:lun|mar|mer|jeu|ven|sam|dim)\. /);
  closePage();
  await openPage(server, `/trips/repeating/${id}`, browser);
  screen.getByText("Actifs");
  expect(screen.getAllByText(/^(?:lun|mar|mer|jeu|ven|sam|dim)\. .*, 07:30$/)).not.toBeEmpty();
});

test("a rider without repeating trips sees an empty list", async () => {
  await openPage(server, "/trips", browser);
  await userEvent.click(screen.getByRole("link", { name: "Repeating trips" }));
  await screen.findByText("No repeating trips yet");
});

test("dispatch opens a rider's repeating trip, and an accountant can only read it", async () => {
  const id = await repeatTrip();
  const desk = await signInAdmin(server);
  await openPage(server, "/dispatch/dashboard/standing-orders", desk);
  await userEvent.click(screen.getByRole("link", { name: /Aline Uwase/ }));
  await screen.findByRole("button", { name: "Pause the trips" });
  closePage();
  const accountant = await signInAdmin(server, { role: "accountant" });
  await openPage(server, `/dispatch/dashboard/standing-orders/${id}`, accountant);
  await screen.findByRole("heading", { name: "Next trips" });
  expect(screen.queryByRole("button", { name: "Pause the trips" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Skip/ })).toBeNull();
});
