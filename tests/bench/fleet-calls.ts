/** The requests of the benchmark with a million reservations. */
import { allStates, builtInViews, openStates, statesOf } from "../../src/dispatch/board/view-rules";
import { groupings } from "../../src/reports/period-contract";
import { demoNameOf, phoneOf } from "./fleet-trips";
import type { SeededFleet } from "./fleet-seed";

const DAY = 86_400_000;

export type Call = {
  name: string;
  as: "admin" | "rider" | "driver";
  /** The path for a turn; each turn requests other days, people and places. */
  path: (turn: number) => string;
};

type Query = Record<string, string | number | readonly string[] | undefined>;

/** Returns every daily call whose answer could depend on the number of reservations. */
export function callsOf(seededFleet: SeededFleet, oldest: number): Call[] {
  const now = Date.now();
  const day = (ago: number) => new Date(now - ago * DAY).toISOString().slice(0, 10);
  const pick = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;
  /** Times spread over all the years. */
  const deepCursor = (turn: number) => now - ((turn * 7_919) % 1_000) * ((now - oldest) / 1_000);
  const cursor = (turn: number) =>
    Buffer.from(JSON.stringify([Math.floor(deepCursor(turn)), ""])).toString("base64url");
  const dayLongAgo = (turn: number) => new Date(deepCursor(turn)).toISOString().slice(0, 10);
  const list = (name: string, query: (turn: number) => Query): Call => ({
    name: `list: ${name}`,
    as: "admin",
    path: (turn) => `/backend/admin/reservations?${addressOf(query(turn))}`,
  });
  const admin = (name: string, path: (turn: number) => string): Call => ({
    name,
    as: "admin",
    path: (turn) => `/backend/admin/${path(turn)}`,
  });
  const { drivers, companies, classes, riders } = seededFleet.fleet;
  const over = ["completed", "settled", "cancelled", "no_show"];
  const month = (turn: number) => ({ from: day(31 + (turn % 50)), to: day(turn % 50) });
  const year = (turn: number) => ({ from: day(365 + (turn % 50)), to: day(turn % 50) });
  const reports = [
    ["day", 1],
    ["month", 31],
    ["year", 365],
    ["three years", 1_000],
  ] as const;
  const periods = (days: number, turn: number) => ({
    from: day(days + (turn % 50)),
    to: day(turn % 50),
    by: pick(groupings, turn),
  });
  const person = (turn: number) => demoNameOf((turn * 31) % riders.length);
  const searches: [name: string, word: (turn: number) => string][] = [
    ["the town", () => "kigali"],
    ["two common words", () => "kigali airport"],
    ["the plate's letters", () => "rab"],
    ["two letters", (turn) => pick(["ki", "uw", "mu", "al"], turn)],
    ["a first name", (turn) => pick(["aline", "eric", "diane", "grace"], turn)],
    ["a whole name", (turn) => `${person(turn).first} ${person(turn).last}`],
    ["a name and a place", (turn) => `${person(turn).last} serena`],
    ["a phone number", (turn) => phoneOf((turn * 31) % riders.length)],
    ["a phone number as at home", (turn) => `0${phoneOf((turn * 31) % riders.length).slice(4)}`],
    ["a phone number's beginning", () => "+25078"],
    ["a number", (turn) => `${1_001 + ((turn * 7_919) % seededFleet.count)}`],
    ["a number's beginning", (turn) => `${10 + (turn % 80)}`],
    ["nothing there", (turn) => pick(["zzyzx", "kigali zzyzx", "aline zzyzx"], turn)],
    ["a common word and a rare name", () => "kigali musoni aimable"],
  ];
  return [
    admin("health", () => "profile"),
    {
      name: "page: the board, rendered",
      as: "admin",
      path: () => "/dispatch/dashboard/reservation",
    },
    list("open, from today", () => ({ state: openStates, from: day(0) })),
    list("open, from today, 100", () => ({ state: openStates, from: day(0), limit: 100 })),
    list("open, deep", (turn) => ({ state: openStates, cursor: cursor(turn) })),
    list("all, all dates", () => ({})),
    list("all, latest first", () => ({ sort: "-pickupAt" })),
    list("all, deep", (turn) => ({ cursor: cursor(turn) })),
    list("all, by booking, deep", (turn) => ({ sort: "-createdAt", cursor: cursor(turn) })),
    list("all states named, deep", (turn) => ({ state: allStates, cursor: cursor(turn) })),
    list("settled, by booking", () => ({ state: ["settled"], sort: "-createdAt" })),
    list("a day", (turn) => ({ from: dayLongAgo(turn), to: dayLongAgo(turn) })),
    ...builtInViews.map(({ name, search }) =>
      list(`view ${name}`, () => ({
        state: statesOf(search),
        service: search.service?.split("."),
        overdue: search.overdue ? "true" : undefined,
        approval: search.approval ? "true" : undefined,
        ...(search.range === "today" && { from: day(0), to: day(0) }),
        ...(search.range === undefined && { from: day(0) }),
      })),
    ),
    list("late, all dates, all states", () => ({ overdue: "true", sort: "-pickupAt" })),
    list("care of all dates", () => ({ service: ["home_care"], sort: "-pickupAt" })),
    list("airports by booking", () => ({
      service: ["airport_pickup", "airport_dropoff"],
      sort: "-createdAt",
    })),
    list("interpreters, open, by booking", () => ({
      service: ["interpreter"],
      state: openStates,
      sort: "createdAt",
    })),
    list("rows of a month", (turn) => ({ state: over, ...month(turn) })),
    list("rows of a driver's month", (turn) => ({
      state: over,
      ...month(turn),
      driver: pick(drivers, turn),
    })),
    list("rows of a driver's year, latest", (turn) => ({
      state: over,
      ...year(turn),
      driver: pick(drivers, turn),
      sort: "-pickupAt",
    })),
    list("rows of nobody's year", (turn) => ({
      state: ["completed", "settled"],
      ...year(turn),
      driver: "none",
    })),
    list("rows of a company's year", (turn) => ({
      state: over,
      ...year(turn),
      company: pick(companies, turn),
    })),
    list("rows of a rare company, all dates, by booking", () => ({
      company: companies.at(-1),
      sort: "-createdAt",
    })),
    list("rows of a class's year", (turn) => ({
      state: over,
      ...year(turn),
      vehicleClass: pick(classes, turn),
    })),
    list("rows of a source no trip has", (turn) => ({
      state: over,
      ...year(turn),
      source: "demo",
    })),
    list("rows of a source's year", (turn) => ({ state: over, ...year(turn), source: "phone" })),
    list("rows of a driver's late year", (turn) => ({
      state: over,
      ...year(turn),
      driver: pick(drivers, turn),
      arrival: "late",
    })),
    list("no-shows in time of a class", (turn) => ({
      state: ["no_show"],
      ...year(turn),
      vehicleClass: pick(classes, turn),
      arrival: "on_time",
    })),
    ...searches.flatMap(([name, word]) => [
      list(`search from today: ${name}`, (turn) => ({
        state: openStates,
        from: day(0),
        q: word(turn),
      })),
      list(`search all: ${name}`, (turn) => ({ q: word(turn) })),
      list(`search all, latest: ${name}`, (turn) => ({ q: word(turn), sort: "-pickupAt" })),
      admin(`palette: ${name}`, (turn) => `search?${addressOf({ q: word(turn) })}`),
    ]),
    list("search driven in a year: the town", (turn) => ({
      state: over,
      ...year(turn),
      q: "kigali",
    })),
    list("search by booking: a first name", () => ({ q: "aline", sort: "-createdAt" })),
    list("search deep: the town", (turn) => ({ q: "kigali", cursor: cursor(turn) })),
    admin("counts from today", () => `reservations/counts?from=${day(0)}`),
    admin("counts of a month", (turn) => `reservations/counts?${addressOf(month(turn))}`),
    admin("counts of a year", (turn) => `reservations/counts?${addressOf(year(turn))}`),
    admin("counts up to a day", () => `reservations/counts?to=${day(0)}`),
    admin("views with their counts", () => "views"),
    admin("day", (turn) => `day?day=${day((turn % 60) - 20)}`),
    admin("day, searched", (turn) => `day?${addressOf({ day: day(turn % 60), q: "kigali" })}`),
    admin("positions", () => "positions"),
    admin("attention", () => "attention"),
    admin("messages", () => "messages"),
    admin("ratings unseen", () => "ratings?unseen=true"),
    admin("getting started", () => "getting-started"),
    admin("auto-dispatch", () => "auto-dispatch"),
    admin("riders", () => "riders"),
    admin("riders: a name", (turn) => `riders?${addressOf({ q: person(turn).first })}`),
    admin("riders: two letters", (turn) => `riders?q=${pick(["uw", "mu", "al"], turn)}`),
    admin("riders: a number", (turn) => `riders?q=${phoneOf(turn * 31).slice(1)}`),
    admin("a rider", (turn) => `riders/${riders[(turn * 31) % riders.length]}`),
    admin("the rider with most trips", () => `riders/${riders[0]}`),
    admin("callers", (turn) => `callers?q=0${phoneOf(turn * 31).slice(4, 11)}`),
    admin("a caller", (turn) => `callers/${riders[(turn * 31) % riders.length]}`),
    admin("drivers", () => "drivers"),
    admin("a driver's account", (turn) => `drivers/${pick(drivers, turn)}/account`),
    admin("payouts", () => "payouts"),
    admin("companies", () => "companies"),
    admin("a company", (turn) => `companies/${pick(companies, turn)}`),
    admin("a company's trips", (turn) => `companies/${pick(companies, turn)}/trips`),
    admin("maintenance", () => "maintenance"),
    admin("audit", () => "audit"),
    admin("audit: a word", (turn) => `audit?q=${pick(["changed", "zone", "ada", "signed"], turn)}`),
    admin("audit: nothing there", () => "audit?q=zzyzx"),
    admin(
      "audit: an act",
      (turn) => `audit?action=${pick(["zone.changed", "staff.signed_in"], turn)}`,
    ),
    admin("audit: a word and a person", () => "audit?q=zone&actor=staff-1"),
    admin(
      "audit: a word and a day long ago",
      () => `audit?q=zone&from=${day(1_400)}&to=${day(1_399)}`,
    ),
    ...reports.map(([name, days]) =>
      admin(`report: ${name}`, (turn) => `reports?${addressOf(periods(days, turn))}`),
    ),
    ...(["today", "future", "past"] as const).map((when): Call => ({
      name: `driver: ${when}`,
      as: "driver",
      path: () => `/backend/driver/reservations?when=${when}`,
    })),
    {
      name: "driver: past, deep",
      as: "driver",
      path: (turn) => `/backend/driver/reservations?when=past&cursor=${cursor(turn)}`,
    },
    { name: "driver: billing", as: "driver", path: () => "/backend/driver/billing" },
    ...(["upcoming", "past", "cancelled"] as const).map((when): Call => ({
      name: `rider: ${when}`,
      as: "rider",
      path: () => `/backend/reservations?when=${when}`,
    })),
    {
      name: "rider: past, searched",
      as: "rider",
      path: (turn) =>
        `/backend/reservations?when=past&q=${pick(["kigali", "serena", "zzyzx"], turn)}`,
    },
    {
      name: "rider: past, deep",
      as: "rider",
      path: (turn) => `/backend/reservations?when=past&cursor=${cursor(turn)}`,
    },
  ];
}

/** Returns calls about single trips, whose ids must be requested first. */
export function tripCalls(ids: readonly string[]): Call[] {
  return ["", "/candidates", "/offers", "/cancellation", "/messages"].map((part) => ({
    name: `a trip${part}`,
    as: "admin" as const,
    path: (turn) => `/backend/admin/reservations/${ids[turn % ids.length]}${part}`,
  }));
}

function addressOf(query: Query): string {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of value === undefined ? [] : [value].flat()) address.append(name, `${each}`);
  return address.toString();
}
