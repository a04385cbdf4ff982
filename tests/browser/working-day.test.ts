/**
 * A working day of dispatch, from the first call in the morning to the accounts of the next day.
 *
 * Twenty bookings: eight are taken on the phone, four are made on riders' phones screen by screen, and eight by the
 * calls of those pages, from the browsers of signed-in riders. Eric and Grace tap their steps on their phones, and Jean
 * those of a no-show; his other steps and those of Keza, Louis and Marie are made by the same calls, signed in. Ada,
 * Bea and Cleo sit at three desks, each with a separate browser; Fina does the accounts. What was done once on screen
 * is repeated by the desks' own calls. Staff, drivers and vehicles exist from the start.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Company } from "../../src/companies/contract";
import type { InvoiceList } from "../../src/invoices/contract";
import type { DriverBalances, StatementList } from "../../src/payouts/contract";
import type { Report } from "../../src/reports/contract";
import type { Reservation } from "../../src/reservations/contract";
import { MARKET } from "../support/booking";
import { textOfPdf } from "../support/pdf";
import { choosePlace, type Window } from "../support/screen";
import { expectEventually } from "../support/eventually";
import {
  requestedStep,
  assignOnScreen,
  board,
  bookByPhone,
  callInPage,
  chooseStep,
  details,
  dragTo,
  look,
  readAllTrips,
  openTrip,
  textInPage,
  type Trip,
} from "../support/working-day-staff";
import {
  bookByCalls,
  pressBookNow,
  bookOnline,
  callOf,
  drive,
  openRide,
  reportNoShow,
  tap,
} from "../support/working-day-phones";
import { amountIn, faultsOf, expectedMoneyOf } from "../support/working-day-money";
import {
  afternoonSteps,
  calls,
  evening,
  given,
  morning,
  type Step,
} from "../support/working-day-plan";
import { type DriverName, startWorkingDay, type WorkingDay } from "../support/working-day";

setDefaultTimeout(180_000);

let day: WorkingDay;
/** Three desks, and the phones that stay open all day. */
let ada: Window;
let bea: Window;
let cleo: Window;
let aline: Window;
let bosco: Window;
let chantal: Window;
let diane: Window;
let eric: Window;
let grace: Window;
let jean: Window;
let fina: Window;
/** The day's trips by their names in this test. */
const trips: Record<string, Trip> = {};

beforeAll(async () => {
  day = await startWorkingDay([
    { email: "ada@example.com", role: "owner", firstName: "Ada", lastName: "Uwase" },
    { email: "bea@example.com", role: "dispatcher", firstName: "Bea", lastName: "Keza" },
    { email: "cleo@example.com", role: "dispatcher", firstName: "Cleo", lastName: "Mutoni" },
    { email: "fina@example.com", role: "accountant", firstName: "Fina", lastName: "Isaro" },
  ]);
  [ada, bea, cleo] = [
    await day.desk("ada@example.com"),
    await day.desk("bea@example.com"),
    await day.desk("cleo@example.com"),
  ];
  [aline, bosco, chantal, diane] = [
    await day.open("phone"),
    await day.open("phone", day.riders.bosco),
    await day.open("phone", day.riders.chantal),
    await day.open("phone", day.riders.diane),
  ];
}, 90_000);
afterAll(() => day?.close(), 30_000);

/** Declares a part of the day, which begins where the previous part has ended. */
const part = (name: string, work: () => Promise<void>) => test(name, () => day.part(work));
const trip = (name: string): Trip => {
  const found = trips[name];
  if (!found) throw new Error(`There is no trip ${name}`);
  return found;
};
/** Finds a trip's row on the board; `panel` finds its details next to it. */
const row = ({ page }: Window, name: string) =>
  page.getByRole("row", { name: new RegExp(`Reservation ${trip(name).number},`) });
const panel = ({ page }: Window, name: string) => details(page, trip(name));
/** Assigns a driver to a trip by a desk's own call. */
async function assignDriver(desk: Window, name: string, driver: DriverName): Promise<void> {
  const { id } = trip(name);
  const { version } = await look(desk, id);
  const driverId = day.drivers[driver].id;
  await callInPage(desk, "PUT", `/admin/reservations/${id}/driver`, { version, driverId });
}
/** Takes a driver's step by the driver's own call. */
const step = (driver: DriverName, name: string, to: string, more?: object) =>
  drive(day, driver, trip(name).id, to, more);

let acme: Company;

part("the morning's calls: eight bookings on the phone, at two desks", async () => {
  const { company } = await callInPage<{ company: Company }>(ada, "POST", "/admin/companies", {
    name: "Acme Ltd",
    billingAddress: "KG 7 Ave 12\nKigali",
  });
  const param = `/admin/companies/${company.id}`;
  await callInPage(ada, "POST", `${param}/cost-centres`, { name: "Sales" });
  const joinAnswer = await callInPage<{ company: Company }>(ada, "POST", `${param}/members`, {
    identifier: "chantal@example.com",
    role: "member",
  });
  acme = joinAnswer.company;

  for (const [at, [name, call]] of calls.entries())
    trips[name] = await bookByPhone(at % 2 === 0 ? bea : cleo, call);
  const taken = await readAllTrips(ada);
  expect(taken.map(({ state }) => state)).toEqual(calls.map(() => "confirmed"));
  expect(taken.find(({ number }) => number === trip("agreed").number)?.fareMinor).toBe(12_345);
  expect(day.faults()).toEqual([]);
});

part("four bookings on riders' screens, eight by their pages' calls", async () => {
  // Aline is a new rider: she looks at a price first, then signs up.
  const { page } = aline;
  await aline.go("/reservation");
  await choosePlace(page, "Pickup", "Kigali International Airport");
  await choosePlace(page, "Drop-off", "Kigali Marriott Hotel");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Today" }).click();
  await page.getByLabel("Time").selectOption("09:30");
  await page.getByLabel("Flight number").fill("WB 301");
  await page.getByRole("button", { name: "See cars and prices" }).click();
  await page.getByRole("button", { name: /^Continue ·/ }).click();
  await page.getByRole("button", { name: "Sign in to book" }).click();
  await page.getByRole("textbox", { name: "E-mail or phone number" }).fill("aline@example.com");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: /Hi there,/ }).waitFor();
  const [code] = await day.mailbox.wait("aline@example.com", /(?<!\d)\d{4}(?!\d)/);
  await page.getByLabel("Digit 1 of 4").click();
  await page.keyboard.type(code);
  await page.getByLabel("First Name").fill("Aline");
  await page.getByLabel("Last Name").fill("Uwase");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL("**/booking**");
  trips.flight = await pressBookNow(aline);

  trips.changed = await bookOnline(bosco, {
    from: "Kigali Heights",
    to: "BK Arena",
    time: "11:00",
  });
  await chantal.go("/profile/company");
  await chantal.page.getByText("Acme Ltd").first().waitFor();
  trips.webAccount = await bookOnline(chantal, {
    from: "Kacyiru",
    to: "Gikondo",
    time: "12:00",
    account: "PO 7",
  });
  trips.hourly = await bookOnline(diane, { from: "Amahoro Stadium", time: "13:00", hours: "3" });

  trips.backHome = await bookByCalls(
    aline,
    { pickupLocal: `${day.date}T17:00` },
    { payment: "card" },
  );
  trips.family = await bookByCalls(aline, {
    pickupLocal: `${day.date}T14:00`,
    passengers: 5,
    luggage: 3,
  });
  trips.errand = await bookByCalls(
    bosco,
    { pickupLocal: `${day.date}T13:00`, dropoff: MARKET },
    { payment: "cash" },
  );
  trips.dropped = await bookByCalls(bosco, { pickupLocal: `${day.date}T16:00` });
  trips.client = await bookByCalls(
    chantal,
    { pickupLocal: `${day.date}T14:30`, stops: [MARKET] },
    accountBooking("PO 8"),
  );
  trips.visitors = await bookByCalls(
    chantal,
    { pickupLocal: `${day.date}T16:30`, gratuityPercent: 10 },
    accountBooking("PO 9"),
  );
  trips.seat = await bookByCalls(diane, {
    pickupLocal: `${day.date}T17:30`,
    extras: [{ id: "child-seat", quantity: 2 }],
  });
  trips.home = await bookByCalls(diane, { pickupLocal: `${day.date}T18:00`, dropoff: MARKET });

  // Dispatch has not done anything yet, so every booking is on the board.
  const rows = ada.page.getByRole("row", { name: /Reservation \d+,/ });
  await rows.nth(19).waitFor();
  expect(await rows.count()).toBe(20);
  expect(day.faults()).toEqual([]);
});

const accountBooking = (reference: string) => ({
  payment: "account",
  billTo: { companyId: acme.id, costCentreId: acme.costCentres[0]?.id, reference },
});

part(
  "the trips are given out: by an offer, by the mouse, by calls; each desk sees the others",
  async () => {
    await day.until("06:45");
    eric = await day.open("phone", day.drivers.Eric.calls);
    grace = await day.open("phone", day.drivers.Grace.calls);
    await eric.go("/driver/dashboard");
    await cleo.go(`${board}?range=today&state=all`);
    await bea.go(`${board}?range=today&view=timeline`);
    await openTrip(ada, trip("early"));
    for (const { page } of [ada, bea, cleo])
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }));

    await assignOnScreen(ada, trip("early"), "Eric Mugisha", "Send offer");
    await row(cleo, "early").getByText("Offered").waitFor();
    await eric.page.getByRole("button", { name: "Accept" }).click();
    await row(cleo, "early").getByText("Assigned").waitFor();
    await panel(ada, "early").getByText("Assigned").first().waitFor();
    // The trips below it then move up on each screen.
    const assigned = new RegExp(`^Reservation ${trip("early").number}, Assigned`);
    await bea.page.getByRole("button", { name: assigned }).waitFor();
    await dragTo(bea, trip("slow"), "Grace Umutoni");
    await row(cleo, "slow").getByText("Assigned").waitFor();

    // Riders' bookings wait for confirmation: Cleo confirms one, and Ada, who has the same trip open, sees it.
    await ada.page.getByRole("button", { name: "Close details" }).click();
    await row(ada, "flight").click();
    await row(cleo, "flight").click();
    await panel(cleo, "flight").getByRole("button", { name: "Confirm booking" }).click();
    await panel(ada, "flight").getByText("Confirmed").first().waitFor();

    // Bosco wants to go to another place, and later; he reads the new price before he accepts it.
    const { fareMinor } = await look(bea, trip("changed").id);
    const { page } = bosco;
    await bosco.go(`/trips/${trip("changed").id}`);
    await page.getByRole("button", { name: "Change trip" }).click();
    await page.getByLabel("Time").selectOption("11:30");
    await choosePlace(page, "To", "Kigali International Airport");
    await page.getByRole("button", { name: "See the new price" }).click();
    const shownText = await page.getByText(/^RWF\s[\d,]+ instead of RWF\s[\d,]+$/).textContent();
    await page.getByRole("button", { name: "Change the trip" }).click();
    await page.getByText("Your trip has been changed.").waitFor();
    const changed = await look(bea, trip("changed").id);
    expect(changed.fareMinor).toBeGreaterThan(fareMinor);
    expect(shownText?.match(/[\d,]+/g)?.map((each) => Number(each.replace(",", "")))).toEqual([
      changed.fareMinor,
      fareMinor,
    ]);
    // He does not need another trip at all.
    await bosco.go(`/trips/${trip("dropped").id}`);
    await page.getByRole("button", { name: "Cancel trip" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel trip" }).click();
    await page.getByText("Cancelled").first().waitFor();

    for (const [name, driver] of given) await assignDriver(ada, name, driver);
    await row(cleo, "home").getByText("Assigned").waitFor();
    for (const { page } of [ada, bea, cleo])
      expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
    expect(day.faults()).toEqual([]);
  },
);

part(
  "the morning is driven: waiting that costs, a no-show, a trip called off, a late flight",
  async () => {
    // Eric and Grace tap each step on their phones, and dispatch's screens follow.
    await day.until("07:50");
    await openRide(eric, trip("early"));
    await tap(eric, "Start driving to pickup");
    await row(cleo, "early").getByText("On the way").waitFor();
    await tap(eric, "I have arrived");
    await day.until("08:00");
    await tap(eric, "Passenger on board");
    await row(cleo, "early").getByText("On board").waitFor();
    await day.until("08:20");
    await tap(eric, "Complete trip");
    await tap(eric, /^Collected RWF/);

    await openRide(grace, trip("slow"));
    await tap(grace, "Start driving to pickup");
    await day.until("08:28");
    await tap(grace, "I have arrived");
    await day.until("08:47");
    await tap(grace, "Passenger on board");
    await day.until("09:00");
    await tap(grace, "Complete trip");
    await tap(grace, /^Collected RWF/);

    // Claire does not come, and Jean waits as long as he must.
    jean = await day.open("phone", day.drivers.Jean.calls);
    await openRide(jean, trip("missed"));
    await tap(jean, "Start driving to pickup");
    await tap(jean, "I have arrived");
    await step("Louis", "flight", "en_route");
    await day.until("09:12");
    await reportNoShow(jean, "Claire");
    await row(cleo, "missed").getByText("No-show").waitFor();

    // Denis calls to cancel, less than two hours before the pickup.
    await day.until("09:25");
    await step("Louis", "flight", "on_location");
    await openTrip(bea, trip("calledOff"));
    const shownText = await requestedStep(
      bea,
      trip("calledOff"),
      "Cancel trip",
      "He called: not needed any more",
      "Cancel trip",
    );
    expect(shownText).toContain("This is a late cancellation. Fee: RWF");

    // Aline's flight is 45 minutes late, and free waiting counts from its landing.
    await day.until("10:20");
    await openTrip(ada, trip("flight"));
    await chooseStep(ada, trip("flight"), "Record landing");
    const landing = ada.page.getByRole("dialog", { name: /when did the flight land/ });
    await landing.getByLabel("Time").fill("10:15");
    await landing.getByRole("button", { name: "Record landing" }).click();
    await panel(ada, "flight").getByText("Landed", { exact: true }).waitFor();
    await driveAll(morning);
    await openRide(eric, trip("changed"));
    await tap(eric, "Start driving to pickup");
    await tap(eric, "I have arrived");
    await tap(eric, "Passenger on board");
    await day.until("11:45");
    await step("Louis", "flight", "completed");
    await cash("Louis", "flight");
    await step("Jean", "agreed", "completed");
    await cash("Jean", "agreed");
    expect(day.faults()).toEqual([]);
  },
);

/** Reports the cash due as collected, or less with a reason. */
async function cash(driver: DriverName, name: string, missing = 0): Promise<void> {
  const { fareMinor: dueMinor } = await look(ada, trip(name).id);
  const reason = missing > 0 ? { reason: "They had no more on them" } : {};
  const collectedMinor = dueMinor - missing;
  await callOf(day, driver, trip(name).id, "cash", { collectedMinor, dueMinor, ...reason });
}

part(
  "a car breaks down: the trip under way and those to come get another, and are driven",
  async () => {
    // Eric drives Bosco to the airport, and Bosco has less cash than the trip costs.
    await day.until("11:50");
    await tap(eric, "Complete trip");
    await eric.page.getByRole("button", { name: "I collected a different amount" }).click();
    const { fareMinor } = await look(ada, trip("changed").id);
    await eric.page.getByLabel(/^Collected, RWF/).fill(String(fareMinor - SHORTFALL_MINOR));
    await eric.page.getByLabel("Why is the amount different?").fill("He had no more on him");
    await tap(eric, "Confirm amount");

    await ada.go(board);
    await chantal.go(`/trips/${trip("webAccount").id}`);
    await chantal.page.getByText("RAE 102 B").first().waitFor();
    await openRide(grace, trip("webAccount"));
    await grace.page.getByText("On account: nothing to collect").waitFor();
    await tap(grace, "Start driving to pickup");
    await grace.page.getByRole("button", { name: "Report an incident" }).click();
    const sheet = grace.page.getByRole("dialog", { name: "Report an incident" });
    await sheet.getByLabel("Type of incident").selectOption("breakdown");
    await sheet.getByLabel("What happened?").fill("The engine is hot and has stopped.");
    await sheet.getByRole("button", { name: "Send to dispatch" }).click();

    // It appears above Ada's board at once.
    const news = ada.page.getByRole("region", { name: "Incidents" });
    await news.getByText("New incident").waitFor();
    await ada.page.getByRole("button", { name: "Show all notices" }).click();
    await news.getByRole("link", { name: /Grace Umutoni/ }).click();
    const incident = ada.page.getByRole("dialog", { name: /^Incident \d+/ });
    await incident.getByRole("button", { name: "Assign to me" }).click();
    await incident.getByRole("link", { name: "Reassign trip" }).click();
    await panel(ada, "webAccount").getByText("On the way").first().waitFor();
    await requestedStep(
      ada,
      trip("webAccount"),
      "Unassign driver",
      "Her car broke down",
      "Unassign driver",
    );
    await assignOnScreen(ada, trip("webAccount"), "Keza Ineza", "Assign directly");
    await chantal.page.getByText("RAE 104 D").first().waitFor();
    await grace.page.getByText("This trip is not yours").waitFor();

    // The vehicle is out of service for the day: its remaining trips are named, and assigned to other drivers.
    const { page } = bea;
    await bea.go(
      `/dispatch/dashboard/VehicleManagement/${day.drivers.Grace.vehicleId}?tab=maintenance`,
    );
    await page.getByRole("button", { name: "Add out-of-service period" }).click();
    const outage = page.getByRole("dialog", { name: "Take out of service" });
    await outage.getByLabel("From").fill(`${day.date}T11:55`);
    await outage.getByLabel("Until").fill(`${day.date}T23:00`);
    await outage.getByLabel("Reason").fill("Engine overheated");
    await outage.getByRole("button", { name: "Save" }).click();
    await page.getByText("1 trip is assigned to this vehicle").waitFor();
    await page.getByRole("link", { name: `Reassign trip ${trip("client").number}` }).click();
    await panel(bea, "client").getByRole("button", { name: "More actions" }).waitFor();
    await requestedStep(bea, trip("client"), "Unassign driver", "No car", "Unassign driver");
    await assignOnScreen(bea, trip("client"), "Marie Uwera", "Assign directly");
    await cleo.page.getByRole("button", { name: "Close details" }).click();
    await row(cleo, "client").getByText("Marie U.").waitFor();
    await grace.page.getByRole("link", { name: "Go to Home" }).click();
    await grace.page.getByRole("heading", { name: "Ride Requests" }).waitFor();
    // Her browser logs that the trip she had open is no longer hers.
    expect(grace.faults.splice(0).filter((fault) => !fault.includes("404"))).toEqual([]);

    await driveAll(afternoonSteps);
    expect(day.faults()).toEqual([]);
  },
);

/** Takes the steps of all drivers except Eric and Grace at their times, and reports the cash collected. */
async function driveAll(steps: readonly Step[]): Promise<void> {
  for (const [time, driver, name, to] of steps) {
    await day.until(time);
    await step(driver, name, to);
    if (to === "completed" && (await look(ada, trip(name).id)).payment === "cash")
      await cash(driver, name);
  }
}

/** The amount that Bosco did not have. */
const SHORTFALL_MINOR = 500;

part(
  "a complaint is answered, what Bosco left in the car is found; the last trips are driven",
  async () => {
    const phone = diane.page;
    await diane.go("/contact-us");
    await phone.getByLabel("Your name").fill("Diane Gasana");
    await phone.getByLabel("E-mail address or phone number").fill("diane@example.com");
    await phone.getByLabel("What is it about?").selectOption("trip");
    await phone.getByLabel("Booking number").fill(String(trip("hourly").number));
    await phone
      .getByLabel("Your message")
      .fill("The air conditioning did not work for three hours.");
    await phone.getByRole("button", { name: "Send the message" }).click();
    await phone.getByRole("heading", { name: "Thank you. We have your message." }).waitFor();
    const { page } = bea;
    await page.getByRole("link", { name: "Contact messages 1" }).click();
    const message = page.getByRole("row").filter({ hasText: "Diane Gasana" });
    await message.getByRole("button").click();
    const thread = page.getByRole("dialog", { name: "Message 1" });
    await thread.getByLabel("Answer by e-mail").fill("We are sorry. The car goes to the garage.");
    await thread.getByLabel("Also close the message").check();
    await thread.getByRole("button", { name: "Send answer" }).click();
    await thread.getByText("Closed", { exact: true }).waitFor();
    await day.mailbox.wait("diane@example.com", /We are sorry\. The car goes to the garage\./);

    // Bosco is satisfied, gives a tip, and misses an item; Eric has found it.
    await bosco.go(`/trips/${trip("changed").id}`);
    await bosco.page.getByRole("button", { name: "Add a tip" }).click();
    await bosco.page.getByRole("button", { name: "Add this tip" }).click();
    await bosco.page.getByText(/^Your tip: /).waitFor();
    await bosco.page.getByRole("button", { name: "I lost something" }).click();
    await bosco.page.getByLabel("What is it?").fill("Green umbrella");
    await bosco.page.getByLabel("Kind of item").selectOption("umbrella");
    await bosco.page.getByLabel("How can we reach you?").fill("+250788123456");
    await bosco.page.getByRole("button", { name: "Send the report" }).click();
    await bosco.page.getByText(/We’ll tell you as soon as we find your item/).waitFor();
    await openRide(eric, trip("changed"));
    await eric.page.getByRole("button", { name: "Report a found item" }).click();
    const found = eric.page.getByRole("dialog", { name: "Report a found item" });
    await found.getByLabel("What is it?").fill("Umbrella");
    await found.getByLabel("Category").selectOption("umbrella");
    await found.getByLabel("Colour and brand").fill("green");
    await found.getByRole("button", { name: "Send to dispatch" }).click();
    await eric.page.getByText(/^The item is registered as number \d+/).waitFor();
    await cleo.go("/dispatch/dashboard/LostProperty");
    await cleo.page.getByRole("button", { name: /Green umbrella/ }).click();
    await cleo.page.getByText("Same trip").waitFor();
    await cleo.page.getByRole("button", { name: "Confirm match" }).click();
    await cleo.page.getByRole("button", { name: "Undo match" }).waitFor();
    await bosco.go("/trips/lost");
    const matchItem = bosco.page.getByRole("listitem").filter({ hasText: "Green umbrella" });
    await matchItem.getByText("We have found it").waitFor();

    await driveAll(evening);
    expect(day.faults()).toEqual([]);
    for (const desk of [ada, bea, cleo]) await day.leave(desk);
  },
);

/** Records a trip's remaining amount, or waives it if the passenger had too little. */
async function payRemainder(
  page: Window["page"],
  { payment, dueMinor, id }: Reservation,
): Promise<void> {
  if (dueMinor <= 0) return;
  const isShort = id === trip("changed").id;
  if (isShort) {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Waive amount due" }).click();
  } else await page.getByRole("button", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog");
  if (isShort) {
    await dialog.getByLabel("Reason").fill("He had no more on him");
    await dialog.getByLabel("Settle the trip as well").uncheck();
    await dialog.getByRole("button", { name: "Waive" }).click();
  } else {
    await dialog.getByLabel("Method").selectOption(payment === "cash" ? "cash" : "card_terminal");
    if (payment === "cash") await dialog.getByLabel("Received by").selectOption("driver");
    await dialog.getByRole("button", { name: "Record payment" }).click();
  }
  await dialog.waitFor({ state: "detached" });
}

part("the accounts of the day: settled, one invoice, its payment", async () => {
  await day.until("18:45");
  fina = await day.desk("fina@example.com");
  const { page } = fina;
  const driven = (await readAllTrips(fina)).filter(({ state }) => state === "completed");
  expect(driven.length).toBeGreaterThan(10);
  for (const done of driven) {
    await openTrip(fina, done);
    await payRemainder(page, done);
    await details(page, done).getByRole("button", { name: "Settle trip" }).click();
    await details(page, done).getByText("Settled").first().waitFor();
  }

  const { account } = expectedMoneyOf(await readAllTrips(fina));
  await fina.go(`/dispatch/dashboard/companies/${acme.id}`);
  const issue = page.getByRole("form", { name: "Issue invoice" });
  await issue.getByLabel("Pickups until").fill(day.date);
  await issue.getByRole("button", { name: "Issue invoice" }).click();
  await page.getByRole("heading", { level: 1, name: "Invoice 1" }).waitFor();
  const href = await page.getByRole("link", { name: "Download PDF" }).getAttribute("href");
  const pdf = await fina.context.request.get(day.origin + href);
  const text = textOfPdf(new Uint8Array(await pdf.body())).map((run) => run.text);
  for (const name of ["phoneAccount", "webAccount", "client", "visitors"])
    expect(text.join(" ")).toContain(String(trip(name).number));
  expect(text.map(amountIn)).toContain(account);
  const payment = page.getByRole("form", { name: "Record payment" });
  await payment.getByLabel("Payment reference").fill("BK 4411");
  await payment.getByRole("button", { name: "Record payment" }).click();
  await page.getByText("Paid", { exact: true }).waitFor();
  expect(day.faults()).toEqual([]);
  await day.leave(fina);
});

part("the morning after: the week is closed, and the money adds up to the minor unit", async () => {
  await day.until("08:00", 1);
  fina = await day.desk("fina@example.com");
  const { page } = fina;
  await fina.go("/dispatch/dashboard/payouts");
  await page.getByRole("button", { name: "Close pay weeks" }).click();
  await page.getByText("The pay weeks are closed").waitFor();

  const all = await readAllTrips(fina);
  const money = expectedMoneyOf(all);
  expect(all.flatMap(faultsOf)).toEqual([]);
  expect(all.map(({ state }) => state).filter((state) => state === "settled")).toHaveLength(17);
  expect(money.charged).toBe(money.cash + money.card + money.account + money.open);
  expect(money.charged).toBe(money.revenue + money.tax + money.tips);

  // The day's report in each grouping, as a table and as files.
  for (const by of ["day", "driver", "vehicle_class", "source", "company"]) {
    const query = `from=${day.date}&to=${day.date}&by=${by}`;
    const report = await callInPage<Report>(fina, "GET", `/admin/reports?${query}`);
    expect(report.total.money).toEqual([
      {
        currency: "RWF",
        chargedMinor: money.charged,
        revenueMinor: money.revenue,
        taxMinor: money.tax,
        tipsMinor: money.tips,
        feesMinor: money.fees,
      },
    ]);
    expect(report.total).toMatchObject({ driven: 17, cancelled: 2, lateCancelled: 1, noShows: 1 });
    const charged = report.groups.flatMap((group) => group.money ?? []);
    expect(charged.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0)).toBe(money.charged);
  }
  await fina.go(`/dispatch/dashboard/reports?period=custom&from=${day.date}&to=${day.date}`);
  const figures = page.getByRole("region", { name: "Figures" });
  const shown = await figures
    .getByText(/^RWF\s[\d,]+$/)
    .first()
    .textContent();
  expect(amountIn(shown ?? "")).toBe(money.revenue);
  const csv = await textInPage(fina, `/admin/reports/trips.csv?from=${day.date}&to=${day.date}`);
  const [headings = [], ...lines] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  const column = headings.findIndex((heading) => heading.includes("Charged"));
  expect(lines).toHaveLength(20);
  expect(lines.reduce((sum, line) => sum + Number(line[column]), 0)).toBe(money.charged);
  expect(fina.faults).toEqual([]);
});

part("each driver's statement is what their trips come to, and what is owed is paid", async () => {
  const all = await readAllTrips(fina);
  let [pay, held] = [0, 0];
  for (const { id, name } of Object.values(day.drivers)) {
    const own = expectedMoneyOf(all.filter(({ driver }) => driver?.id === id));
    const path = `/admin/drivers/${id}/statements`;
    const { statements } = await callInPage<StatementList>(fina, "GET", path);
    expect(statements).toHaveLength(1);
    const [statement] = statements;
    if (!statement) throw new Error(`${name} has no statement`);
    expect(statement).toMatchObject({
      openingMinor: 0,
      payMinor: own.pay,
      heldMinor: own.cash,
      closingMinor: own.pay - own.cash,
    });
    const pdf = `${day.origin}/backend/admin/statements/${statement.id}/statement.pdf`;
    const bytes = new Uint8Array(await (await fina.context.request.get(pdf)).body());
    const amounts = textOfPdf(bytes).map(({ text }) => amountIn(text));
    expect(amounts).toContain(Math.abs(own.pay - own.cash));
    pay += statement.payMinor;
    held += statement.heldMinor;
    await payDriverOut(id, own.pay - own.cash);
  }
  const { pay: earnedMinor, cash } = expectedMoneyOf(all);
  expect([pay, held]).toEqual([earnedMinor, cash]);
  const { drivers } = await callInPage<DriverBalances>(fina, "GET", "/admin/payouts");
  expect(drivers.map(({ balances }) => balances.map(({ now }) => now))).toEqual(
    drivers.map(() => [0]),
  );
  expect(fina.faults).toEqual([]);
});

/** Fina records on screen what is handed in or paid out, as the form suggests. */
async function payDriverOut(driverId: string, owedMinor: number): Promise<void> {
  if (owedMinor === 0) return;
  const { page } = fina;
  await fina.go(`/dispatch/dashboard/payouts/${driverId}`);
  const form = page.getByRole("form", { name: "Record payment" });
  expect(amountIn(await form.getByLabel(/^Amount/).inputValue())).toBe(Math.abs(owedMinor));
  await expectEventually(() => form.getByLabel("Direction").inputValue()).toBe(
    owedMinor < 0 ? "hand_in" : "payout",
  );
  await form.getByLabel(/^Payment reference/).fill("Monday");
  await form.getByRole("button", { name: "Record payment" }).click();
  await page.getByText("Payment recorded").waitFor();
}

part("what riders and companies were told is the same money", async () => {
  const all = await readAllTrips(fina);
  for (const { id, state, fareMinor } of all) {
    if (state !== "settled") continue;
    const pdf = `${day.origin}/backend/admin/reservations/${id}/receipt.pdf`;
    const bytes = new Uint8Array(await (await fina.context.request.get(pdf)).body());
    expect(textOfPdf(bytes).map(({ text }) => amountIn(text))).toContain(fareMinor);
  }
  const { account } = expectedMoneyOf(all);
  const path = `/admin/companies/${acme.id}/invoices`;
  const { invoices } = await callInPage<InvoiceList>(fina, "GET", path);
  expect(invoices).toMatchObject([{ number: 1, totalMinor: account, balanceMinor: 0 }]);
  expect(day.faults()).toEqual([]);
});
