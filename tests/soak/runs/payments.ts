/** A server is killed at each step of payments, while providers keep their own ledgers. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { insertRow } from "../../../db/rows";
import { admins, riders } from "../../../db/schema/accounts";
import { prepayments } from "../../../db/schema/prepayments";
import { reservations } from "../../../db/schema/reservations";
import { cardAgreements, savedCards } from "../../../db/schema/saved-cards";
import { vehicleClasses } from "../../../db/schema/vehicles";
import { startSession } from "../../../src/accounts/sessions/session-actions";
import { createRandom } from "../../../src/demo/random";
import type { TripMoneyAnswer } from "../../../src/payments/contract";
import type { PayLinkAnswer, PayPage } from "../../../src/payments/links/link-contract";
import { openDeps } from "../../support/deps";
import { createInstallation, freePort, type RunningExecutable } from "../../support/executable";
import { openFolder } from "../../support/first-prices";
import type { FakeProvider } from "../../support/payments/fake-provider";
import { startFlutterwave } from "../../support/payments/flutterwave";
import { startMomo } from "../../support/payments/mtn-momo";
import { startStripe } from "../../support/payments/stripe";
import { reservationValues } from "../../support/reservations";
import { until } from "../../support/eventually";
import { createVisitor } from "../../support/visitor";
import type { Figure, Soak } from "../figures";

const KILL_COUNT = 200;
const AT_ONCE = 8;
/** How long a kill waits for its step, in ms. After that, the server is killed wherever it is. */
const STEP_WAIT_MS = 15_000;
const DAY_MS = 86_400_000;

/** Livery's id of the payer's card. */
const CARD_ID = "5f0c7a52-6f1f-4c8e-9d3e-2f6b8a1c4d70";

/** The course of a trip's payment, which the trips take in turn. */
const kinds = [
  "card",
  "two tabs",
  "mobile",
  "cash and card",
  "free hold",
  "late hold",
  "saved card",
  "saved card hold",
] as const;
type Kind = (typeof kinds)[number];

/** A trip and the result that it must have in the end. */
interface PaidTrip {
  id: string;
  kind: Kind;
  number: number;
  fareMinor: number;
  cashMinor: number;
  refundMinor: number;
}

/** The requests to a provider. */
const steps = ["start", "look", "capture", "release", "refund"] as const;
type Step = (typeof steps)[number];

function stepOf(path: string): Step | null {
  if (path.endsWith("/token/")) return null;
  if (path.startsWith("GET ")) return "look";
  if (path.endsWith("/capture")) return "capture";
  if (path.endsWith("/cancel")) return "release";
  return /refunds?$/.test(path) ? "refund" : "start";
}

/** The moment at which the server is killed. */
type Point =
  | `${Step}: ${"before it was done" | "done, not answered" | "answered, not committed"}`
  | "a webhook on its way"
  | "a webhook taken"
  | "a call on its way";

const points: readonly Point[] = [
  "start: done, not answered",
  "refund: done, not answered",
  "a webhook on its way",
  "capture: done, not answered",
  "start: answered, not committed",
  "release: done, not answered",
  "refund: answered, not committed",
  "capture: answered, not committed",
  "a webhook taken",
  "look: done, not answered",
  "a call on its way",
  "start: before it was done",
  "release: answered, not committed",
  "look: answered, not committed",
  "refund: before it was done",
  "capture: before it was done",
  "a call on its way",
  "release: before it was done",
  "a webhook on its way",
  "look: before it was done",
];

/** The result of the run. */
interface KillResult {
  paidTripCount: number;
  kills: number;
  /** How many kills happened at the intended point. */
  met: number;
  interruptedCount: number;
  /** The amount that providers took minus their refunds, by their ledgers and by Livery's. */
  providerMinor: number;
  ledgerMinor: number;
  /** The differences found, by their subject. */
  differences: Record<"payments" | "charges" | "refunds" | "told" | "file" | "requests", string[]>;
}

/** Makes payments while the server is killed `kills` times. Before each kill, a trip of each kind waits to be paid. */
async function payWhileServerIsKilled(kills: number): Promise<KillResult> {
  const stripe = startStripe();
  const flutterwave = startFlutterwave();
  const momo = startMomo();
  stripe.methods.set("pm_payer", {
    id: "pm_payer",
    object: "payment_method",
    type: "card",
    customer: "cus_payer",
    card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2031 },
    bank: "pays",
  });
  const fakes = [stripe, flutterwave, momo] as const;
  const installation = createInstallation();
  try {
    const data = join(installation.folder, "data");
    const environment = {
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      PORT: `${await freePort()}`,
      STRIPE_SECRET_KEY: stripe.connection.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.connection.webhookSecret,
      STRIPE_API_URL: stripe.url,
      FLUTTERWAVE_SECRET_KEY: flutterwave.connection.secretKey,
      FLUTTERWAVE_SECRET_HASH: flutterwave.connection.secretHash,
      FLUTTERWAVE_API_URL: flutterwave.url,
    };
    const withMomo = {
      MTN_MOMO_SUBSCRIPTION_KEY: momo.connection.subscriptionKey,
      MTN_MOMO_API_USER: momo.connection.apiUser,
      MTN_MOMO_API_KEY: momo.connection.apiKey,
      MTN_MOMO_ENVIRONMENT: momo.connection.environment,
      MTN_MOMO_API_URL: momo.url,
    };
    const random = createRandom(20_261_128);
    await openFolder(data, environment);
    const { paidTrips, adminToken, riderToken } = await seed(data, kills * kinds.length, random);
    let server: RunningExecutable = await installation.start(environment);
    const staff = createVisitor(server.url);
    staff.cookies.set("livery_admin", adminToken);
    const rider = createVisitor(server.url);
    rider.cookies.set("livery_rider", riderToken);

    let killedCount = 0;
    let met = 0;
    let interruptedCount = 0;
    let killPoint: Point | null = null;
    let killPointAt = 0;
    let restart: Promise<void> = Promise.resolve();
    const arm = () => {
      killPoint = killedCount < kills ? (points[killedCount % points.length] ?? null) : null;
      killPointAt = performance.now();
    };
    /**
     * Sends SIGKILL and starts the server again on the same folder. The first step after the start is to ask the
     * providers for results.
     */
    function killServer(): void {
      killPoint = null;
      killedCount++;
      server.kill("SIGKILL");
      restart = (async () => {
        await server.exited;
        // Flutterwave takes mobile money in the first half of the kills, and MTN in the second.
        const more = killedCount >= kills / 2 ? withMomo : {};
        server = await installation.start({ ...environment, ...more });
        arm();
        await reconcile();
      })();
    }
    async function reconcile(): Promise<void> {
      // The next kill may interrupt it.
      const answer = await staff.post("/admin/payments/reconciliation", {}).catch(() => null);
      if (answer && !answer.ok)
        throw new Error(`reconciliation: ${answer.status} ${await answer.text()}`);
    }
    function reach(point: Point): boolean {
      if (killPoint !== point) return false;
      met++;
      killServer();
      return true;
    }
    /** Kills the server after a short random time if this point is next. */
    function killSoonAfter(point: Point, maxMs: number): void {
      if (killPoint !== point) return;
      killPoint = null;
      setTimeout(
        () => {
          met++;
          killServer();
        },
        random.between(0, maxMs),
      );
    }
    for (const fake of fakes as readonly FakeProvider[])
      fake.intercept = (moment, path) => {
        const step = stepOf(path);
        if (step === null) return;
        if (moment === "before") return reach(`${step}: before it was done`) ? "gone" : undefined;
        if (!reach(`${step}: done, not answered`))
          killSoonAfter(`${step}: answered, not committed`, 6);
      };
    const overdue = setInterval(() => {
      if (killPoint !== null && performance.now() - killPointAt > STEP_WAIT_MS) killServer();
    }, 100);

    /** Makes a request until there is an answer, like a person whose page did not load. */
    async function ask(send: () => Promise<Response>): Promise<Response> {
      for (;;) {
        try {
          const answer = await send();
          return new Response(await answer.arrayBuffer(), answer);
        } catch {
          interruptedCount++;
          await Bun.sleep(5);
          await restart;
        }
      }
    }
    const read = async <T>(visitor: typeof staff, path: string): Promise<T> => {
      const answer = await ask(() => visitor.get(path));
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    /**
     * Makes a change and sends it again with its key until there is an answer. After a stale version it reads the new
     * one.
     */
    async function change(
      visitor: typeof staff,
      path: string,
      body: () => object | Promise<object>,
      key?: string,
    ): Promise<{ status: number; json: unknown }> {
      for (;;) {
        const sent = await body();
        const answer = await ask(() => {
          killSoonAfter("a call on its way", 12);
          return visitor.post(path, sent, key === undefined ? {} : { "idempotency-key": key });
        });
        const json: unknown = await answer.json();
        if ((json as { code?: unknown }).code === "reservation.stale") continue;
        return { status: answer.status, json };
      }
    }
    const money = async ({ id }: PaidTrip) =>
      (await read<TripMoneyAnswer>(staff, `/admin/reservations/${id}/payments`)).money;
    const versionOf = async (paidTrip: PaidTrip) => ({ version: (await money(paidTrip)).version });

    /** Webhooks are sent until they are accepted, some of them twice. MTN sends its callback once. */
    const deliveries: Promise<void>[] = [];
    function deliver(send: () => Promise<Response>, isRepeated: boolean): void {
      const run = async () => {
        for (;;) {
          try {
            killSoonAfter("a webhook on its way", 5);
            const answer = await send();
            await answer.arrayBuffer();
            if (answer.ok) {
              killSoonAfter("a webhook taken", 8);
              if (random.chance(0.9)) return;
            } else if (answer.status < 500) throw new Error(`A webhook: ${answer.status}`);
          } catch (error) {
            if (error instanceof Error && error.message.startsWith("A webhook")) throw error;
            interruptedCount++;
          }
          if (!isRepeated) return;
          await Bun.sleep(20);
          await restart;
        }
      };
      deliveries.push(run());
    }
    const post = (url: string, { body, headers }: { body: string; headers: HeadersInit }) =>
      fetch(url, { method: "POST", body, headers });
    let told = 0;
    const webhookTimer = setInterval(() => {
      for (; told < stripe.events.length; told++) {
        const event = stripe.events[told];
        const id = `evt_${told}`;
        if (event)
          deliver(async () => {
            const url = `${server.url}/backend/payments/stripe/webhook`;
            return post(url, await stripe.deliver(event, { id }));
          }, true);
      }
    }, 10);

    /** Pays on the provider's page or on the phone. Returns false if the payer has nothing to do. */
    function payAtProvider(url: string | null, phone: string): boolean {
      const end = url?.split("/").at(-1) ?? "";
      const session = stripe.sessions.get(end);
      if (session?.status === "open") stripe.pay(session.client_reference_id ?? "");
      if (session) return true;
      for (const { tx_ref, status, customer } of flutterwave.transactions) {
        if (status !== "pending" || `+${customer.phone_number}` !== phone) continue;
        // The address of its page was lost with the answer, so nobody confirms it and it is declined.
        if (tx_ref === end) flutterwave.pay(tx_ref);
        else flutterwave.decline(tx_ref);
        const to = `${server.url}/backend/payments/flutterwave/webhook`;
        deliver(() => post(to, flutterwave.webhook(tx_ref)), true);
        return true;
      }
      for (const [id, { payer, status }] of momo.requests) {
        if (status !== "PENDING" || `+${payer.partyId}` !== phone) continue;
        momo.pay(id);
        const { url: to, body } = momo.callback(id);
        deliver(() => post(to, { body, headers: {} }), false);
        return true;
      }
      return false;
    }
    /** Pays with a link, however often a page does not load. */
    async function payBy(url: string, paidTrip: PaidTrip): Promise<void> {
      const path = `/pay/${url.split("/").at(-1)}`;
      const phone = `+2507${80_000_000 + paidTrip.number}`;
      const body =
        paidTrip.kind === "mobile" ? { method: "mobile_money", phone } : { method: "card_online" };
      const begin = () => change(rider, path, () => body);
      for (;;) {
        const page = await read<PayPage>(rider, path);
        if (page.state === "paid") return;
        if (page.state !== "open" && page.state !== "waiting")
          throw new Error(`${path} has ended: ${page.state}`);
        const isPaymentRequested =
          page.state === "waiting" && payAtProvider(page.waiting?.url ?? null, phone);
        if (!isPaymentRequested) {
          // Pressing again is harmless, also in another tab.
          const tabs = paidTrip.kind === "two tabs" ? [begin(), begin()] : [begin()];
          const [firstTab] = await Promise.all(tabs);
          const there =
            firstTab?.status === 200 ? (firstTab.json as { url: string | null }).url : null;
          if (firstTab?.status === 200) payAtProvider(there, phone);
        }
        await Bun.sleep(25);
      }
    }
    async function refund(paidTrip: PaidTrip): Promise<void> {
      const charge = (await money(paidTrip)).payments.find(({ kind }) => kind === "charge");
      const path = `/admin/reservations/${paidTrip.id}/payments/${charge?.id}/refund`;
      const refunded = await change(
        staff,
        path,
        async () => ({
          ...(await versionOf(paidTrip)),
          amountMinor: paidTrip.refundMinor,
          reason: "The car was late",
        }),
        `refund-${paidTrip.number}`,
      );
      // MTN makes no refunds.
      if (refunded.status === 409) paidTrip.refundMinor = 0;
      else if (refunded.status !== 201) throw new Error(JSON.stringify(refunded));
    }
    /** Charges the saved card as the office, and repeats until the fare is paid. */
    async function chargeCard(paidTrip: PaidTrip): Promise<void> {
      const path = `/admin/reservations/${paidTrip.id}/card-charge`;
      const charge = {
        cardId: CARD_ID,
        amountMinor: paidTrip.fareMinor,
        reason: "Agreed on the phone",
      };
      for (;;) {
        const body = async () => ({ ...(await versionOf(paidTrip)), ...charge });
        const { status, json } = await change(staff, path, body);
        const { code = "" } = json as { code?: string };
        if (status === 201 || code === "payment.nothing_due") return;
        if (code !== "payment.under_way" && code !== "payment.no_answer")
          throw new Error(`card: ${status} ${code}`);
        await Bun.sleep(100);
        await restart;
        // It is under way until the provider has given the result.
        await reconcile();
      }
    }
    /** Holds the amount on the rider's saved card, and repeats until it is held. */
    async function holdOnCard(paidTrip: PaidTrip): Promise<void> {
      for (;;) {
        const { status, json } = await change(
          rider,
          `/reservations/${paidTrip.id}/prepayment`,
          () => ({}),
        );
        const { code = "", url } = json as { code?: string; url?: string | null };
        if (status === 200 ? url === null : code === "payment.nothing_due") return;
        // The bank always accepts, so nobody is sent to a page.
        if (code !== "payment.under_way" && code !== "payment.no_answer")
          throw new Error(`card hold: ${status} ${code} ${url}`);
        await Bun.sleep(100);
        await restart;
      }
    }
    async function play(paidTrip: PaidTrip): Promise<void> {
      const { id, kind, cashMinor, refundMinor, number } = paidTrip;
      const at = `/admin/reservations/${id}`;
      if (kind === "saved card") return chargeCard(paidTrip);
      if (kind.endsWith("hold")) {
        if (kind === "saved card hold") await holdOnCard(paidTrip);
        else {
          const { json } = await change(rider, `/reservations/${id}/prepayment`, () => ({}));
          await payBy((json as { url: string }).url, paidTrip);
        }
        // The result of the hold is checked at the end.
        const { status } = await change(staff, `${at}/cancellation`, () => versionOf(paidTrip));
        if (status !== 200 && status !== 409) throw new Error(`cancellation: ${status}`);
        return;
      }
      if (cashMinor > 0) {
        const paid = { amountMinor: cashMinor, method: "cash", paidOn: "2026-11-20" };
        const body = async () => ({ ...(await versionOf(paidTrip)), ...paid });
        const { status } = await change(staff, `${at}/payments`, body, `cash-${number}`);
        if (status !== 201) throw new Error(`cash: ${status}`);
      }
      const { json } = await change(staff, `${at}/pay-link`, () => ({}));
      const { link } = json as PayLinkAnswer;
      if (!link) throw new Error(`No link: ${JSON.stringify(json)}`);
      await payBy(link.url, paidTrip);
      if (refundMinor > 0) await refund(paidTrip);
    }

    arm();
    let next = 0;
    async function client(): Promise<void> {
      for (;;) {
        const paidTrip = paidTrips[next];
        if (!paidTrip) return;
        // Each kill has its own trip of each kind, so that every step is still ahead.
        if (next >= (killedCount + 1) * kinds.length) {
          await Bun.sleep(10);
          continue;
        }
        next++;
        await play(paidTrip);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    await until("the last kill", () => killedCount >= kills, kills * STEP_WAIT_MS);
    killPoint = null;
    await restart;
    await Promise.all(deliveries);

    const db = new Database(join(data, "livery.sqlite"), { readonly: true });
    const count = (sql: string) => db.query<{ n: number }, []>(sql).get()?.n ?? Number.NaN;
    const open = () =>
      count(`SELECT (SELECT count(*) FROM payments WHERE state = 'pending')
        + (SELECT count(*) FROM payment_attempts WHERE state IN ('starting', 'open', 'held'))
        + (SELECT count(*) FROM prepayments WHERE state <> 'closed') AS n`);
    for (let tries = 0; open() > 0 && tries < 40; tries++) {
      await reconcile();
      await Bun.sleep(1_000);
    }
    clearInterval(webhookTimer);
    clearInterval(overdue);
    await Promise.all(deliveries);
    const journal = await (
      await staff.get("/admin/books/journal.csv?from=2026-01-01&to=2099-12-31")
    ).text();
    const differences = compare(db, paidTrips, { stripe, flutterwave, momo }, journal);
    if (open() > 0) differences.payments.push(`${open()} payments did not come to an end`);
    differences.requests.push(...fakes.flatMap(({ faults }) => faults));
    const sum = (amounts: Record<string, number>) =>
      Object.values(amounts).reduce((all, minor) => all + minor, 0);
    const payKillResult = {
      paidTripCount: paidTrips.length,
      kills: killedCount,
      met,
      interruptedCount,
      providerMinor: sum(theirs({ stripe, flutterwave, momo })),
      ledgerMinor: sum(ours(db)),
      differences,
    };
    db.close();
    return payKillResult;
  } finally {
    await installation.close();
    await Promise.all(fakes.map((fake) => fake.stop()));
  }
}

type FakeProviders = {
  stripe: ReturnType<typeof startStripe>;
  flutterwave: ReturnType<typeof startFlutterwave>;
  momo: ReturnType<typeof startMomo>;
};

/** Returns the remaining amount of each payment in the providers' own ledgers. */
function theirs({ stripe, flutterwave, momo }: FakeProviders): Record<string, number> {
  return { ...stripe.ledger(), ...flutterwave.ledger(), ...momo.ledger() } as Record<
    string,
    number
  >;
}

/** Returns the refunds of each payment that providers made. */
function refundedAmounts({ stripe, flutterwave }: FakeProviders): Map<string, number[]> {
  const back = new Map<string, number[]>();
  const add = (id = "", minor = 0) => back.set(id, [...(back.get(id) ?? []), minor]);
  for (const { metadata, amount } of stripe.refunds.values()) add(metadata?.livery_payment, amount);
  for (const { tx_id, amount_refunded } of flutterwave.refunds)
    add(flutterwave.transactions.find(({ id }) => id === tx_id)?.tx_ref, amount_refunded);
  return back;
}

/** Returns the remaining amount of each payment in Livery's rows. */
function ours(db: Database): Record<string, number> {
  const rows = db
    .query<{ id: string; minor: number }, []>(
      `WITH family AS (
         SELECT a.id AS attempt, p.id, p.kind, p.state, p.amount_minor FROM payment_attempts a
           JOIN payments p ON p.id = a.payment_id
         UNION ALL
         SELECT f.attempt, p.id, p.kind, p.state, p.amount_minor FROM family f JOIN payments p ON p.parent_id = f.id)
       SELECT attempt AS id, sum(amount_minor) AS minor FROM family
         WHERE state = 'succeeded' AND kind IN ('charge', 'capture', 'refund') GROUP BY attempt`,
    )
    .all();
  return Object.fromEntries(rows.map(({ id, minor }) => [id, minor]));
}

/** Collects every difference between the expected results and the ledgers, trips, journal and database file. */
function compare(
  db: Database,
  paidTrips: readonly PaidTrip[],
  fakes: FakeProviders,
  journal: string,
): KillResult["differences"] {
  const differences: KillResult["differences"] = {
    payments: [],
    charges: [],
    refunds: [],
    told: [],
    file: [],
    requests: [],
  };
  const [there, here, back] = [theirs(fakes), ours(db), refundedAmounts(fakes)];
  for (const id of new Set([...Object.keys(there), ...Object.keys(here)]))
    if ((there[id] ?? 0) !== (here[id] ?? 0))
      differences.payments.push(`${id}: ${there[id]} there, ${here[id]} here`);
  const attempts = db
    .query<{ id: string; trip: string }, []>(
      `SELECT a.id, l.reservation_id AS trip FROM payment_attempts a JOIN pay_links l ON l.id = a.link_id`,
    )
    .all();
  const fees = db.query<{ fee: number | null; due: number }, [string]>(
    `SELECT cancellation_fee_minor AS fee, CASE WHEN state = 'cancelled' THEN coalesce(cancellation_fee_minor, 0)
       ELSE fare_minor END - paid_minor AS due FROM reservations WHERE id = ?`,
  );
  for (const { id, kind, fareMinor, cashMinor, refundMinor } of paidTrips) {
    const { fee, due } = fees.get(id) ?? { fee: null, due: Number.NaN };
    const own = attempts.filter(({ trip }) => trip === id);
    const refunds = own.flatMap((one) => back.get(one.id) ?? []);
    const refunded = refunds.reduce((sum, minor) => sum + minor, 0);
    const taken = own.reduce((sum, one) => sum + (there[one.id] ?? 0), 0) + refunded;
    const wanted = kind.endsWith("hold") ? (fee ?? 0) : fareMinor - cashMinor;
    if (taken !== wanted) differences.charges.push(`${kind} ${id}: ${taken} taken, ${wanted} due`);
    if (refunded !== refundMinor || refunds.length > 1)
      differences.refunds.push(`${kind} ${id}: ${refunds} given back, ${refundMinor} asked for`);
    if (due !== 0) differences.charges.push(`${kind} ${id}: ${due} is due`);
    if (kind.endsWith("hold") && kind !== "free hold" && !fee)
      differences.charges.push(`${id}: no fee, so nothing was captured`);
  }
  const texts = (sql: string) =>
    db
      .query<{ text: string }, []>(sql)
      .all()
      .map(({ text }) => text);
  differences.told.push(...texts("SELECT kind || ' ' || ref AS text FROM payment_differences"));
  differences.file.push(
    ...texts(
      "SELECT integrity_check AS text FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
    ),
    ...texts(`SELECT "table" AS text FROM pragma_foreign_key_check`),
  );
  const cells = journal
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
  const column = (at: number) => cells.reduce((sum, row) => sum + Number(row[at] ?? 0), 0);
  const [debit, credit] = [column(2), column(3)];
  if (debit !== credit || debit === 0)
    differences.file.push(`journal: ${debit} debit, ${credit} credit`);
  return differences;
}

/** Adds finished trips, and some whose amount is to be held, with the payer and the office staff. */
async function seed(folder: string, count: number, random: ReturnType<typeof createRandom>) {
  const deps = openDeps(folder);
  const now = deps.now();
  const made = await deps.write((tx) => {
    const vehicleClassId = tx.select().from(vehicleClasses).all()[0]?.id ?? "";
    const person = { firstName: "Aline", lastName: "Uwase", createdAt: now, updatedAt: now };
    insertRow(tx, riders, { ...person, id: "payer", email: "payer@example.com" });
    insertRow(tx, savedCards, {
      id: CARD_ID,
      riderId: "payer",
      provider: "stripe",
      isLive: false,
      state: "saved",
      customerRef: "cus_payer",
      methodRef: "pm_payer",
      brand: "visa",
      last4: "4242",
      expMonth: 12,
      expYear: 2031,
      createdAt: now,
    });
    insertRow(tx, admins, { ...person, id: "owner", email: "owner@example.com", role: "owner" });
    const session = (audience: "admin" | "rider", accountId: string) =>
      startSession(tx, { audience, accountId, userAgent: "soak", address: "127.0.0.1", now }).token;
    const paidTrips = Array.from({ length: count }, (_, at): PaidTrip => {
      const kind = kinds[at % kinds.length] ?? "card";
      const fareMinor = random.whole(2_000, 30_000);
      const isRefunded = kind === "card" || (kind === "mobile" && random.chance(0.7));
      const paidTrip = {
        id: Bun.randomUUIDv7(),
        kind,
        number: 5_000 + at,
        fareMinor,
        cashMinor: kind === "cash and card" ? random.whole(1, fareMinor - 1) : 0,
        refundMinor: isRefunded ? random.whole(1, fareMinor) : 0,
      };
      const isHold = kind.endsWith("hold");
      insertRow(
        tx,
        reservations,
        reservationValues({
          id: paidTrip.id,
          number: paidTrip.number,
          vehicleClassId,
          riderId: "payer",
          state: isHold ? "confirmed" : "completed",
          payment: "card",
          fareMinor,
          fareLines: [{ kind: "base", params: {}, amountMinor: fareMinor }],
          createdAt: now - 2 * DAY_MS,
          pickupAt: now + (kind === "free hold" ? 4 * DAY_MS : isHold ? 600_000 : -DAY_MS),
        }),
      );
      const mostMinor = Math.round(fareMinor * 1.2);
      if (kind === "saved card hold")
        insertRow(tx, cardAgreements, {
          reservationId: paidTrip.id,
          cardId: CARD_ID,
          mostMinor,
          state: "open",
          createdAt: now,
        });
      if (isHold)
        insertRow(tx, prepayments, {
          reservationId: paidTrip.id,
          take: "hold",
          amountMinor: mostMinor,
          state: "waiting",
          notifiedAt: now,
          createdAt: now,
          updatedAt: now,
        });
      return paidTrip;
    });
    return {
      paidTrips,
      adminToken: session("admin", "owner"),
      riderToken: session("rider", "payer"),
    };
  });
  deps.map.close();
  deps.db.$client.close();
  return made;
}

export const payments: Soak = {
  name: "payments",
  description:
    "The server is killed 200 times with `kill -9` at a step of a payment (links, charges and holds of saved cards, holds, captures, releases, refunds): before the provider acts, before its answer, between the answer and the commit, in webhooks and in calls. Three providers keep their own ledgers. Eight people at a time repeat the requests that were cut off.",
  short: 0.04,
  async run(share) {
    const found = await payWhileServerIsKilled(Math.max(2, Math.round(KILL_COUNT * share)));
    const { differences } = found;
    for (const [kind, lines] of Object.entries(differences))
      for (const line of lines.slice(0, 20)) console.log(`${kind}: ${line}`);
    const none = (of: string, lines: readonly string[]) =>
      ({ of, value: lines.length, unit: "", aim: { most: 0 } }) satisfies Figure;
    return [
      { of: "trips paid", value: found.paidTripCount, unit: "trips" },
      { of: "kills", value: found.kills, unit: "kills" },
      { of: "at the step that they were meant for", value: found.met, unit: "kills" },
      { of: "requests that a kill met", value: found.interruptedCount, unit: "" },
      { of: "left with providers, by their ledgers", value: found.providerMinor, unit: "RWF" },
      {
        of: "the difference to our own ledger",
        value: Math.abs(found.providerMinor - found.ledgerMinor),
        unit: "RWF",
        aim: { most: 0 },
      },
      none("payments of which a provider and the ledger do not agree", differences.payments),
      none("trips charged twice, or another amount than was due", differences.charges),
      none("refunds made twice, or of another amount", differences.refunds),
      none("differences that do not exist, but were reported", differences.told),
      none("faults in the file and the journal", differences.file),
      none("requests that a provider’s reference does not know", differences.requests),
    ] satisfies Figure[];
  },
};
