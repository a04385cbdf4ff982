import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../../db/open";
import { companies } from "../../db/schema/companies";
import { invoices } from "../../db/schema/invoices";
import { driverEntries, driverStatements } from "../../db/schema/payouts";
import { reportDays } from "../../db/schema/reports";
import { reservations } from "../../db/schema/reservations";
import { standingOrders } from "../../db/schema/standing-orders";
import { driverShiftDays } from "../../db/schema/tracking";
import type { Deps } from "../deps";
import { hasScheduledVersion } from "../fares/fee-actions";
import { readPriceListContext, versionInForce } from "../fares/queries";
import { readLockedFields } from "../settings/configured-settings-queries";
import { readOperator } from "../settings/queries";
import type { RegionRulesAnswer } from "./region-contract";

const has = (db: Db, table: SQLiteTable) => db.select().from(table).limit(1).all().length > 0;

/** Returns why time zone, currency and unit cannot be changed now, with null for those that can. */
export function lockedRegionFields(deps: Deps): RegionRulesAnswer["settled"] {
  const { db } = deps;
  const bookedReason =
    has(db, reservations) || has(db, standingOrders) || has(db, reportDays)
      ? "trips have been booked"
      : has(db, invoices)
        ? "invoices have been made"
        : has(db, driverStatements) || has(db, driverEntries)
          ? "drivers’ accounts have entries"
          : null;
  const timeZoneReason =
    bookedReason ??
    (has(db, driverShiftDays) ? "drivers’ shifts have been counted by its days" : null);
  const currencyReason =
    bookedReason ?? (has(db, companies) ? "companies have accounts in it" : null);
  const scheduledPricesReason = hasScheduledVersion(db, deps.now())
    ? "You have published prices that start later. Withdraw them first, or wait until they are in force."
    : null;
  return {
    timeZone: timeZoneReason
      ? `The time zone can’t be changed any more: ${timeZoneReason}. Report days, drivers’ pay weeks and closed periods would no longer match.`
      : scheduledPricesReason,
    currency: currencyReason
      ? `The currency can’t be changed any more: ${currencyReason}. Agreed prices, invoices and statements keep their currency.`
      : scheduledPricesReason,
    distanceUnit: scheduledPricesReason,
  };
}

/** Returns the operator's country, time zone, currency and unit, and which of them can be changed. */
export function readRegionRules(deps: Deps): RegionRulesAnswer {
  const operator = readOperator(deps);
  const {
    country,
    timeZone,
    currency,
    distanceUnit,
    town,
    riderLanguage,
    disabledLanguages,
    version,
  } = operator;
  const prices = versionInForce(deps.db, deps.now())?.schedule;
  const { vehicleClasses } = readPriceListContext(deps);
  const nameOf = (id: string) => vehicleClasses.find((each) => each.id === id)?.name ?? "A class";
  return {
    rules: { country, timeZone, currency, distanceUnit, town, riderLanguage, disabledLanguages },
    settled: lockedRegionFields(deps),
    locked: readLockedFields(deps, [
      "country",
      "timeZone",
      "currency",
      "distanceUnit",
      "riderLanguage",
    ]),
    rates: (prices?.rates ?? []).flatMap(({ vehicleClassId, distanceTiers }) =>
      distanceTiers.map(({ perDistanceMinor }, at) => ({
        name: nameOf(vehicleClassId) + (at === 0 ? "" : `, tier ${at + 1}`),
        perDistanceMinor,
      })),
    ),
    version,
  };
}
