/** Return trips, "when called" and "as soon as possible": from the form to the resulting trips. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { asc, eq } from "drizzle-orm";
import { reservations } from "../../../db/schema/reservations";
import { closePage, openPage } from "../../support/pages";
import type { TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer } from "./scene";

const MINUTE = 60_000;

let server: TestServer;
let removeStream: () => void;
beforeEach(async () => {
  removeStream = installStream();
  server = await createRiderServer();
  const { browser } = await signInRider(server);
  await openPage(server, "/booking", browser);
  await screen.findByRole("combobox", { name: "Pickup" });
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const pick = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("radio", { name }));
const tick = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("checkbox", { name }));
const rows = () =>
  server.deps.db.select().from(reservations).orderBy(asc(reservations.number)).all();

async function choose(name: string | RegExp, text: string) {
  await userEvent.click(screen.getByRole("combobox", { name }));
  await userEvent.paste(text);
  const [first] = await screen.findAllByRole("option", { name: new RegExp(text) });
  if (first) await userEvent.click(first);
}

async function goToPickupTime(from: string, to: string) {
  await choose("Pickup", from);
  await choose("Drop-off", to);
  await press("Continue");
  await heading("When do you need the car?");
}

async function goToConfirm() {
  await press("See cars and prices");
  await heading("Choose your car");
  await press(/^Continue ·/);
  await heading("Check and book");
}

test("a rider books a return trip with its own time and flight together with the outbound trip", async () => {
  await goToPickupTime("Amahoro Stadium", "Kigali International Airport");
  await press("Tomorrow");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Time" }), "09:00");
  await tick("Add a return trip");
  const time = screen.getByRole<HTMLSelectElement>("combobox", { name: "Time of the return trip" });
  expect(time.value).toBe("13:00");
  await userEvent.selectOptions(time, "09:00");
  await press("See cars and prices");
  expect(
    await screen.findByText("The return trip would start before you have arrived."),
  ).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(time));
  await userEvent.selectOptions(time, "18:30");
  await userEvent.type(
    screen.getByRole("textbox", { name: /Flight number of the return trip/ }),
    "wb 204",
  );
  await goToConfirm();
  const back = within(screen.getByRole("region", { name: "Return trip" }));
  expect(back.getByText("Kigali International Airport")).toBeTruthy();
  expect(back.getByText(/, 18:30/)).toBeTruthy();
  await press("Book now");
  await screen.findByText("Booked. Thank you!");
  const [outbound, returnTrip, ...more] = rows();
  expect(more).toEqual([]);
  expect(outbound).toMatchObject({ serviceType: "airport_dropoff", returnOfId: null });
  expect(returnTrip).toMatchObject({
    serviceType: "airport_pickup",
    returnOfId: outbound?.id ?? "",
    flightNumber: "WB204",
    willCall: false,
  });
  expect(returnTrip?.pickupLocal).toEndWith("T18:30");
  await userEvent.click(
    screen.getByRole("link", { name: `Return trip, trip ${returnTrip?.number}` }),
  );
  await screen.findByRole("link", { name: `Outbound trip, trip ${outbound?.number}` });
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Book return trip" })).toBeNull(),
  );

  await press("Cancel trip");
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("Cancelling costs nothing.")).toBeTruthy();
  await userEvent.click(
    dialog.getByRole("checkbox", {
      name: `Cancel the outbound trip too, trip ${outbound?.number}`,
    }),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Cancel trip" }));
  await waitFor(() => expect(rows().map(({ state }) => state)).toEqual(["cancelled", "cancelled"]));
}, 30_000);

test("in care the return trip can wait for the rider's call, which is a button on the trip's page", async () => {
  await pick("Care");
  await goToPickupTime("Amahoro Stadium", "Kigali Marriott Hotel");
  await press("Tomorrow");
  await tick("Add a return trip");
  await pick("When I call");
  await waitFor(() =>
    expect(screen.queryByRole("combobox", { name: "Time of the return trip" })).toBeNull(),
  );
  await goToConfirm();
  expect(
    within(screen.getByRole("region", { name: "Return trip" })).getByText("When you call"),
  ).toBeTruthy();
  await press("Book now");
  await screen.findByText("Booked. Thank you!");
  expect(await screen.findByText("Waiting for your call.")).toBeTruthy();
  const [outbound, back] = rows();
  expect(back).toMatchObject({ serviceType: "home_care", willCall: true });
  await userEvent.click(screen.getByRole("link", { name: `Return trip, trip ${back?.number}` }));
  await screen.findByRole("heading", {
    level: 1,
    name: "Your return trip is waiting for your call",
  });
  await waitFor(() => expect(screen.queryByRole("link", { name: "Add to calendar" })).toBeNull());
  await press("I’m ready");
  expect(
    await screen.findByText("You can request the return trip once your outbound trip has started."),
  ).toBeTruthy();
  await press("OK");
  server.deps.db
    .update(reservations)
    .set({ pickupAt: Date.now() - MINUTE })
    .where(eq(reservations.id, outbound?.id ?? ""))
    .run();
  await press("I’m ready");
  await waitFor(() => expect(rows()[1]?.willCall).toBe(false));
  const due = (rows()[1]?.pickupAt ?? 0) - Date.now();
  expect(due).toBeGreaterThan(29 * MINUTE);
  expect(due).toBeLessThanOrEqual(35 * MINUTE);
  await screen.findByRole("heading", { level: 1, name: "Waiting for confirmation" });
}, 30_000);

test("as soon as possible books a pickup after the operator's lead time", async () => {
  await goToPickupTime("Amahoro Stadium", "Kigali Marriott Hotel");
  await pick("As soon as possible");
  expect(await screen.findByText(/^The earliest pickup if you book now/)).toBeTruthy();
  await goToConfirm();
  expect(await screen.findByText("As soon as possible")).toBeTruthy();
  await press("Book now");
  await screen.findByText("Booked. Thank you!");
  const due = (rows()[0]?.pickupAt ?? 0) - Date.now();
  expect(due).toBeGreaterThan(29 * MINUTE);
  expect(due).toBeLessThanOrEqual(35 * MINUTE);
}, 30_000);

test("a pickup time that is too soon shows the earliest one, and the time field gets the focus", async () => {
  await goToPickupTime("Amahoro Stadium", "Kigali Marriott Hotel");
  server.deps.db.$client.run("UPDATE settings SET lead_minutes = 5000");
  await press("See cars and prices");
  expect((await screen.findAllByText(/^The earliest pickup is /)).length).toBe(1);
  await waitFor(() => expect(document.activeElement?.id).toBe("time"));
}, 30_000);
