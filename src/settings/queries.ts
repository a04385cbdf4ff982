import { eq } from "drizzle-orm";
import { findRow } from "../../db/rows";
import { contentItems } from "../../db/schema/content";
import { settings, type StoredLogo } from "../../db/schema/settings";
import { prepared } from "../../db/prepared";
import type { Deps } from "../deps";
import type { ContactRulesAnswer } from "./contact-contract";
import type { Settings } from "./contract";
import { CLOSED_TEXT } from "./hours-rules";
import { readLockedFields } from "./configured-settings-queries";
import { connectedConfig } from "./connections/connection-queries";
import { type Landscape, landscapes } from "./look/landscape-contract";
import { suggestedLandscape } from "./look/landscape-rules";
import { type Language, languageCodes } from "./languages/languages-contract";
import { localTimeAt } from "./local-time";

// Lists, quotes and messages need the row in each request. It is read each time, but only converted to an object again
// if a value has changed.
const operatorReader = prepared((db) => {
  const statement = db.select().from(settings).where(eq(settings.id, 1)).prepare();
  let storedRow: readonly unknown[] = [];
  let row: Readonly<typeof settings.$inferSelect> | undefined;
  return () => {
    const [storedValues = []] = statement.values() as unknown[][];
    if (
      storedValues.length === storedRow.length &&
      storedValues.every((value, at) => value === storedRow[at])
    )
      return row;
    storedRow = storedValues;
    row = statement.get();
    return row;
  };
});

/** Returns the operator's row. It always exists, because it is written before the server listens. */
export function readOperator({ db }: Pick<Deps, "db">) {
  const row = operatorReader(db)();
  if (!row) throw new Error("The settings are missing. The database was never set up.");
  return row;
}

/** Whether the folder was filled with the demo fleet. False before there is an operator. */
export function isDemo(deps: Deps): boolean {
  return operatorReader(deps.db)()?.demo ?? false;
}

/** Returns the languages in which pages and messages are offered, in the order of the list. */
export function offeredLanguages(deps: Pick<Deps, "db">): Language[] {
  const { riderLanguage, disabledLanguages } = readOperator(deps);
  return languageCodes.filter(
    (code) => code === riderLanguage || !disabledLanguages.includes(code),
  );
}

/** Returns the language for somebody who chose `own`. If it is not offered, the main language. */
export function resolveLanguage(deps: Pick<Deps, "db">, own: Language | undefined): Language {
  return own && offeredLanguages(deps).includes(own) ? own : readOperator(deps).riderLanguage;
}

/** Returns the settings of the operator that every page may read. */
export function publicSettings(deps: Deps): Settings {
  const row = readOperator(deps);
  return {
    brand: row.brand,
    brandSlug: row.brandSlug,
    formerSlugs: row.formerSlugs,
    accent: row.accent,
    logo: logoOf(row),
    landscape: readLandscape(deps, row.country),
    town: row.town,
    phone: row.phone,
    email: row.email,
    timeZone: row.timeZone,
    currency: row.currency,
    country: row.country,
    distanceUnit: row.distanceUnit,
    language: row.riderLanguage,
    languages: offeredLanguages(deps),
    services: row.services,
    codeDigits: deps.config.otpDigits,
    booking: {
      leadMinutes: row.leadMinutes,
      leadMinutesByService: row.leadMinutesByService,
      maxDaysAhead: row.maxDaysAhead,
    },
    openingHours: row.openingHours,
    isOpen: row.openedAt !== null,
    findsAddresses: findsAddresses(deps),
    followsFlights: connectedConfig(deps).flights !== null,
    bookingClosed: row.bookingOpen ? null : row.bookingClosedText || CLOSED_TEXT,
    demo: row.demo,
    version: row.version,
  };
}

/** Whether streets and houses can be searched while somebody types, with a geocoder or in imported streets. */
export function findsAddresses(deps: Deps): boolean {
  return connectedConfig(deps).geocoderUrl !== null || deps.streets.current() !== null;
}

/** Returns the landscape that the owner chose for the home page, otherwise the one proposed for the country. */
function readLandscape({ db }: Deps, country: string): Landscape {
  const home = findRow(db, contentItems, { kind: "page", key: "home" });
  return landscapes.find((each) => each === home?.value.landscape) ?? suggestedLandscape(country);
}

/** Returns the operator's logo as pages show it. Every picture has its own address. */
export function logoOf({
  logo,
  darkLogo,
}: Pick<ReturnType<typeof readOperator>, "logo" | "darkLogo">): Settings["logo"] {
  const toShownLogo = ({ fileId, width, height }: StoredLogo) => ({
    url: `/backend/logo/${fileId}.png`,
    width,
    height,
  });
  return logo && { light: toShownLogo(logo), dark: darkLogo && toShownLogo(darkLogo) };
}

/** Returns the contact settings and the version of the settings. */
export function readContactRules(deps: Deps): ContactRulesAnswer {
  const operator = readOperator(deps);
  const { phone, email, address, taxNumber, payment, version } = operator;
  const { boardingCodes, showDriverPhone, showRiderPhone, showFareToDrivers } = operator;
  return {
    rules: {
      phone: phone ?? "",
      email: email ?? "",
      address,
      taxNumber,
      payment,
      boardingCodes,
      showDriverPhone,
      showRiderPhone,
      showFareToDrivers,
    },
    locked: readLockedFields(deps, ["address", "taxNumber", "payment"]),
    version,
  };
}

/** Returns today's date in the operator's time zone, `2026-11-20`. */
export function todayOf(deps: Deps): string {
  return localTimeAt(deps.now(), readOperator(deps).timeZone).slice(0, 10);
}
