import { eq } from "drizzle-orm";
import { settings } from "../../db/schema/settings";
import type { Db } from "../../db/open";
import type { Deps } from "../deps";
import type { Settings } from "./contract";

const statements = new WeakMap<Db, ReturnType<typeof prepareOperator>>();

function prepareOperator(db: Db) {
  return db.select().from(settings).where(eq(settings.id, 1)).prepare();
}

/** The operator's row; it is written before the server listens, so it is always there. */
export function readOperator(deps: Deps) {
  // Lists, quotes and messages ask for it on each request: building its SQL took most of the time.
  const statement = statements.get(deps.db) ?? prepareOperator(deps.db);
  statements.set(deps.db, statement);
  const row = statement.get();
  if (!row) throw new Error("The settings row is missing: the database was never set up.");
  return row;
}

/** What every page may know of the operator. */
export function publicSettings(deps: Deps): Settings {
  const row = readOperator(deps);
  return {
    brand: deps.config.brand,
    brandSlug: deps.config.brandSlug,
    accent: row.accent,
    town: row.town,
    phone: row.phone,
    email: row.email,
    timeZone: row.timeZone,
    currency: row.currency,
    country: row.country,
    distanceUnit: row.distanceUnit,
    codeDigits: deps.config.otpDigits,
    demo: row.demo,
    version: row.version,
  };
}
