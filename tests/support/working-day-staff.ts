/** The actions of staff on the screens of a working day, by the texts on them. */
import type { Page } from "playwright-core";
import type { Reservation } from "../../src/reservations/contract";
import { waitUntilReady, type Window } from "./screen";

/** A trip by its number, which people use, and its id, which calls use. */
export interface Trip {
  id: string;
  number: number;
}

export const board = "/dispatch/dashboard/reservation";

export interface PhoneCall {
  /** The full phone number, or a text that finds a known caller. */
  caller: string;
  /** Of somebody new. */
  name?: string;
  when: string;
  from: string;
  to: string;
  payment?: "cash" | "card";
  /** The company that is billed, found by its name. */
  company?: { name: string; costCentre: string; reference: string };
  agreed?: { price: string; reason: string };
}

/** Takes a telephone booking, field by field, and returns the trip. */
export async function bookByPhone(desk: Window, call: PhoneCall): Promise<Trip> {
  const { page } = desk;
  await page.keyboard.press("Escape");
  await page.goto(new URL("/dispatch/dashboard/new", page.url()).href);
  await waitUntilReady(page);
  const field = (name: string) => page.locator(`#${name}`);
  await field("caller").fill(call.caller);
  if (call.name) {
    await page.getByRole("option", { name: /New caller/ }).click();
    await field("name").fill(call.name);
  } else {
    await page.getByRole("listbox").getByRole("option").first().click();
    await page.locator("[data-caller-known]").waitFor();
  }
  await field("when").fill(call.when);
  for (const [name, text] of [
    ["from", call.from],
    ["to", call.to],
  ] as const) {
    await field(name).fill(text);
    await page.getByRole("option", { name: text }).first().click();
  }
  if (call.company) {
    await page.getByLabel("Payment").selectOption("account");
    await field("company").fill(call.company.name);
    await page.getByRole("option", { name: call.company.name }).click();
    await page.getByLabel(/^Cost centre/).selectOption({ label: call.company.costCentre });
    await page.getByLabel(/^Reference/).fill(call.company.reference);
  } else if (call.payment) await page.getByLabel("Payment").selectOption(call.payment);
  if (call.agreed) {
    await field("agreed").fill(call.agreed.price);
    await field("agreedReason").fill(call.agreed.reason);
  }
  const price = page.getByRole("region", { name: "Price" });
  await price.getByText(/RWF, about .* minutes, .* kilometres/).waitFor();
  await page.keyboard.press("Control+Enter");
  const heading = page.getByRole("heading", { name: /^Reservation \d+ is confirmed/ });
  await heading.waitFor();
  const number = Number(/\d+/.exec((await heading.textContent()) ?? "")?.[0]);
  const href = await page.getByRole("link", { name: "Show on board" }).getAttribute("href");
  const id = new URL(href ?? "", page.url()).searchParams.get("open") ?? "";
  return { id, number };
}

/** Opens a reservation's details on the board. */
export async function openTrip(desk: Window, { id, number }: Trip): Promise<void> {
  await desk.go(`${board}?state=all&range=all&open=${id}`);
  const panel = desk.page.getByRole("region", { name: `Reservation ${number}` });
  await panel.getByRole("heading", { name: "Timeline" }).waitFor();
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Makes a call from the page, with its session. */
export async function callInPage<T>(
  window: Window,
  method: Method,
  path: string,
  json?: unknown,
): Promise<T> {
  return JSON.parse(await textInPage(window, path, method, json)) as T;
}

/** Makes a call from the page and returns the text of the answer, for example a file. */
export async function textInPage(
  { page }: Window,
  path: string,
  method: Method = "GET",
  json?: unknown,
): Promise<string> {
  const { status, text } = await page.evaluate(
    async ([how, where, body]) => {
      const answer = await fetch(`/backend${where}`, {
        method: how,
        ...(body !== null && { body }),
        headers: {
          "idempotency-key": crypto.randomUUID(),
          ...(body !== null && { "content-type": "application/json" }),
        },
      });
      return { status: answer.status, text: await answer.text() };
    },
    [method, path, json === undefined ? null : JSON.stringify(json)] as const,
  );
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return text;
}

/** Returns a reservation as dispatch sees it now. */
export async function look(desk: Window, id: string): Promise<Reservation> {
  return (await callInPage<{ reservation: Reservation }>(desk, "GET", `/admin/reservations/${id}`))
    .reservation;
}

/** Returns all reservations as dispatch sees them. */
export async function readAllTrips(desk: Window): Promise<Reservation[]> {
  const { reservations } = await callInPage<{ reservations: { id: string }[] }>(
    desk,
    "GET",
    "/admin/reservations?limit=100&sort=createdAt",
  );
  return Promise.all(reservations.map(({ id }) => look(desk, id)));
}

/** Drags a trip on the day's timeline to a driver's lane, with the mouse. */
export async function dragTo({ page }: Window, { number }: Trip, driver: string): Promise<void> {
  const timeline = page.getByRole("region", { name: /^Timeline of/ });
  const block = timeline.getByRole("button", { name: new RegExp(`^Reservation ${number},`) });
  await block.scrollIntoViewIfNeeded();
  const from = await block.boundingBox();
  const lane = await timeline.getByText(driver, { exact: true }).boundingBox();
  if (!from || !lane) throw new Error("Nothing to drag.");
  // Drag the end of the trip, because its start may be under the drivers' names, which do not scroll.
  const x = from.x + from.width - 12;
  await page.mouse.move(x, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(x, from.y + 30, { steps: 3 });
  await page.mouse.move(x, lane.y + 10, { steps: 5 });
  await page.mouse.up();
}

/** Returns the details of a trip: in the panel beside the board, or on its own page. */
export function details(page: Page, { number }: Trip) {
  const name = `Reservation ${number}`;
  const own = page
    .getByRole("main")
    .filter({ has: page.getByRole("heading", { level: 1, name, exact: true }) });
  return page.getByRole("region", { name }).or(own).first();
}

/** Assigns a driver to the trip whose details are open, by an offer or directly. */
export async function assignOnScreen(
  { page }: Window,
  trip: Trip,
  driver: string,
  how: "Send offer" | "Assign directly",
): Promise<void> {
  const { number } = trip;
  await details(page, trip)
    .getByRole("button", { name: /^Assign driver/ })
    .click();
  const dialog = page.getByRole("dialog", { name: `Assign driver to reservation ${number}` });
  await dialog.getByText(driver, { exact: true }).click();
  await dialog.getByRole("button", { name: how }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Presses a step in the trip's details, which may be a button or in the menu "More actions". */
export async function chooseStep({ page }: Window, trip: Trip, step: string): Promise<void> {
  const panel = details(page, trip);
  const button = panel.getByRole("button", { name: step, exact: true });
  const more = panel.getByRole("button", { name: "More actions" });
  await button.or(more).first().waitFor();
  if (await button.isVisible()) return button.click();
  await more.click();
  await page.getByRole("menuitem", { name: step }).click();
}

/** Takes a step that asks for a reason, such as unassigning a driver or cancelling. Returns the text of its dialog. */
export async function requestedStep(
  desk: Window,
  trip: Trip,
  step: string,
  reason: string,
  confirm: string,
): Promise<string> {
  await chooseStep(desk, trip, step);
  const dialog = desk.page.getByRole("dialog");
  await dialog.getByLabel(/^Reason/).fill(reason);
  const dialogText = (await dialog.textContent()) ?? "";
  await dialog.getByRole("button", { name: confirm }).click();
  await dialog.waitFor({ state: "hidden" });
  return dialogText;
}
