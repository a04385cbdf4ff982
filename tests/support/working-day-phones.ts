/** The actions of riders and drivers on their phones in a working day, by the texts on the screens or by calls. */
import type { Page } from "playwright-core";
import type { Reservation } from "../../src/reservations/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { AIRPORT, HOTEL } from "./booking";
import { choosePlace, type Window } from "./screen";
import type { DriverName, WorkingDay } from "./working-day";
import { callInPage, type Trip } from "./working-day-staff";

/** Books on a rider's phone, up to the trip's page. */
export async function bookOnline(
  rider: Window,
  request: { from: string; to?: string; time: string; hours?: string; account?: string },
): Promise<Trip> {
  const { page, go } = rider;
  await go("/booking");
  if (request.hours)
    await page.getByRole("group", { name: "Kind of ride" }).getByText("By the hour").click();
  await choosePlace(page, "Pickup", request.from);
  if (request.to) await choosePlace(page, "Drop-off", request.to);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Today" }).click();
  await page.getByLabel("Time").selectOption(request.time);
  if (request.hours)
    await page.getByRole("combobox", { name: "For how long" }).selectOption(request.hours);
  await page.getByRole("button", { name: "See cars and prices" }).click();
  await page.getByRole("button", { name: /^Continue ·/ }).click();
  if (request.account) {
    await page.getByText("Bill to Acme Ltd").click();
    await page.getByRole("combobox", { name: /Cost centre/ }).selectOption("Sales");
    await page.getByRole("textbox", { name: /Reference/ }).fill(request.account);
  }
  return pressBookNow(rider);
}

/** Presses “Book now” and returns the booked trip. */
export async function pressBookNow(rider: Window): Promise<Trip> {
  const { page } = rider;
  await page.getByRole("button", { name: "Book now" }).click();
  await page.getByText("Booked. Thank you!").waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const path = `/reservations/${id}`;
  return (await callInPage<{ reservation: Reservation }>(rider, "GET", path)).reservation;
}

/** Books with the calls of a rider's page, by default from a hotel to the airport. */
export async function bookByCalls(
  rider: Window,
  request: Record<string, unknown>,
  how: Record<string, unknown> = {},
): Promise<Trip> {
  const { quote, options } = await callInPage<QuoteAnswer>(rider, "POST", "/quotes", {
    serviceType: "point_to_point",
    pickup: HOTEL,
    dropoff: AIRPORT,
    passengers: 1,
    luggage: 1,
    ...request,
  });
  const vehicleClassId = options[0]?.vehicleClass.id;
  const json = { quote, vehicleClassId, ...how };
  return (await callInPage<{ reservation: Reservation }>(rider, "POST", "/reservations", json))
    .reservation;
}

/** Opens a trip on its driver's phone. */
export async function openRide(phone: Window, { id, number }: Trip): Promise<void> {
  await phone.go(`/driver/dashboard/trips/${id}`);
  await phone.page.getByRole("heading", { level: 1, name: `Trip ${number}` }).waitFor();
}

/**
 * Must be called before a press that sends something about a trip. Returns a function that waits for the successful
 * answer.
 */
function respondTo(page: Page): () => Promise<void> {
  const response = page.waitForResponse(
    (answer) =>
      answer.request().method() === "POST" && answer.url().includes("/driver/reservations/"),
  );
  // If the press itself fails, the test should report that error.
  response.catch(() => {});
  return async () => {
    const answer = await response;
    if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
  };
}

/**
 * Taps the big button, and waits until the answer has come and is on the screen. The text "Sent" alone could belong to
 * the tap before.
 */
export async function tap({ page }: Window, name: string | RegExp): Promise<void> {
  const responseDone = respondTo(page);
  await page.getByRole("button", { name }).first().click();
  if (name === "Complete trip")
    await page.getByRole("dialog").getByRole("button", { name: "Complete trip" }).click();
  await responseDone();
  await page.getByText(/Sent \d/).waitFor();
}

/** Reports a no-show as the driver, after trying to call and waiting long enough. */
export async function reportNoShow(driver: Window, passenger: string): Promise<void> {
  const { page } = driver;
  await page.getByRole("button", { name: "Report a no-show" }).click();
  const sheet = page.getByRole("dialog", { name: "Report a no-show?" });
  await sheet.getByLabel(`I have tried to call ${passenger}`).check();
  const responded = respondTo(page);
  await sheet.getByRole("button", { name: "Report no-show" }).click();
  await responded();
  await sheet.waitFor({ state: "hidden" });
}

/** Makes a driver's step with a call from their phone. */
export async function drive(
  day: WorkingDay,
  driver: DriverName,
  id: string,
  to: string,
  more: object = {},
): Promise<Reservation> {
  return callOf(day, driver, id, "progress", { to, ...more });
}

/** Makes a driver's call about a trip with the version they see, and returns the trip afterwards. */
export async function callOf(
  day: WorkingDay,
  driver: DriverName,
  id: string,
  what: string,
  json: object,
): Promise<Reservation> {
  const { calls } = day.drivers[driver];
  const path = `/driver/reservations/${id}`;
  const seen = (await (await calls.get(path)).json()) as { reservation: Reservation };
  const { version } = seen.reservation;
  const answer = await calls.post(
    `${path}/${what}`,
    { version, ...json },
    { "idempotency-key": Bun.randomUUIDv7() },
  );
  if (!answer.ok) throw new Error(`${path}/${what}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { reservation: Reservation }).reservation;
}
