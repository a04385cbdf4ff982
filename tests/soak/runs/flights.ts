/** A day of arrivals on servers with a fast clock, one for each flight data provider. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setAdminPassword } from "../../../src/accounts/staff/staff-invites";
import { prepareFirstStart } from "../../../src/process/start";
import {
  ARRIVAL_COUNT,
  decide,
  MIN_FLIGHTS_PER_KIND,
  CHECK_INTERVAL_MINUTES,
  keepDispatcherSignedIn,
  prepareDay,
  readDayResult,
} from "../../flights/day";
import { createSceneHelpers, MINUTE } from "../../flights/scene";
import { openDeps } from "../../support/deps";
import { createInstallation } from "../../support/executable";
import { openBusiness } from "../../support/first-prices";
import { startFlights } from "../../support/flights";
import { START } from "../../support/server";
import { PASSWORD } from "../../support/staff";
import { createVisitor, type Visitor } from "../../support/visitor";
import { type FastClock, startClock } from "../fast-clock";
import type { Figure, Soak } from "../figures";

/** A day at a hundred times real speed, in ms. */
const FULL_RUN_MS = 864_000;
const EMAIL = "dispatcher@example.com";

export const flights: Soak = {
  name: "flights",
  description:
    "A day with 40 arrivals (12 late, 3 early, 1 diverted, 1 cancelled) in 14.4 minutes, on two servers whose clocks and timers run a hundred times as fast. One asks FlightAware AeroAPI, the other AeroDataBox: fakes answer over HTTP in the forms of their references. A dispatcher looks every five minutes, accepts what is proposed and assigns drivers who can take it.",
  short: 0.025,
  async run(share) {
    const providers = ["aeroapi", "aerodatabox"] as const;
    const dayResults = await Promise.allSettled(providers.map((kind) => playDay(kind, share)));
    // By now both have ended, so that a failure of one does not leave the other's server running.
    const days = dayResults.map((day) => {
      if (day.status === "rejected") throw day.reason;
      return day.value;
    });
    const sum = (of: (day: (typeof days)[number]) => number) =>
      days.reduce((all, day) => all + of(day), 0);
    for (const each of days.flatMap(({ wrong }) => wrong)) console.log(`  ${each}`);
    return [
      { of: "arrivals", value: sum(({ count }) => count), unit: "arrivals" },
      {
        of: "arrivals whose pickup, landing or state is wrong in the end",
        value: sum(({ wrong }) => wrong.length),
        unit: "",
        aim: { most: 0 },
      },
      {
        of: "drivers and vehicles with two trips at a time",
        value: sum(({ doubleBookings }) => doubleBookings),
        unit: "",
        aim: { most: 0 },
      },
      {
        of: "news of a trip that one person got, at most",
        value: Math.max(...days.map(({ maxNotifications }) => maxNotifications)),
        unit: "",
        aim: { most: 3 },
      },
      {
        of: "messages to passengers about another time",
        value: sum(({ messages }) => messages),
        unit: "messages",
        aim: { least: 1 },
      },
      {
        of: "pickups that dispatch decided, where the driver had another trip",
        value: sum(({ accepted }) => accepted),
        unit: "pickups",
        aim: { least: 1 },
      },
      {
        of: "requests to the provider for each arrival",
        value: Math.max(...days.map(({ requests, count }) => requests / count)),
        unit: "",
        aim: { most: 36 },
      },
    ] satisfies Figure[];
  },
};

async function playDay(kind: "aeroapi" | "aerodatabox", share: number) {
  const fakeFlights = startFlights(kind);
  const installation = createInstallation();
  try {
    const folder = join(installation.folder, "data");
    mkdirSync(folder, { mode: 0o700 });
    const server = { deps: { ...openDeps(folder), now: () => START } };
    const { deps } = server;
    await prepareFirstStart(deps);
    await openBusiness(deps);
    await setAdminPassword(deps, EMAIL, PASSWORD, "dispatcher");
    const count = Math.max(MIN_FLIGHTS_PER_KIND, Math.round(ARRIVAL_COUNT * share));
    const { arrivals, minutes, tell } = await prepareDay(
      server,
      createSceneHelpers(server, fakeFlights),
      count,
    );
    const clock: FastClock = {
      from: START,
      times: (minutes * MINUTE) / (FULL_RUN_MS * share),
      file: join(installation.folder, "clock"),
    };
    const { url } = await installation.start({
      BUN_OPTIONS: `--preload=${join(import.meta.dir, "../fast-clock.ts")}`,
      FAST_CLOCK: JSON.stringify(clock),
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      FLIGHT_PROVIDER: kind,
      FLIGHT_API_KEY: fakeFlights.key,
      FLIGHT_API_URL: fakeFlights.url,
      FLIGHT_DAILY_QUESTIONS: "5000",
    });
    const desk = await keepDispatcherSignedIn(() => signIn(url));
    const now = startClock(clock);
    const clockTimer = setInterval(() => tell(now()), 5);
    const until = (minute: number) =>
      Bun.sleep(Math.max(0, START + minute * MINUTE - now()) / clock.times);
    let accepted = 0;
    for (let minute = 0; minute < minutes; minute += CHECK_INTERVAL_MINUTES) {
      await until(minute);
      accepted += await decide(desk);
    }
    await until(minutes);
    clearInterval(clockTimer);
    const requests = fakeFlights.requests.length;
    const end = readDayResult(deps.db, arrivals);
    deps.db.$client.close();
    return { ...end, count, accepted, requests };
  } finally {
    await installation.close();
    await fakeFlights.stop();
  }
}

async function signIn(url: string): Promise<Visitor> {
  const visitor = createVisitor(url);
  const answer = await visitor.post("/admin/login", { email: EMAIL, password: PASSWORD });
  if (!answer.ok) throw new Error(`sign-in failed: ${await answer.text()}`);
  return visitor;
}
