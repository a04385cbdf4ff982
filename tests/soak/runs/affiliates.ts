/** Two Liveries farm out trips to each other, and one of them is killed at each step. */
import type { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Db, openDatabase } from "../../../db/open";
import { insertRow } from "../../../db/rows";
import { admins } from "../../../db/schema/accounts";
import { feeSchedules } from "../../../db/schema/fares";
import { reservations } from "../../../db/schema/reservations";
import { settings } from "../../../db/schema/settings";
import { vehicleClasses } from "../../../db/schema/vehicles";
import { startSession } from "../../../src/accounts/sessions/session-actions";
import type { AffiliateAnswer, AffiliateStatement } from "../../../src/affiliates/contract";
import { createRandom } from "../../../src/demo/random";
import type { AccountSettlement } from "../../../src/payments/contract";
import type { Reservation, ReservationState } from "../../../src/reservations/contract";
import { MAX_SET_OFF_MINUTES } from "../../../src/reservations/start-contract";
import { createApiKey } from "../../support/api-keys";
import { createCompany } from "../../support/companies";
import { openDeps } from "../../support/deps";
import {
  createInstallation,
  freePort,
  type RunningExecutable,
  type Installation,
} from "../../support/executable";
import { openFolder } from "../../support/first-prices";
import { createDriver, createVehicle } from "../../support/fleet";
import { reservationValues } from "../../support/reservations";
import { until } from "../../support/eventually";
import { createVisitor, type Visitor } from "../../support/visitor";
import { market } from "../../pages/driver/scene";
import type { Figure, Soak } from "../figures";

/** How often each point is interrupted by a kill. */
const KILLS_PER_POINT = 1;
/** The pause after a restart before the next kill, in ms, so that work continues in between. */
const PAUSE_MS = 500;
const MAX_ROUNDS = 60;
const MINUTE_MS = 60_000;

/** The course of a trip. */
const kinds = [
  "driven",
  "driven at once",
  "changed",
  "withdrawn",
  "declined",
  "too dear",
  "no-show",
  "cancelled here",
  "cancelled late",
  "cancelled there",
  "unassigned",
  "corrected",
] as const;
type Kind = (typeof kinds)[number];

const news: readonly ReservationState[] = [
  "pending",
  "confirmed",
  "assigned",
  "en_route",
  "on_location",
  "passenger_on_board",
  "completed",
  "no_show",
  "cancelled",
  "rejected",
];
/** The calls between the two, with a `look` for each state that it returns. */
const calls = [
  "quote",
  "book",
  "change-quote",
  "change",
  "cancel",
  "track",
  ...news.map((state) => `look ${state}` as const),
] as const;
type Call = (typeof calls)[number];
/** The actions of people, on either side. */
const acts = [
  "offer",
  "withdraw",
  "accept",
  "decline",
  "name driver and car",
  "en_route",
  "on_location",
  "passenger_on_board",
  "completed",
  "no-show",
  "change",
  "cancel here",
  "cancel there",
  "unassign",
  "correct",
  "agree",
  "payment",
  "settle",
  "invoice",
] as const;
type Act = (typeof acts)[number];

/** The moment at which a kill interrupts a call or an action. */
type Point =
  | `${Call}: ${"the callee, before it has it" | "the callee, done and not answered" | "the caller, before the answer" | "the caller, with the answer"}`
  | `${Act}: under way`;

const points: readonly Point[] = [
  ...calls.flatMap((call): Point[] => [
    // Before the answer nobody knows which state a look returns.
    ...(call.startsWith("look") && call !== "look pending"
      ? []
      : [`${call}: the callee, before it has it` as const]),
    `${call}: the callee, done and not answered`,
    `${call}: the caller, before the answer`,
    `${call}: the caller, with the answer`,
  ]),
  ...acts.map((act): Point => `${act}: under way`),
];

/** A trip that one side farms out to the other. */
interface FarmedTrip {
  kind: Kind;
  from: Side;
  to: Side;
  id: string;
  number: number;
  pickupAt: number;
  /** The driver at the other side. */
  driver: Driver;
}
type Driver = { driverId: string; vehicleId: string; phone: Visitor };

/** One of the two Liveries. */
interface Side {
  name: string;
  /** A public internet address, by which the other side calls it. The calls never leave this machine. */
  address: string;
  installation: Installation;
  environment: Record<string, string>;
  server: RunningExecutable;
  restart: Promise<void>;
  staff: Visitor;
  store: Db;
  db: Database;
  /** The other side's ids here, as a company and as an affiliate. */
  companyId: string;
  affiliateId: string;
  cars: { driverId: string; vehicleId: string; token: string }[];
}

interface KillResult {
  farmedTripCount: number;
  kills: number;
  /** How many points were not interrupted as often as planned. */
  missedKillPoints: number;
  interruptedCount: number;
  differences: Record<"trips" | "bookings" | "steps" | "costs" | "statements" | "file", string[]>;
  billedMinor: number;
  owedMinor: number;
}

/**
 * Opens the connection between the two sides: the product calls https at public addresses, and this proxy receives
 * those calls.
 */
async function openProxy(
  addresses: readonly string[],
  answer: (request: Request) => Promise<Response>,
) {
  const folder = mkdtempSync(join(tmpdir(), "livery-line-"));
  const openssl = Bun.spawnSync(
    [
      ...["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
      ...["-nodes", "-days", "2", "-subj", "/CN=affiliates", "-keyout", "key.pem"],
      ...["-addext", `subjectAltName=${addresses.map((one) => `IP:${one}`).join(",")}`],
      ...["-out", "certificate.pem"],
    ],
    { cwd: folder, stderr: "pipe" },
  );
  if (openssl.exitCode !== 0) throw new Error(openssl.stderr.toString());
  const certificate = join(folder, "certificate.pem");
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { key: Bun.file(join(folder, "key.pem")), cert: Bun.file(certificate) },
    fetch: answer,
  });
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on("error", () => other.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const proxy = createServer((inside) => {
    inside.once("data", () => {
      const there = connect(server.port ?? 0, "127.0.0.1", () => {
        inside.write("HTTP/1.1 200 Connection established\r\n\r\n");
        inside.pipe(there).pipe(inside);
      });
      keep(inside, there);
      keep(there, inside);
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("No proxy");
  return {
    environment: {
      HTTPS_PROXY: `http://127.0.0.1:${address.port}`,
      NODE_EXTRA_CA_CERTS: certificate,
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await server.stop(true);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function callOf(method: string, path: string): "look" | Exclude<Call, `look ${string}`> {
  if (path.endsWith("/quotes")) return "quote";
  if (path.endsWith("/change-quote")) return "change-quote";
  if (path.endsWith("/cancellation")) return "cancel";
  if (path.endsWith("/tracking")) return "track";
  if (method === "PUT") return "change";
  return method === "POST" ? "book" : "look";
}

/**
 * Farms out trips while servers are killed: each point is interrupted `passes` times, up to `most` kills in a round.
 */
async function farmOutWhileServersAreKilled(passes: number, most: number): Promise<KillResult> {
  const random = createRandom(20_261_129);
  const left = new Map(points.map((point) => [point, passes]));
  const farmedTrips: FarmedTrip[] = [];
  const sides: Side[] = [];
  let kills = 0;
  let interruptedCount = 0;
  let busyUntil = Number.POSITIVE_INFINITY;
  let isOver = false;
  // Makes everything that is due later due now.
  const pullTimer = setInterval(() => {
    for (const { db } of sides)
      db.run("UPDATE farm_outs SET peer_due_at = 1 WHERE peer_due_at > 1");
  }, 250);

  function killSide(side: Side): void {
    kills++;
    busyUntil = Number.POSITIVE_INFINITY;
    side.server.kill("SIGKILL");
    side.restart = (async () => {
      await side.server.exited;
      side.server = await side.installation.start(side.environment);
      busyUntil = performance.now() + PAUSE_MS;
    })();
  }
  /** Whether a kill should happen at this point. If so, it counts as done. */
  function reach(point: Point): boolean {
    const times = left.get(point) ?? 0;
    if (times === 0 || kills >= most || isOver || performance.now() < busyUntil) return false;
    left.set(point, times - 1);
    return true;
  }
  function killAtRandomTime(side: Side, maxMs: number): void {
    busyUntil = Number.POSITIVE_INFINITY;
    setTimeout(() => killSide(side), random.between(0, maxMs));
  }

  const line = await openProxy(["21.0.0.1", "21.0.0.2"], async (request) => {
    const to = sides.find(({ address }) => address === request.headers.get("host"));
    const from = sides.find((side) => side !== to);
    if (!to || !from) throw new Error(`Nobody is at ${request.headers.get("host")}`);
    const deletedAnswer = new Response("gone", { status: 502 });
    const { pathname } = new URL(request.url);
    const named = callOf(request.method, pathname);
    const body = request.method === "GET" ? null : await request.text();
    if (reach(`${named === "look" ? "look pending" : named}: the callee, before it has it`)) {
      killSide(to);
      return deletedAnswer;
    }
    try {
      const url = `http://127.0.0.1:${to.server.port}${pathname}`;
      const answer = await fetch(url, { method: request.method, headers: request.headers, body });
      const text = await answer.text();
      const state = named === "look" ? JSON.parse(text).booking?.state : null;
      const call: Call = named === "look" ? `look ${state as (typeof news)[number]}` : named;
      if (reach(`${call}: the callee, done and not answered`)) {
        killSide(to);
        return deletedAnswer;
      }
      if (reach(`${call}: the caller, before the answer`)) {
        killSide(from);
        return deletedAnswer;
      }
      if (reach(`${call}: the caller, with the answer`)) killAtRandomTime(from, 6);
      return new Response(text, { status: answer.status });
    } catch {
      interruptedCount++;
      return deletedAnswer;
    }
  });

  /** Makes a request until there is an answer, like a person whose page did not load. Null if the answer was lost. */
  async function ask(
    side: Side,
    who: Visitor,
    [method, path, body]: readonly [string, string, unknown?],
    { act, key }: { act?: Act; key?: string } = {},
  ): Promise<{ status: number; json: unknown } | null> {
    await side.restart;
    if (act && reach(`${act}: under way`)) killAtRandomTime(side, 12);
    try {
      const answer = await who.request(path, {
        method,
        headers: {
          "content-type": "application/json",
          ...(key !== undefined && { "idempotency-key": key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, json: await answer.json() };
    } catch {
      interruptedCount++;
      await Bun.sleep(10);
      return null;
    }
  }
  async function read<T>(side: Side, path: string): Promise<T> {
    for (;;) {
      const answer = await ask(side, side.staff, ["GET", path]);
      if (answer?.status === 200) return answer.json as T;
      if (answer) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.json)}`);
    }
  }
  const look = async (side: Side, id: string) =>
    (await read<{ reservation: Reservation }>(side, `/admin/reservations/${id}`)).reservation;

  /** Does something with a trip once, however often the answer is lost. `isDone` decides that from the trip. */
  async function act(
    side: Side,
    of: { act: Act; id: string; who?: Visitor; key?: string },
    isDone: (trip: Reservation) => boolean,
    call: (trip: Reservation) => Promise<readonly [string, string, unknown?] | null>,
  ): Promise<void> {
    for (;;) {
      const trip = await look(side, of.id);
      if (isDone(trip)) return;
      const response = await call(trip);
      const answer = response && (await ask(side, of.who ?? side.staff, response, of));
      if (!answer || answer.status < 300) continue;
      const { code } = answer.json as { code: string };
      // Somebody else was faster, so the trip is read again.
      if (code === "reservation.stale" || code === "reservation.illegal_transition") continue;
      throw new Error(`${of.act}: ${answer.status} ${JSON.stringify(answer.json)}`);
    }
  }
  const post =
    (path: string, more: object = {}) =>
    async ({ version }: { version: number }) =>
      ["POST", path, { version, ...more }] as const;

  type FarmOut = {
    id: string;
    state: string;
    peer_id: string | null;
    cost_minor: number;
    peer_minor: number | null;
  };
  const farmOutsOf = ({ from, id }: Pick<FarmedTrip, "from" | "id">) =>
    from.db
      .query<FarmOut, [string]>(
        "SELECT * FROM farm_outs WHERE reservation_id = ? ORDER BY created_at",
      )
      .all(id);
  const stateOf = ({ db }: Side, id: string) =>
    db
      .query<{ state: ReservationState }, [string]>("SELECT state FROM reservations WHERE id = ?")
      .get(id)?.state;
  /** Waits for the result of either side's timers, however many kills happen in between. */
  const waitFor = (what: string, is: () => unknown) => until(what, is, 600_000);
  const seen = ({ from, id, kind }: FarmedTrip, ...states: ReservationState[]) =>
    waitFor(`${kind}: ${states.join(" or ")} here`, () =>
      states.includes(stateOf(from, id) ?? "quote"),
    );

  const at = ({ id }: { id: string }) => `/admin/reservations/${id}`;
  async function offer(farmedTrip: FarmedTrip, costMinor = 1_000_000): Promise<void> {
    const { from } = farmedTrip;
    const before = farmOutsOf(farmedTrip).length;
    await act(
      from,
      { act: "offer", id: farmedTrip.id },
      () => farmOutsOf(farmedTrip).length > before,
      post(`${at(farmedTrip)}/farm-out`, { affiliateId: from.affiliateId, costMinor, minutes: 60 }),
    );
  }
  /** Returns the id of the latest offer's booking at the other side. */
  async function peerBookingId(farmedTrip: FarmedTrip): Promise<string> {
    await waitFor(`${farmedTrip.kind}: booked there`, () => farmOutsOf(farmedTrip).at(-1)?.peer_id);
    return farmOutsOf(farmedTrip).at(-1)?.peer_id ?? "";
  }
  async function accepted(farmedTrip: FarmedTrip, costMinor?: number): Promise<string> {
    await offer(farmedTrip, costMinor);
    const id = await peerBookingId(farmedTrip);
    await act(
      farmedTrip.to,
      { act: "accept", id },
      ({ state }) => state !== "pending",
      post(`${at({ id })}/confirmation`),
    );
    await seen(farmedTrip, "assigned");
    // The driver must not set off before the passenger's phone number has arrived, because a trip on its way sends no
    // updates.
    await waitFor(`${farmedTrip.kind}: phone told there`, async () =>
      (await look(farmedTrip.to, id)).note.includes("Passenger’s phone"),
    );
    return id;
  }
  const assignAtPeer = ({ to, driver: { driverId, vehicleId } }: FarmedTrip, id: string) =>
    act(
      to,
      { act: "name driver and car", id },
      ({ state }) => state === "assigned",
      post(`${at({ id })}/assignment`, { driverId, vehicleId }),
    );
  const steps = ["en_route", "on_location", "passenger_on_board", "completed"] as const;
  async function step(
    { to, driver: { phone } }: FarmedTrip,
    id: string,
    next: (typeof steps)[number],
  ): Promise<void> {
    const key = Bun.randomUUIDv7();
    const reached = (state: ReservationState) =>
      steps.slice(steps.indexOf(next)).some((one) => one === state);
    await act(
      to,
      { act: next, id, who: phone, key },
      ({ state }) => reached(state),
      post(`/driver/reservations/${id}/progress`, { to: next }),
    );
  }
  const here = { latitude: -1.96, longitude: 30.12, accuracyMeters: 9 };
  async function drive(farmedTrip: FarmedTrip, id: string, isSeen: boolean): Promise<void> {
    await assignAtPeer(farmedTrip, id);
    for (const next of steps) {
      await step(farmedTrip, id, next);
      const recordedAt = new Date().toISOString();
      await ask(farmedTrip.to, farmedTrip.driver.phone, [
        "POST",
        "/driver/positions",
        { positions: [{ ...here, recordedAt }] },
      ]);
      if (isSeen) await seen(farmedTrip, next);
    }
    await seen(farmedTrip, "completed");
  }
  async function cancelTrip(farmedTrip: FarmedTrip, id: string): Promise<void> {
    await waitFor(
      `${farmedTrip.kind}: cancelled there`,
      () => stateOf(farmedTrip.to, id) === "cancelled",
    );
  }
  /** The amount that the other side bills becomes the cost: dispatch agrees to a higher one. */
  async function agree(farmedTrip: FarmedTrip, there: string): Promise<void> {
    const { fareMinor } = await look(farmedTrip.to, there);
    const offered = () => farmOutsOf(farmedTrip).at(-1);
    const isCostAgreed = () => offered()?.cost_minor === fareMinor;
    await act(farmedTrip.from, { act: "agree", id: farmedTrip.id }, isCostAgreed, async () => {
      await waitFor(`${farmedTrip.kind}: billed here`, () => offered()?.peer_minor === fareMinor);
      const bill = { farmOutId: offered()?.id, amountMinor: fareMinor };
      return isCostAgreed() ? null : ["POST", `${at(farmedTrip)}/farm-out/bill`, bill];
    });
  }
  const isOffered = ({ state }: Reservation) => state === "offered";

  async function play(farmedTrip: FarmedTrip): Promise<void> {
    const { kind, from, to, id } = farmedTrip;
    switch (kind) {
      case "driven":
      case "driven at once": {
        await drive(farmedTrip, await accepted(farmedTrip), kind === "driven");
        await act(
          from,
          { act: "payment", id, key: `paid-${id}` },
          ({ dueMinor }) => dueMinor === 0,
          async ({ version, dueMinor: amountMinor }) => [
            "POST",
            `${at(farmedTrip)}/payments`,
            { version, amountMinor, method: "cash", paidOn: new Date().toISOString().slice(0, 10) },
          ],
        );
        return act(
          from,
          { act: "settle", id },
          ({ state }) => state === "settled",
          post(`${at(farmedTrip)}/settlement`),
        );
      }
      case "changed": {
        const there = await accepted(farmedTrip);
        await act(
          from,
          { act: "change", id },
          ({ stops }) => stops.length > 0,
          async ({ version }) => {
            const change = { version, stops: [market], passengers: 2 };
            const quoted = await ask(from, from.staff, [
              "POST",
              `${at(farmedTrip)}/change-quote`,
              change,
            ]);
            const { quote } = (quoted?.json ?? {}) as { quote?: string };
            return quote === undefined ? null : ["PUT", at(farmedTrip), { version, quote }];
          },
        );
        await waitFor(
          "changed: changed there",
          async () => (await look(to, there)).stops.length > 0,
        );
        await agree(farmedTrip, there);
        return drive(farmedTrip, there, false);
      }
      case "withdrawn": {
        await offer(farmedTrip);
        await Bun.sleep(random.between(0, 4_000));
        await act(
          from,
          { act: "withdraw", id },
          (trip) => !isOffered(trip),
          async ({ version }) => ["DELETE", `${at(farmedTrip)}/offer`, { version }],
        );
        // The other side accepts the second offer.
        return drive(farmedTrip, await accepted(farmedTrip), false);
      }
      case "declined": {
        await offer(farmedTrip);
        const there = await peerBookingId(farmedTrip);
        await act(
          to,
          { act: "decline", id: there },
          ({ state }) => state === "rejected",
          post(`${at({ id: there })}/rejection`, { reason: "No car" }),
        );
        await seen(farmedTrip, "confirmed");
        return;
      }
      case "too dear": {
        await offer(farmedTrip, 1);
        await seen(farmedTrip, "confirmed");
        return;
      }
      case "no-show": {
        const there = await accepted(farmedTrip);
        await assignAtPeer(farmedTrip, there);
        await step(farmedTrip, there, "en_route");
        await step(farmedTrip, there, "on_location");
        await seen(farmedTrip, "on_location");
        backdateByAnHour(from, id);
        await act(
          to,
          { act: "no-show", id: there },
          ({ state }) => state === "no_show",
          post(`${at({ id: there })}/no-show`, { reason: "Nobody came" }),
        );
        await seen(farmedTrip, "no_show");
        return;
      }
      case "cancelled here":
      case "cancelled late": {
        const there = await accepted(farmedTrip);
        if (kind === "cancelled late") await assignAtPeer(farmedTrip, there);
        await act(
          from,
          { act: "cancel here", id },
          ({ state }) => state === "cancelled",
          post(`${at(farmedTrip)}/cancellation`),
        );
        return cancelTrip(farmedTrip, there);
      }
      case "cancelled there": {
        const there = await accepted(farmedTrip);
        await act(
          to,
          { act: "cancel there", id: there },
          ({ state }) => state === "cancelled",
          post(`${at({ id: there })}/cancellation`, { waiveFee: true }),
        );
        await seen(farmedTrip, "confirmed");
        return drive(farmedTrip, await accepted(farmedTrip), false);
      }
      case "unassigned": {
        const there = await accepted(farmedTrip);
        await act(
          from,
          { act: "unassign", id },
          ({ state }) => state === "confirmed",
          async ({ version }) => ["DELETE", `${at(farmedTrip)}/assignment`, { version }],
        );
        return cancelTrip(farmedTrip, there);
      }
      case "corrected": {
        const there = await accepted(farmedTrip);
        await drive(farmedTrip, there, false);
        const { fareMinor } = await look(to, there);
        const fareChangeMinor = from === sides[0] ? 500 : -500;
        await act(
          to,
          { act: "correct", id: there },
          (trip) => trip.fareMinor !== fareMinor,
          async ({ version }) => [
            "PUT",
            `${at({ id: there })}/fare`,
            { version, fareMinor: fareMinor + fareChangeMinor, reason: "Another way" },
          ],
        );
        await agree(farmedTrip, there);
      }
    }
  }

  /** Settles and bills all finished trips of the other side's company. */
  async function bill(side: Side): Promise<void> {
    const at = `/admin/companies/${side.companyId}`;
    for (;;) {
      const { trips } = await read<AccountSettlement>(side, `${at}/settlement`);
      if (trips.length === 0) break;
      const seenTrips = trips.map(({ id, version }) => ({ id, version }));
      await ask(side, side.staff, ["POST", `${at}/settlement`, { trips: seenTrips }], {
        act: "settle",
      });
    }
    for (;;) {
      const invoice = ["POST", `${at}/invoices`, { currency: "RWF", until: "2099-12-31" }] as const;
      const answer = await ask(side, side.staff, invoice, { act: "invoice" });
      // Repeats until nothing is left. An invoice whose answer was lost is not issued twice.
      if (answer && answer.status !== 201) return;
    }
  }

  try {
    for (const [at, name] of ["here", "there"].entries())
      sides.push(await openSide(name, `21.0.0.${at + 1}`, line.environment));
    const [first, second] = sides;
    if (!first || !second) throw new Error("There are two");
    await connectSides(first, second);
    await connectSides(second, first);
    busyUntil = 0;
    const canKillMore = () => kills < most && [...left.values()].some((times) => times > 0);
    for (
      let round = 0;
      round < MAX_ROUNDS && (round === 0 || (canKillMore() && most === Number.POSITIVE_INFINITY));
      round++
    ) {
      const newTrips = makeFarmedTrips(sides);
      farmedTrips.push(...newTrips);
      await Promise.all(
        newTrips.map((farmedTrip) =>
          play(farmedTrip).catch((error: Error) => {
            // The known facts show why nothing more happens.
            throw new Error(`${error.message}: ${JSON.stringify(farmOutsOf(farmedTrip))}`);
          }),
        ),
      );
      for (const side of sides) await bill(side);
    }
    isOver = true;
    for (const side of sides) await side.restart;
    await waitFor("the last call between the two", () =>
      sides.every(
        ({ db }) =>
          db
            .query<{ n: number }, []>(
              "SELECT count(*) AS n FROM farm_outs WHERE peer_due_at IS NOT NULL",
            )
            .get()?.n === 0,
      ),
    );
    for (const side of sides) await bill(side);
    const differences: KillResult["differences"] = {
      trips: [],
      bookings: [],
      steps: [],
      costs: [],
      statements: [],
      file: [],
    };
    let billedMinor = 0;
    let owedMinor = 0;
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      compare(
        from,
        to,
        farmedTrips.filter((farmedTrip) => farmedTrip.from === from),
        differences,
      );
      const invoicedMinor = to.db
        .query<{ n: number }, [string]>(
          "SELECT coalesce(sum(total_minor), 0) AS n FROM invoices WHERE company_id = ?",
        )
        .get(to.companyId)?.n;
      billedMinor += invoicedMinor ?? Number.NaN;
      for (const month of monthsOf(farmedTrips)) {
        const path = `/admin/affiliates/${from.affiliateId}/statement?month=${month}`;
        const { sums } = await read<AffiliateStatement>(from, path);
        owedMinor += sums.reduce((sum, { costMinor }) => sum + costMinor, 0);
      }
    }
    if (billedMinor !== owedMinor)
      differences.statements.push(`${billedMinor} billed, ${owedMinor} owed`);
    const unmetKills = [...left].filter(([, times]) => times > 0);
    if (most === Number.POSITIVE_INFINITY)
      for (const [point, times] of unmetKills) console.log(`not met: ${point} (${times})`);
    return {
      farmedTripCount: farmedTrips.length,
      kills,
      missedKillPoints: unmetKills.length,
      interruptedCount,
      differences,
      billedMinor,
      owedMinor,
    };
  } finally {
    clearInterval(pullTimer);
    for (const { db, installation } of sides) {
      db.close();
      await installation.close();
    }
    await line.close();
  }
}

/** Moves an event back by an hour, as if the driver had waited for the passenger. Only this test changes the log. */
function backdateByAnHour({ db }: Side, id: string): void {
  const name = "reservation_events_no_update";
  const { sql } = db
    .query<{ sql: string }, [string]>("SELECT sql FROM sqlite_master WHERE name = ?")
    .get(name) ?? { sql: "" };
  db.transaction(() => {
    db.run(`DROP TRIGGER ${name}`);
    db.run("UPDATE reservation_events SET at = at - 7200000 WHERE reservation_id = ?", [id]);
    db.run(sql);
    db.run("UPDATE reservations SET pickup_at = ? WHERE id = ?", [
      Date.now() - 120 * MINUTE_MS,
      id,
    ]);
  }).immediate();
}

function monthsOf(farmedTrips: readonly FarmedTrip[]): Set<string> {
  return new Set(
    farmedTrips.flatMap(({ pickupAt }) =>
      [-1, 0, 1].map((days) => new Date(pickupAt + days * 86_400_000).toISOString().slice(0, 7)),
    ),
  );
}

/** Opens a Livery with an owner, and with a driver and a car for each kind of trip that it drives. */
async function openSide(
  name: string,
  address: string,
  proxyEnvironment: Record<string, string>,
): Promise<Side> {
  const installation = createInstallation();
  const data = join(installation.folder, "data");
  const environment = {
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    PORT: `${await freePort()}`,
    ...proxyEnvironment,
  };
  await openFolder(data, environment);
  const deps = openDeps(data);
  const now = deps.now();
  const session = (audience: "admin" | "driver", accountId: string) =>
    startSession(deps.db, { audience, accountId, userAgent: "soak", address: "127.0.0.1", now })
      .token;
  deps.db
    .update(settings)
    .set({ phone: "+250788999111", setOffMinutes: MAX_SET_OFF_MINUTES })
    .run();
  const person = { firstName: "Ada", lastName: "Uwase", createdAt: now, updatedAt: now };
  insertRow(deps.db, admins, { ...person, id: "owner", email: "owner@example.com", role: "owner" });
  const ownerToken = session("admin", "owner");
  const cars = kinds.map(() => {
    const { id: vehicleId } = createVehicle({ deps });
    const { id: driverId } = createDriver({ deps }, { vehicleId });
    return { driverId, vehicleId, token: session("driver", driverId) };
  });
  deps.map.close();
  deps.db.$client.close();
  const server = await installation.start(environment);
  const staff = createVisitor(server.url);
  staff.cookies.set("livery_admin", ownerToken);
  const store = openDatabase(join(data, "livery.sqlite"));
  const db = store.$client;
  return {
    ...{
      name,
      address,
      installation,
      environment,
      server,
      restart: Promise.resolve(),
      staff,
      store,
      db,
      cars,
    },
    ...{ companyId: "", affiliateId: "" },
  };
}

/** Connects the two: one becomes a company of the other, and the other an affiliate of the first. */
async function connectSides(from: Side, to: Side): Promise<void> {
  to.companyId = (await createCompany(to.staff as never, { name: from.name })).id;
  const { token } = await createApiKey(to.staff as never, {
    companyId: to.companyId,
    scopes: ["quotes", "bookings", "read"],
  });
  const added = await from.staff.post("/admin/affiliates", {
    ...{ name: to.name, email: `${to.name}@example.com` },
    ...{ peerUrl: `https://${to.address}`, peerKey: token },
  });
  if (!added.ok) throw new Error(`affiliates: ${added.status} ${await added.text()}`);
  from.affiliateId = ((await added.json()) as AffiliateAnswer).affiliate.id;
}

/** Each trip has its own passenger. */
const phoneOf = (number: number) => `+25078${8_000_000 + number}`;

/** Adds a confirmed trip of each kind to either side. */
function makeFarmedTrips(sides: readonly Side[]): FarmedTrip[] {
  const minute = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
  return sides.flatMap((from) => {
    const to = sides.find((side) => side !== from) ?? from;
    const vehicleClassId = from.store.select().from(vehicleClasses).all()[0]?.id ?? "";
    const feeScheduleId = from.store.select().from(feeSchedules).all()[0]?.id ?? "";
    return kinds.map((kind, at): FarmedTrip => {
      const car = to.cars[at];
      if (!car) throw new Error("No car");
      const phone = createVisitor(to.server.url);
      phone.cookies.set("livery_driver", car.token);
      const pickupAt = minute + (kind === "cancelled late" ? 90 : 240) * MINUTE_MS;
      const id = Bun.randomUUIDv7();
      const number = from.db
        .transaction(() => {
          const { n } = from.db
            .query<{ n: number }, []>(
              "SELECT coalesce(max(number), 1000) + 1 AS n FROM reservations",
            )
            .get() ?? { n: 1_001 };
          const values = { id, number: n, pickupAt, vehicleClassId, feeScheduleId };
          insertRow(
            from.store,
            reservations,
            reservationValues({
              ...values,
              createdAt: Date.now(),
              passengerPhone: phoneOf(n),
            }),
          );
          return n;
        })
        .immediate();
      return { kind, from, to, id, number, pickupAt, driver: { ...car, phone } };
    });
  });
}

const driven = ["en_route", "on_location", "passenger_on_board", "completed"];
/** The final state of each kind of trip here, and how often it was driven by the other side. */
const ends: Record<Kind, readonly [ReservationState, number]> = {
  driven: ["settled", 1],
  "driven at once": ["settled", 1],
  changed: ["completed", 1],
  withdrawn: ["completed", 1],
  declined: ["confirmed", 0],
  "too dear": ["confirmed", 0],
  "no-show": ["no_show", 0],
  "cancelled here": ["cancelled", 0],
  "cancelled late": ["cancelled", 0],
  "cancelled there": ["completed", 1],
  unassigned: ["confirmed", 0],
  corrected: ["completed", 1],
};

/** Collects every difference between the two sides' books, and everything that was lost or doubled. */
function compare(
  from: Side,
  to: Side,
  farmedTrips: readonly FarmedTrip[],
  differences: KillResult["differences"],
): void {
  type Booking = {
    id: string;
    state: ReservationState;
    costs: number;
    pickup_at: number;
    reference: string;
  };
  const bookings = to.db
    .query<Booking, [string]>(
      `SELECT id, state, pickup_at, billing_reference AS reference, CASE
         WHEN state IN ('completed', 'settled') THEN fare_minor
         ELSE coalesce(cancellation_fee_minor, 0) END AS costs
       FROM reservations WHERE company_id = ?`,
    )
    .all(to.companyId);
  type FarmOut = {
    id: string;
    state: string;
    peer_id: string | null;
    cost_minor: number;
    peer_note: string;
    number: number;
  };
  const offers = from.db
    .query<FarmOut, []>(
      `SELECT f.id, f.state, f.peer_id, f.cost_minor, f.peer_note, r.number FROM farm_outs f
       JOIN reservations r ON r.id = f.reservation_id`,
    )
    .all();
  for (const { id, reference } of bookings) {
    const own = offers.filter(({ peer_id }) => peer_id === id);
    if (own.length !== 1)
      differences.bookings.push(`${from.name} ${reference}: ${own.length} offers of ${id}`);
  }
  for (const { id, peer_id, number, state } of offers)
    if (peer_id !== null && !bookings.some((booking) => booking.id === peer_id))
      differences.bookings.push(`${from.name} ${number}: ${state} offer ${id} has no booking`);
  const taken = (db: Database, id: string) =>
    db
      .query<{ to: string }, [string]>(
        `SELECT to_state AS "to" FROM reservation_events
         WHERE reservation_id = ? AND from_state <> to_state ORDER BY at, rowid`,
      )
      .all(id)
      .map((event) => event.to);
  for (const { kind, id, number } of farmedTrips) {
    const of = `${from.name} ${number} (${kind})`;
    const [state, times] = ends[kind];
    const here = from.db
      .query<{ state: string }, [string]>("SELECT state FROM reservations WHERE id = ?")
      .get(id)?.state;
    if (here !== state) differences.trips.push(`${of}: ${here}`);
    const own = bookings.filter(({ reference }) => reference === String(number));
    const completedTrips = own.filter(
      (one) => one.state === "completed" || one.state === "settled",
    );
    if (completedTrips.length !== times)
      differences.trips.push(`${of}: driven ${completedTrips.length} times`);
    const live = own.filter((one) => !["cancelled", "rejected"].includes(one.state));
    if (live.length !== (kind === "no-show" ? 1 : times))
      differences.bookings.push(`${of}: ${own.map((one) => one.state)}`);
    const ourSteps = taken(from.db, id).filter((one) => driven.includes(one));
    const theirSteps = live.flatMap((one) =>
      taken(to.db, one.id).filter((at) => driven.includes(at)),
    );
    if (String(ourSteps) !== String(theirSteps))
      differences.steps.push(`${of}: ${ourSteps} here, ${theirSteps} there`);
    // The passenger is told of each step once, although the trip was offered twice.
    const told = from.db
      .query<{ kind: string; times: number }, [string]>(
        `SELECT kind, count(*) AS times FROM outbox WHERE recipient = ?
           AND kind IN ('driver_on_the_way', 'driver_arrived', 'receipt') GROUP BY kind`,
      )
      .all(phoneOf(number));
    const expectedMessages = times === 1 || kind === "no-show" ? 3 : 0;
    if (told.length !== expectedMessages || told.some((one) => one.times !== 1))
      differences.steps.push(`${of}: told ${JSON.stringify(told)}`);
    const offered = offers.filter((one) => one.number === number);
    for (const { peer_id, state: finalState, cost_minor, peer_note } of offered) {
      // A no-show was reported before the waiting time here had ended.
      if (peer_note !== "" && kind !== "no-show") differences.steps.push(`${of}: ${peer_note}`);
      const booking = own.find((one) => one.id === peer_id);
      if (finalState === "accepted" && booking?.costs !== cost_minor)
        differences.costs.push(`${of}: ${cost_minor} here, ${booking?.costs} there`);
      if (
        finalState === "accepted" ? live[0]?.id !== peer_id : live.some((one) => one.id === peer_id)
      )
        differences.bookings.push(`${of}: ${finalState} here, ${booking?.state} there`);
    }
  }
  const texts = (sql: string) =>
    from.db
      .query<{ text: string }, []>(sql)
      .all()
      .map(({ text }) => text);
  differences.file.push(
    ...texts(
      "SELECT integrity_check AS text FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
    ),
    ...texts(`SELECT "table" AS text FROM pragma_foreign_key_check`),
  );
}

export const affiliates: Soak = {
  name: "affiliates",
  description:
    "Two servers offer each other trips as affiliates, over https. One of them is killed with `kill -9` before, during and after each call between them, and during each call of dispatch and drivers: offers, withdrawals, answers, steps, changes, cancellations and invoices, on either side.",
  short: 0.1,
  async run(share) {
    const found = await farmOutWhileServersAreKilled(
      KILLS_PER_POINT,
      share < 1 ? Math.round(points.length * KILLS_PER_POINT * share) : Number.POSITIVE_INFINITY,
    );
    for (const [kind, lines] of Object.entries(found.differences))
      for (const line of lines.slice(0, 20)) console.log(`${kind}: ${line}`);
    const none = (of: string, lines: readonly string[]) =>
      ({ of, value: lines.length, unit: "", aim: { most: 0 } }) satisfies Figure;
    const { differences } = found;
    return [
      { of: "trips farmed out", value: found.farmedTripCount, unit: "trips" },
      { of: "kills", value: found.kills, unit: "kills" },
      ...(share < 1
        ? []
        : [
            {
              of: "steps in which none was killed",
              value: found.missedKillPoints,
              unit: "",
              aim: { most: 0 },
            },
          ]),
      { of: "calls without an answer", value: found.interruptedCount, unit: "" },
      { of: "billed there", value: found.billedMinor, unit: "RWF", aim: { least: 1 } },
      {
        of: "the difference to what is owed by the statements here",
        value: Math.abs(found.billedMinor - found.owedMinor),
        unit: "RWF",
        aim: { most: 0 },
      },
      none("trips in another state than they should be, or driven twice", differences.trips),
      none("bookings lost or doubled", differences.bookings),
      none("steps lost or doubled", differences.steps),
      none("trips with two costs", differences.costs),
      none("faults in the files", differences.file),
    ] satisfies Figure[];
  },
};
