/** Reports through dispatch's calls, with the demo's fleet: figures, the rows behind them, files, roles. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { companies } from "../../db/schema/companies";
import { drivers } from "../../db/schema/drivers";
import { fillDemo } from "../../src/demo/fill";
import type { AuditPage } from "../../src/dispatch/board/audit-contract";
import { costOf } from "../../src/fares/amount-due-rules";
import type { Figures, Report, ReportGroup } from "../../src/reports/contract";
import { groupings } from "../../src/reports/period-contract";
import { reportsMatchTrips } from "../../src/reports/rollup-actions";
import type { ReservationList, ReservationState } from "../../src/reservations/contract";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
const PERIOD_QUERY = "from=2026-10-19&to=2026-11-20";

beforeAll(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  await fillDemo(server.deps);
  owner = await signInAdmin(server);
});
afterAll(() => server.close());

const report = async (query: string, browser = owner): Promise<Report> => {
  const answer = await browser.get(`/admin/reports?${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return (await answer.json()) as Report;
};

/** Counts the rows of the board's list over all pages. */
async function rows(query: string): Promise<number> {
  let count = 0;
  let cursor = "";
  do {
    const answer = await owner.get(`/admin/reservations?${query}&limit=100${cursor}`);
    expect([query, answer.status]).toEqual([query, 200]);
    const page = (await answer.json()) as ReservationList;
    count += page.reservations.length;
    cursor = page.nextCursor ? `&cursor=${page.nextCursor}` : "";
  } while (cursor);
  return count;
}

const states = (...names: ReservationState[]) => names.map((name) => `&state=${name}`).join("");
const sum = (groups: readonly ReportGroup[], name: keyof Figures) =>
  groups.reduce((total, group) => total + Number(group[name] ?? 0), 0);

describe("the table of a report", () => {
  test("adds up to the total in every grouping, to the minor unit", async () => {
    for (const by of groupings) {
      const { groups, total } = await report(`${PERIOD_QUERY}&by=${by}`);
      expect(groups.length).toBeGreaterThan(1);
      for (const name of [
        "driven",
        "cancelled",
        "lateCancelled",
        "noShows",
        "arrived",
        "onTime",
        "drivenSeconds",
      ] as const)
        expect([by, name, sum(groups, name)]).toEqual([by, name, total[name]]);
      for (const money of total.money ?? [])
        for (const name of ["chargedMinor", "revenueMinor", "taxMinor", "tipsMinor"] as const) {
          const found = groups
            .flatMap((group) => group.money ?? [])
            .filter(({ currency }) => currency === money.currency)
            .reduce((all, each) => all + each[name], 0);
          expect([by, name, found]).toEqual([by, name, money[name]]);
        }
      if (by === "day" || by === "driver")
        expect([by, sum(groups, "shiftSeconds")]).toEqual([by, total.shiftSeconds ?? -1]);
    }
    const { total } = await report(PERIOD_QUERY);
    expect(total.driven).toBeGreaterThan(200);
    expect(total.onTime).toBeGreaterThan(0);
    expect(total.onTime).toBeLessThan(total.arrived);
    expect(total.money).toMatchObject([{ currency: "RWF" }]);
    for (const { chargedMinor, revenueMinor, taxMinor, tipsMinor } of total.money ?? [])
      expect(revenueMinor + taxMinor + tipsMinor).toBe(chargedMinor);
  });

  test("has every day, week and month of the period, cut to its ends", async () => {
    const ends = async (by: string) =>
      (await report(`from=2026-10-29&to=2026-11-10&by=${by}`)).groups.map(
        ({ from, to }) => `${from} ${to}`,
      );
    expect(await ends("day")).toHaveLength(13);
    expect(await ends("week")).toEqual([
      "2026-10-29 2026-11-01",
      "2026-11-02 2026-11-08",
      "2026-11-09 2026-11-10",
    ]);
    expect(await ends("month")).toEqual(["2026-10-29 2026-10-31", "2026-11-01 2026-11-10"]);
  });

  test("is compared with the period before, and a month with the month before", async () => {
    const one = await report("from=2026-11-07&to=2026-11-13");
    const earlier = await report("from=2026-10-31&to=2026-11-06");
    expect(one.before).toEqual({ from: "2026-10-31", to: "2026-11-06" });
    expect(one.previousTotal).toEqual(earlier.total);
    const { before } = await report("from=2026-03-01&to=2026-03-31");
    expect(before).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    const partialReport = await report("from=2026-03-01&to=2026-03-30");
    expect(partialReport.before).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  });

  test("is refused for an invalid period or grouping", async () => {
    for (const query of [
      "",
      "from=2026-11-01",
      "from=2026-11-02&to=2026-11-01",
      "from=2026-02-30&to=2026-03-01",
      "from=2023-01-01&to=2026-01-02",
      `${PERIOD_QUERY}&by=rider`,
    ])
      expect([query, (await owner.get(`/admin/reports?${query}`)).status]).toEqual([query, 400]);
  });
});

test("each figure of a report counts exactly the trips that the board lists for it", async () => {
  const names = {
    driver: "driver",
    vehicle_class: "vehicleClass",
    source: "source",
    service_type: "service",
    company: "company",
  } as const;
  for (const by of ["driver", "vehicle_class", "source", "service_type", "company"] as const) {
    const { groups } = await report(`${PERIOD_QUERY}&by=${by}`);
    for (const group of groups) {
      const of = `${PERIOD_QUERY}&${names[by]}=${group.key || "none"}`;
      const arrivedStates = states("completed", "settled", "no_show");
      expect([
        of,
        await rows(`${of}${states("completed", "settled")}`),
        await rows(`${of}${states("cancelled")}`),
        await rows(`${of}${states("no_show")}`),
        await rows(`${of}${arrivedStates}&arrival=on_time`),
        await rows(`${of}${arrivedStates}&arrival=late`),
      ]).toEqual([
        of,
        group.driven,
        group.cancelled,
        group.noShows,
        group.onTime,
        group.arrived - group.onTime,
      ]);
    }
  }
  for (const { from, to, driven } of (await report(`${PERIOD_QUERY}&by=week`)).groups)
    expect(await rows(`from=${from}&to=${to}${states("completed", "settled")}`)).toBe(driven);
}, 60_000);

describe("the amounts of a report", () => {
  test("equal the amounts of a driver's closed statements", async () => {
    type Line = { driver: string; day: string; charged: number };
    // A trip that changed after its statement appears again with the amount charged now.
    const lines = server.deps.db.$client
      .query<Line, []>(
        `SELECT s.driver_id AS driver, substr(l.pickup_local, 1, 10) AS day, l.charged_minor AS charged
         FROM driver_statement_lines l JOIN driver_statements s ON s.id = l.statement_id
         WHERE s.number = (SELECT max(t.number) FROM driver_statement_lines m
           JOIN driver_statements t ON t.id = m.statement_id WHERE m.reservation_id = l.reservation_id)`,
      )
      .all()
      .filter(({ day }) => day >= "2026-10-19" && day <= "2026-11-15");
    expect(lines.length).toBeGreaterThan(150);
    const stated = Map.groupBy(lines, ({ driver }) => driver);
    const { groups } = await report("from=2026-10-19&to=2026-11-15&by=driver");
    const groupTotals = groups
      .filter(({ key }) => key !== "")
      .map(({ key, money }): [string, number] => [key, money?.[0]?.chargedMinor ?? 0]);
    expect(groupTotals.length).toBeGreaterThan(4);
    expect(groupTotals).toEqual(
      groupTotals.map(([key]) => [
        key,
        (stated.get(key) ?? []).reduce((all, { charged }) => all + charged, 0),
      ]),
    );
  });

  test("equal a company's invoices and its trips not yet invoiced", async () => {
    const { db } = server.deps;
    type Trip = {
      state: ReservationState;
      fareMinor: number;
      cancellationFeeMinor: number | null;
      invoiced: number | null;
    };
    for (const { id } of db.select({ id: companies.id }).from(companies).all()) {
      const trips = db.$client
        .query<Trip, [string]>(
          `SELECT state, fare_minor AS fareMinor, cancellation_fee_minor AS cancellationFeeMinor,
             (SELECT amount_minor FROM invoice_lines l WHERE l.reservation_id = r.id AND l.kind = 'invoice')
               AS invoiced
           FROM reservations r WHERE company_id = ? AND pickup_local >= '2026-10-01'
             AND pickup_local < '2026-11-21' AND state IN ('completed','settled','cancelled','no_show')`,
        )
        .all(id);
      expect(trips.filter(({ invoiced }) => invoiced !== null).length).toBeGreaterThan(0);
      const owedMinor = trips.reduce(
        (all, { invoiced, ...trip }) => all + (invoiced ?? costOf(trip)),
        0,
      );
      const { groups } = await report("from=2026-10-01&to=2026-11-20&by=company");
      const found = groups.find(({ key }) => key === id);
      expect(found?.money).toMatchObject([{ chargedMinor: owedMinor }]);
    }
  });

  test("add up to the trips over the whole time", () => {
    expect(reportsMatchTrips(server.deps.db, { from: "2026-01-01", to: "2027-12-31" })).toBe(true);
  });
});

describe("the files of a report", () => {
  test("the CSV of the table ends with its total, and the audit log records the download", async () => {
    const answer = await owner.get(`/admin/reports.csv?${PERIOD_QUERY}&by=driver`);
    expect(answer.headers.get("content-disposition")).toContain(
      "report-driver-2026-10-19-2026-11-20.csv",
    );
    const lines = (await answer.text()).replace("\ufeff", "").trim().split("\r\n");
    const { groups, total } = await report(`${PERIOD_QUERY}&by=driver`);
    expect(lines).toHaveLength(groups.length + 2);
    expect(lines.at(-1)).toStartWith(`Total,2026-10-19,2026-11-20,${total.driven},`);
    expect(lines[0]).toContain(
      "Revenue RWF,Tax RWF,Tips RWF,Charged RWF,Cancellation and no-show fees RWF",
    );
    const column = (lines[0] ?? "").split(",").indexOf("Charged RWF");
    expect(Number(lines.at(-1)?.split(",")[column])).toBe(total.money?.[0]?.chargedMinor ?? -1);
    const log = await owner.get("/admin/audit?action=export.downloaded");
    const { entries } = (await log.json()) as AuditPage;
    expect(entries[0]).toMatchObject({
      summary: "Downloaded a report",
      detail: { from: "2026-10-19", to: "2026-11-20", by: "driver" },
    });
  });

  test("the CSV of the trips adds up to the report, and its texts cannot act as formulas", async () => {
    const { groups } = await report(`${PERIOD_QUERY}&by=driver`);
    const [busiestGroup] = groups;
    if (!busiestGroup) throw new Error("nobody drives");
    server.deps.db
      .update(drivers)
      .set({ firstName: "=HYPERLINK(1)", lastName: "" })
      .where(eq(drivers.id, busiestGroup.key))
      .run();
    const answer = await owner.get(
      `/admin/reports/trips.csv?${PERIOD_QUERY}&driver=${busiestGroup.key}`,
    );
    expect(answer.headers.get("content-type")).toContain("text/csv");
    const [head = "", ...lines] = (await answer.text()).replace("\ufeff", "").trim().split("\r\n");
    expect(lines).toHaveLength(busiestGroup.driven + busiestGroup.cancelled + busiestGroup.noShows);
    expect(lines.every((line) => line.includes(",'=HYPERLINK(1),"))).toBe(true);
    const column = (name: string) => {
      const at = head.split(",").indexOf(name);
      return lines.reduce((all, line) => all + Number(line.split(",")[at]), 0);
    };
    const [money] = busiestGroup.money ?? [];
    expect([column("Charged"), column("Revenue"), column("Tax"), column("Tips")]).toEqual([
      money?.chargedMinor ?? -1,
      money?.revenueMinor ?? -1,
      money?.taxMinor ?? -1,
      money?.tipsMinor ?? -1,
    ]);
    const all = (await (await owner.get(`/admin/reports/trips.csv?${PERIOD_QUERY}`)).text()).trim();
    const { total } = await report(PERIOD_QUERY);
    expect(all.split("\r\n")).toHaveLength(1 + total.driven + total.cancelled + total.noShows);
  });
});

test("a dispatcher sees counts but no amounts", async () => {
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  const accountant = await signInAdmin(server, { role: "accountant" });
  const seen = await report(`${PERIOD_QUERY}&by=driver`, dispatcher);
  const full = await report(`${PERIOD_QUERY}&by=driver`, accountant);
  expect(full.total.money).toHaveLength(1);
  expect(seen.total).toEqual({ ...full.total, money: null });
  expect(JSON.stringify(seen)).not.toContain("Minor");
  const csv = await (await dispatcher.get(`/admin/reports.csv?${PERIOD_QUERY}&by=driver`)).text();
  expect(csv).not.toContain("RWF");
  expect((await dispatcher.get(`/admin/reports/trips.csv?${PERIOD_QUERY}`)).status).toBe(403);
  expect((await accountant.get(`/admin/reports/trips.csv?${PERIOD_QUERY}`)).status).toBe(200);
});
