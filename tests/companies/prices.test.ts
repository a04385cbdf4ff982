/** A company's discounts and rates: quoted, booked, changed and repeated, and for no other customer. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Company } from "../../src/companies/contract";
import type { FeeSchedule } from "../../src/fares/contract";
import type {
  PartnerReservation,
  Reservation,
  ReservationAnswer,
} from "../../src/reservations/contract";
import type { ChangeQuote } from "../../src/reservations/change-contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { SimulationAnswer } from "../../src/reservations/quotes/simulation-contract";
import { createApiKey, withApiKey } from "../support/api-keys";
import { quote, trip } from "../support/booking";
import { bookOnAccount, createCompany, invite } from "../support/companies";
import { fareLineText } from "../support/prices";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
let rider: Browser;
let riderId: string;
let company: Company;

/** Publishes a price list with these discounts of the company. */
const publish = (...discounts: Partial<FeeSchedule["companyDiscounts"][number]>[]) =>
  publishList(() => ({
    companyDiscounts: discounts.map((each, at) => ({
      ...{ id: `d${at}`, companyId: company.id, percent: 10 },
      ...{ serviceTypes: [], vehicleClassIds: [], ...each },
    })),
  }));

/** Publishes a price list with changes to the previous one. */
async function publishList(changesTo: (before: FeeSchedule) => Partial<FeeSchedule>) {
  const { schedule, version } = (await (await owner.get("/admin/fees/draft")).json()) as {
    schedule: FeeSchedule;
    version: number;
  };
  const changed = { ...schedule, ...changesTo(schedule) };
  await owner.put("/admin/fees/draft", { version, schedule: changed });
  const publishedAnswer = await owner.post("/admin/fees/draft/publication", {
    version: version + 1,
    startsLocal: null,
    reason: "A test",
  });
  expect([publishedAnswer.status, publishedAnswer.ok || (await publishedAnswer.text())]).toEqual([
    201,
    true,
  ]);
}

beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
  const signedIn = await signInRider(server);
  rider = signedIn.browser;
  riderId = signedIn.rider.id;
  company = await createCompany(owner);
  await publish({});
  await invite(owner, company.id, "rider@example.com");
  await rider.get("/companies");
});
afterEach(() => server.close());

const booked = async (answer: Response): Promise<Reservation> => {
  expect([answer.status, answer.ok || (await answer.text())]).toEqual([201, true]);
  return ((await answer.json()) as ReservationAnswer).reservation;
};
const first = async (over = {}) => (await quote(rider, over)).options[0];
const bookingRequest = async (over: object, booking: object) => {
  const { quote: sealed, options } = await quote(rider, { ...over });
  return rider.post("/reservations", {
    quote: sealed,
    vehicleClassId: options[0]?.vehicleClass.id,
    ...booking,
  });
};

test("a company's discount is a line of a member's quote and booking", async () => {
  const [optionWithoutCompany, memberOption] = [
    await first(),
    await first({ companyId: company.id }),
  ];
  const line = memberOption?.lines.find(({ kind }) => kind === "company_discount");
  expect(line && fareLineText(line, "RWF")).toBe("Company discount, 10 %");
  const before = optionWithoutCompany?.lines.filter(({ kind }) => kind !== "tax") ?? [];
  const subtotal = before.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  expect(line?.amountMinor).toBe(-Math.round(subtotal / 10));
  expect(memberOption?.fareMinor).toBeLessThan(optionWithoutCompany?.fareMinor ?? 0);
  const billTo = { companyId: company.id };
  const made = await booked(
    await bookingRequest({ companyId: company.id }, { payment: "account", billTo }),
  );
  expect([made.fareMinor, made.lines]).toEqual([
    memberOption?.fareMinor ?? 0,
    memberOption?.lines ?? [],
  ]);
});

test("a booking on account always gets the discount, and a cash booking cannot use a discounted quote", async () => {
  const made = await booked(await bookOnAccount(rider, { companyId: company.id }));
  expect(made.fareMinor).toBe((await first({ companyId: company.id }))?.fareMinor ?? 0);
  const cash = await bookingRequest({ companyId: company.id }, { payment: "cash" });
  expect(await refusal(cash)).toEqual([409, "quote.expired"]);
});

test("strangers, visitors and members of a suspended company get no discount", async () => {
  const listed = (await first())?.fareMinor;
  const { browser } = await signInRider(server, "other@example.com");
  for (const browserWithoutCompany of [browser, server.browser()])
    expect(
      (await quote(browserWithoutCompany, { companyId: company.id })).options[0]?.fareMinor,
    ).toBe(listed);
  const { id, name, version } = company;
  const details = { name, billingAddress: "Kigali", state: "suspended", version };
  expect((await owner.put(`/admin/companies/${id}`, details)).status).toBe(200);
  expect((await first({ companyId: id }))?.fareMinor).toBe(listed ?? 0);
});

test("the highest discount for class and service applies, and a booked trip keeps its price", async () => {
  await publish({ percent: 5 }, { percent: 20, serviceTypes: ["airport_pickup"] });
  const percentOf = async (over: object) =>
    (await first({ companyId: company.id, ...over }))?.lines.find(
      ({ kind }) => kind === "company_discount",
    )?.params;
  expect(await percentOf({})).toEqual({ percent: 20 });
  expect(await percentOf({ serviceType: "point_to_point" })).toEqual({ percent: 5 });
  const made = await booked(await bookOnAccount(rider, { companyId: company.id }));
  await publish({ percent: 50 });
  const seen = (await (await rider.get(`/reservations/${made.id}`)).json()) as ReservationAnswer;
  expect(seen.reservation.fareMinor).toBe(made.fareMinor);
});

test("a company's discount also applies to changes, phone bookings and the fee simulator", async () => {
  const made = await booked(await bookOnAccount(rider, { companyId: company.id }));
  const change = await owner.post(`/admin/reservations/${made.id}/change-quote`, {
    version: made.version,
    passengers: 1,
  });
  const { lines } = (await change.json()) as ChangeQuote;
  expect(lines.map(({ kind }) => kind)).toContain("company_discount");
  const quoteAnswer = await owner.post("/admin/quotes", trip({ companyId: company.id, riderId }));
  const { options, quote: sealed } = (await quoteAnswer.json()) as Awaited<
    ReturnType<typeof quote>
  >;
  expect(options[0]?.fareMinor).toBe(made.fareMinor);
  const phoneBooking = await owner.post("/admin/reservations", {
    quote: sealed,
    vehicleClassId: options[0]?.vehicleClass.id,
    caller: { riderId },
    payment: "account",
    billTo: { companyId: company.id },
  });
  expect((await booked(phoneBooking)).fareMinor).toBe(made.fareMinor);
  const testAnswer = await owner.post("/admin/fees/simulation", {
    trip: trip({ companyId: company.id }),
  });
  const { inForce } = (await testAnswer.json()) as SimulationAnswer;
  const fares = inForce?.classes.map(({ fare }) => fare?.totalMinor);
  expect(fares).toContain(made.fareMinor);
});

test("a rider cannot switch a discounted trip to cash online", async () => {
  const made = await booked(await bookOnAccount(rider, { companyId: company.id }));
  const cash = await rider.put(`/reservations/${made.id}`, {
    version: made.version,
    pays: { payment: "cash" },
  });
  expect(await refusal(cash)).toEqual([409, "payment.by_phone"]);
});

test("a rider who pays in cash cannot use a discounted quote to change the trip", async () => {
  const made = await booked(await bookingRequest({}, { payment: "cash" }));
  const { quote: sealed } = await quote(rider, { companyId: company.id, passengers: 1 });
  const changedAnswer = await rider.put(`/reservations/${made.id}`, {
    version: made.version,
    quote: sealed,
  });
  expect(await refusal(changedAnswer)).toEqual([409, "quote.expired"]);
});

test("a company's own API key gets its discount, and another company's key is refused", async () => {
  const listed = (await first())?.fareMinor ?? 0;
  const program = async (companyId: string | null) =>
    withApiKey(server.browser(), (await createApiKey(owner, { companyId })).token);
  const own = await program(company.id);
  const quoteAnswer = (await (await own.post("/partner/v1/quotes", trip())).json()) as QuoteAnswer;
  const billedMinor = quoteAnswer.options[0]?.fareMinor ?? 0;
  expect(billedMinor).toBeLessThan(listed);
  const answer = await own.post(
    "/partner/v1/bookings",
    {
      quote: quoteAnswer.quote,
      vehicleClassId: quoteAnswer.options[0]?.vehicleClass.id,
      passenger: { name: "Aline Uwase", phone: "+250788123456" },
    },
    { "idempotency-key": "a" },
  );
  const { booking } = (await answer.json()) as { booking: PartnerReservation };
  expect(booking).toMatchObject({
    fareMinor: billedMinor,
    billing: { company: { id: company.id } },
  });
  const operator = await program(null);
  const fares = async (over = {}) =>
    ((await (await operator.post("/partner/v1/quotes", trip(over))).json()) as QuoteAnswer)
      .options[0]?.fareMinor;
  expect([await fares(), await fares({ companyId: company.id })]).toEqual([listed, billedMinor]);
  const other = await program((await createCompany(owner)).id);
  const refusedAnswer = await other.post("/partner/v1/quotes", trip({ companyId: company.id }));
  expect(await refusal(refusedAnswer)).toEqual([403, "key.company"]);
});

/** Publishes the company's own base fare, distance and hourly rates for the first class, without a discount. */
const publishCompanyRates = () =>
  publishList(({ rates }) => ({
    companyDiscounts: [],
    companyRates: [
      {
        ...{ id: "own", companyId: company.id, vehicleClassId: rates[0]?.vehicleClassId ?? "" },
        ...{ baseMinor: 1_000, perDistanceMinor: 500, perMinuteMinor: null },
        ...{ minimumMinor: null, perHourMinor: 7_000 },
      },
    ],
  }));
type Lines = Reservation["lines"];
const paramsOf = (lines: Lines, kind: Lines[number]["kind"]) =>
  lines.filter((line) => line.kind === kind).map(({ params }) => params);

test("a company's own prices apply to their class, and the operator's apply where one is empty", async () => {
  await publishCompanyRates();
  const { schedule } = (await (await owner.get("/admin/fees/draft")).json()) as {
    schedule: FeeSchedule;
  };
  const [listRates] = schedule.rates;
  const of = async (over: object = {}) => {
    const { options } = await quote(rider, { companyId: company.id, ...over });
    return options.find(({ vehicleClass }) => vehicleClass.id === listRates?.vehicleClassId)?.lines;
  };
  const own = (await of()) ?? [];
  expect(own.find(({ kind }) => kind === "base")?.amountMinor).toBe(1_000);
  expect(paramsOf(own, "distance")).toMatchObject([{ perDistanceMinor: 500 }]);
  const { perMinuteMinor } = listRates ?? {};
  expect(paramsOf(own, "minutes")).toMatchObject([{ perMinuteMinor }]);
  const listed = (await of({ companyId: undefined })) ?? [];
  expect(listed.find(({ kind }) => kind === "base")?.amountMinor).toBe(listRates?.baseMinor ?? 0);
  const hourly = (await of({ serviceType: "hourly", hours: 3 })) ?? [];
  expect(paramsOf(hourly, "hourly")).toMatchObject([{ perHourMinor: 7_000 }]);
  const testAnswer = await owner.post("/admin/fees/simulation", {
    trip: trip({ companyId: company.id }),
  });
  const { inForce } = (await testAnswer.json()) as SimulationAnswer;
  expect(inForce?.classes.map(({ fare }) => fare?.lines)).toContainEqual(own);
});

test("a trip keeps the company's own prices, and its rider cannot switch it to cash online", async () => {
  await publishCompanyRates();
  const made = await booked(await bookOnAccount(rider, { companyId: company.id }));
  const cash = { version: made.version, pays: { payment: "cash" } };
  expect(await refusal(await rider.put(`/reservations/${made.id}`, cash))).toEqual([
    409,
    "payment.by_phone",
  ]);
  await publishList(() => ({ companyRates: [] }));
  const seen = (await (await rider.get(`/reservations/${made.id}`)).json()) as ReservationAnswer;
  expect(seen.reservation.fareMinor).toBe(made.fareMinor);
  expect((await first({ companyId: company.id }))?.fareMinor).not.toBe(made.fareMinor);
});
