/** Booking rules, and a return trip on the board: linked, waiting for its call, and cancelled with its trip. */
import { afterEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { reservations } from "../../../db/schema/reservations";
import { settings } from "../../../db/schema/settings";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { createScene, HOUR, type Scene } from "./scene";

let scene: Scene;
afterEach(() => {
  closePage();
  scene.close();
});
const begin = async (options: Parameters<typeof createScene>[0] = {}) => {
  scene = await createScene(options);
};

const box = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const stored = (id: string) =>
  scene.server.deps.db.select().from(reservations).where(eq(reservations.id, id)).all()[0];

test("owners set lead times for all services and for one, and an invalid value is named", async () => {
  await begin();
  await openPage(scene.server, "/dispatch/dashboard/booking-rules", scene.desk);
  expect(box("Lead time (minutes)").value).toBe("30");
  await userEvent.clear(box("Lead time (minutes)"));
  await userEvent.type(box("Lead time (minutes)"), "soon");
  await press("Save");
  expect(await screen.findByText("Enter minutes from 0 to 10080, which is a week.")).toBeTruthy();
  await userEvent.clear(box("Lead time (minutes)"));
  await userEvent.type(box("Lead time (minutes)"), "45");
  await userEvent.type(box("Roadside assistance"), "0");
  const setOff = box("Earliest a driver can set off (minutes before pickup)");
  expect(setOff.value).toBe("120");
  await userEvent.clear(setOff);
  await userEvent.type(setOff, "5");
  await press("Save");
  expect(await screen.findByText("Enter minutes from 15 to 1440, which is a day.")).toBeTruthy();
  await userEvent.clear(setOff);
  await userEvent.type(setOff, "90");
  await press("Save");
  await waitFor(() =>
    expect(scene.server.deps.db.select().from(settings).all()[0]).toMatchObject({
      leadMinutes: 45,
      leadMinutesByService: { roadside_assistance: 0 },
      maxDaysAhead: 365,
      setOffMinutes: 90,
    }),
  );
  await press("Save");
  await waitFor(() => expect(screen.queryByText(/Somebody else/)).toBeNull());
});

test("an accountant reads the booking rules but cannot save them", async () => {
  await begin({ role: "accountant" });
  await openPage(scene.server, "/dispatch/dashboard/booking-rules", scene.desk);
  expect(box("Lead time (minutes)").closest("fieldset")?.disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});

const open = (id: string) =>
  openPage(scene.server, `/dispatch/dashboard/reservation?state=all&open=${id}`, scene.desk);
const panel = async (number: number) =>
  within(await screen.findByRole("region", { name: `Reservation ${number}` }));

async function pair() {
  await begin();
  const outbound = scene.addTrip({ state: "confirmed", serviceType: "home_care" });
  const back = scene.addTrip({
    state: "confirmed",
    serviceType: "home_care",
    returnOfId: outbound.id,
    willCall: true,
    pickupAt: START - HOUR,
  });
  return { there: outbound, back };
}

test("a return trip awaiting a call is not late, and takes a driver once its passenger is ready", async () => {
  const { there: outbound, back } = await pair();
  await open(back.id);
  const area = await panel(back.number);
  expect(area.getByText("when called")).toBeTruthy();
  expect(screen.queryByText(/late$/)).toBeNull();
  expect(area.queryByRole("button", { name: /Assign driver/ })).toBeNull();
  await area.findByRole("link", { name: new RegExp(`^Reservation ${outbound.number}`) });
  await userEvent.click(area.getByRole("button", { name: "Mark passenger ready" }));
  await waitFor(() =>
    expect(stored(back.id)).toMatchObject({ willCall: false, pickupAt: START + HOUR / 2 }),
  );
  await area.findByRole("button", { name: /Assign driver/ });
});

test("an outbound trip links to its return trip and can cancel it too", async () => {
  const { there: outbound, back } = await pair();
  await open(outbound.id);
  const area = await panel(outbound.number);
  await area.findByRole("link", { name: new RegExp(`^Reservation ${back.number}, when called`) });
  await userEvent.click(area.getByRole("button", { name: "More actions" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Cancel trip" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(
    await dialog.findByRole("checkbox", {
      name: `Also cancel the return trip, reservation ${back.number}`,
    }),
  );
  expect(await dialog.findByText("Cancelling this trip is free.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Cancel trip" }));
  await waitFor(() => expect(stored(back.id)?.state).toBe("cancelled"));
  expect(stored(outbound.id)?.state).toBe("cancelled");
});
