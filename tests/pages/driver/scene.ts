/** Trips for the driver's pages, created through real calls: booked, confirmed, assigned. */
import { eq } from "drizzle-orm";
import { drivers } from "../../../db/schema/drivers";
import { settings } from "../../../db/schema/settings";
import { welcomeDriver } from "../../../src/notifications/actions";
import type { BillTo } from "../../../src/companies/contract";
import type { PassengerInput, Reservation } from "../../../src/reservations/contract";
import { createDriver, createVehicle } from "../../support/fleet";
import { type Browser, createTestServer } from "../../support/server";
import { signInDriver, signInRider } from "../../support/sign-in";
import { signInAdmin } from "../../support/staff";
import { allowSettingOff, skipWaitingTime } from "../../support/waiting";

export const airport = {
  name: "Kigali International Airport",
  detail: "KN 5 Rd, Kigali",
  latitude: -1.9686,
  longitude: 30.1395,
};
export const hotel = {
  name: "Kigali Marriott Hotel",
  detail: "KN 3 Ave, Kigali",
  latitude: -1.9536,
  longitude: 30.0606,
};

export const market = {
  name: "Kimironko Market",
  detail: "KG 11 Ave, Kigali",
  latitude: -1.9497,
  longitude: 30.1261,
};
export const museum = {
  name: "Kandt House Museum",
  detail: "KN 90 St, Kigali",
  latitude: -1.9493,
  longitude: 30.0522,
};

/**
 * Creates a server with one driver and one car, and signs in the driver, a rider and dispatch. The time is the tests'
 * fixed time, or `now` in milliseconds. Drivers may set off a day ahead, because most tests are about later steps, and
 * they see prices.
 */
export async function createDriverScene(environment: Record<string, string> = {}, now?: number) {
  const server = await createTestServer({ RATE_LIMITS: "off", ...environment });
  if (now !== undefined) server.advance(now - server.deps.now());
  allowSettingOff(server);
  server.deps.db.update(settings).set({ showFareToDrivers: true }).run();
  const car = createVehicle(server);
  const row = createDriver(server, {
    firstName: "Eric",
    lastName: "Mugisha",
    email: "eric@example.com",
    phone: "+250780010001",
    vehicleId: car.id,
  });
  await server.deps.write((tx) => welcomeDriver(tx, row.id, server.deps.now()));
  const { browser: phone, driver } = await signInDriver(server, "eric@example.com");
  const { browser: rider } = await signInRider(server);
  const staff = await signInAdmin(server);
  return { server, car, row, driver, phone, rider, staff };
}

export type DriverScene = Awaited<ReturnType<typeof createDriverScene>>;

async function send<T>(browser: Browser, path: string, json: unknown): Promise<T> {
  const key = Bun.randomUUIDv7();
  const answer = await browser.post(path, json, { "idempotency-key": key });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Books and confirms a reservation. `pickupLocal` is the local time in Kigali, by default today at 14:30. */
export async function book(
  { server, rider, staff }: DriverScene,
  options: PassengerInput & {
    pickupLocal?: string;
    note?: string;
    flightNumber?: string;
    pickup?: typeof airport;
    dropoff?: typeof airport;
    stops?: (typeof airport)[];
    payment?: "cash" | "card" | "account";
    billTo?: BillTo;
  } = {},
): Promise<Reservation> {
  const {
    pickupLocal = "2026-11-20T14:30",
    pickup = airport,
    dropoff = hotel,
    stops = [],
    ...rest
  } = options;
  const quote = await send<{ quote: string; options: { vehicleClass: { id: string } }[] }>(
    server.browser(),
    "/quotes",
    {
      serviceType: "airport_pickup",
      pickup,
      dropoff,
      stops,
      pickupLocal,
      passengers: 1,
      luggage: 1,
    },
  );
  const { reservation } = await send<{ reservation: Reservation }>(rider, "/reservations", {
    quote: quote.quote,
    vehicleClassId: quote.options[0]?.vehicleClass.id,
    ...rest,
  });
  const confirmed = await send<{ reservation: Reservation }>(
    staff,
    `/admin/reservations/${reservation.id}/confirmation`,
    { version: reservation.version },
  );
  return confirmed.reservation;
}

/** Returns the trip as dispatch sees it now. */
export async function look(
  { staff }: Pick<DriverScene, "staff">,
  id: string,
): Promise<Reservation> {
  const answer = await staff.get(`/admin/reservations/${id}`);
  return ((await answer.json()) as { reservation: Reservation }).reservation;
}

/** Assigns a confirmed trip to the scene's driver. */
export async function assign(scene: DriverScene, trip: Reservation): Promise<Reservation> {
  const { version } = await look(scene, trip.id);
  const { car, row } = scene;
  const answer = await send<{ reservation: Reservation }>(
    scene.staff,
    `/admin/reservations/${trip.id}/assignment`,
    { version, driverId: row.id, vehicleId: car.id },
  );
  return answer.reservation;
}

/** Offers a confirmed trip to the scene's driver. */
export async function offer(
  scene: DriverScene,
  trip: Reservation,
  seconds = 300,
): Promise<Reservation> {
  const { version } = await look(scene, trip.id);
  const { car, row } = scene;
  const answer = await send<{ reservation: Reservation }>(
    scene.staff,
    `/admin/reservations/${trip.id}/offer`,
    { version, driverId: row.id, vehicleId: car.id, seconds },
  );
  return answer.reservation;
}

/** Dispatch cancels. */
export async function cancel(scene: DriverScene, trip: Reservation): Promise<void> {
  const { version } = await look(scene, trip.id);
  await send(scene.staff, `/admin/reservations/${trip.id}/cancellation`, { version });
}

/**
 * Takes a trip of the scene's driver through `steps`, with the driver's own calls. The clock moves to the time when the
 * driver may set off, and past the waiting time before a no-show.
 */
export async function drive(
  { phone, server }: Pick<DriverScene, "phone" | "server">,
  trip: Reservation,
  ...steps: string[]
): Promise<Reservation> {
  let current = trip;
  server.advance(Math.max(0, Date.parse(trip.startsAt) - server.deps.now()));
  for (const to of steps) {
    if (to === "no_show") skipWaitingTime(server, current);
    const answer = await send<{ reservation: Reservation }>(
      phone,
      `/driver/reservations/${trip.id}/progress`,
      { version: current.version, to },
    );
    current = answer.reservation;
  }
  return current;
}

/** Records that the driver took the fare in cash. */
export async function takeCash(
  { phone }: Pick<DriverScene, "phone">,
  { id, version, fareMinor }: Reservation,
): Promise<Reservation> {
  const cash = { version, collectedMinor: fareMinor, dueMinor: fareMinor };
  return (await send<{ reservation: Reservation }>(phone, `/driver/reservations/${id}/cash`, cash))
    .reservation;
}

/** Suspends the scene's driver. */
export function suspend({ server, row }: DriverScene): void {
  server.deps.db.update(drivers).set({ state: "suspended" }).where(eq(drivers.id, row.id)).run();
}

/** Withdraws an offer, as dispatch. */
export async function withdraw({ staff }: DriverScene, trip: Reservation): Promise<void> {
  const { version } = await look({ staff }, trip.id);
  const answer = await staff.delete(`/admin/reservations/${trip.id}/offer`, { version });
  if (!answer.ok) throw new Error(`withdraw: ${answer.status} ${await answer.text()}`);
}
