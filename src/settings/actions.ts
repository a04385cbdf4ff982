import { sql } from "drizzle-orm";
import { settings } from "../../db/schema/settings";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { lastChangeRowsOf, concurrentChangesOf } from "../audit/concurrent-change-queries";
import type { AuditAction } from "../audit/contract";
import { changedNames } from "../audit/rules";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../deps";
import { readLockedFields } from "./configured-settings-queries";
import { AppError } from "../errors";
import { readOperator } from "./queries";
import { insertRow } from "../../db/rows";

/** The settings of one topic that staff save. */
type SettingsChange = {
  /** The version of the settings that the caller saw. If it has changed, the call answers 409. */
  version: number;
  values: Partial<Omit<typeof settings.$inferInsert, "id" | "version" | "updatedAt">>;
  action: AuditAction;
  /** The topic, which is the id of the changed settings in the audit log. */
  topic: string;
  /** The action in the past tense, for the audit log. */
  summary: string;
  /** Further details for the audit log, beside the names of the changed settings. */
  detail?: Record<string, string | number>;
  /** Further writes in the same transaction. */
  alsoWrite?: (tx: Tx, before: ReturnType<typeof readOperator>) => void;
};

/** Saves staff's settings of one topic. Every page is then rendered again. */
export async function saveSettings(
  deps: Deps,
  actor: Actor,
  change: SettingsChange,
): Promise<void> {
  const { values, action, topic, summary } = change;
  const version = await deps.write((tx) => {
    const before = readOperator({ ...deps, db: tx });
    refuseStaleVersion(tx, topic, change.version, before);
    // Only the server itself may change settings that the environment defines.
    if (actor.kind !== "system") refuseConfiguredSettings(deps, before, values);
    tx.update(settings)
      .set({ ...values, ...formerSlugs(before, values) })
      .run();
    change.alsoWrite?.(tx, before);
    appendAudit(tx, deps, {
      actor,
      action,
      subject: { kind: "settings", id: topic },
      summary,
      detail: {
        changed: changedNames(before, values),
        ...change.detail,
        version: before.version + 1,
      },
    });
    return raiseSettingsVersion(tx, deps.now());
  });
  deps.bus.publish({ type: "settings", version });
}

/** The most changes of one topic that are listed for an open form. */
const MAX_LISTED_CHANGES = 10;

/**
 * Throws 409 if the topic has changed since the version that the caller saw, with the changes and who made them.
 * Changes of other topics raise the version too, but are no conflict.
 */
function refuseStaleVersion(
  tx: Tx,
  topic: string,
  seenVersion: number,
  current: { version: number },
): void {
  const rows = lastChangeRowsOf(tx, { kind: "settings", id: topic }, MAX_LISTED_CHANGES);
  const laterChanges = rows.filter(
    ({ detail }) => Number(detail.version ?? current.version) > seenVersion,
  );
  if (laterChanges.length > 0 || seenVersion > current.version)
    throw new AppError("request.conflict", {
      meanwhile: concurrentChangesOf(laterChanges, current),
    });
}

/** Throws 422 for a setting that the environment defines, with the variable's name for each field. */
function refuseConfiguredSettings(
  deps: Deps,
  before: ReturnType<typeof readOperator>,
  values: SettingsChange["values"],
): void {
  const changedFields = changedNames(before, values).split(", ");
  const faults = Object.entries(readLockedFields(deps))
    .filter(([name]) => changedFields.includes(name))
    .map(([name, variable]) => [
      name,
      `This setting comes from ${variable} in the server’s environment.`,
    ]);
  if (faults.length > 0)
    throw new AppError("settings.configured", { fields: Object.fromEntries(faults) });
}

/**
 * How many former segments still lead to the new one. An operator who changes it more often is only trying out names.
 */
const MAX_FORMER_SLUGS = 20;

/** Keeps the former segment, so that its addresses still work. */
function formerSlugs(
  before: ReturnType<typeof readOperator>,
  { brandSlug }: SettingsChange["values"],
): SettingsChange["values"] {
  if (brandSlug === undefined || brandSlug === before.brandSlug) return {};
  const slugs = [before.brandSlug, ...before.formerSlugs].filter((slug) => slug !== brandSlug);
  return { formerSlugs: [...new Set(slugs)].slice(0, MAX_FORMER_SLUGS) };
}

/**
 * Counts a change that public pages show, so that they are rendered again. After the commit, publish the returned
 * version as the live event `settings`.
 */
export function raiseSettingsVersion(tx: Tx, now: number): number {
  const changed = tx
    .update(settings)
    .set({ version: sql`${settings.version} + 1`, updatedAt: now })
    .returning({ version: settings.version })
    .all()[0];
  if (!changed) throw new Error("The settings are missing. The database was never set up.");
  return changed.version;
}

/**
 * Applies the environment's settings of the operator, which override the screens. The region's own rules handle
 * `country` and the units of prices.
 */
export async function saveConfiguredSettings(deps: Deps): Promise<void> {
  const before = readOperator(deps);
  const locked = readLockedFields(deps, [
    "brand",
    "brandSlug",
    "riderLanguage",
    "address",
    "taxNumber",
    "payment",
  ]);
  const values: SettingsChange["values"] = Object.fromEntries(
    Object.entries(deps.config.first).filter(([name]) => name in locked),
  );
  if (changedNames(before, values) === "") return;
  await saveSettings(deps, SYSTEM_ACTOR, {
    version: before.version,
    values,
    action: "settings.configured",
    topic: "configuration",
    summary: "Used settings from the environment",
  });
}

/** Writes the operator's row from the configuration if it is missing. Returns true on first start. */
export async function ensureSettings(deps: Deps): Promise<boolean> {
  const { config } = deps;
  return deps.write((tx) => {
    if (tx.select({ id: settings.id }).from(settings).get()) return false;
    insertRow(tx, settings, {
      id: 1,
      ...config.first,
      accent: null,
      town: townOf(config.first.timeZone),
      phone: null,
      // This address is public. The owner's own address is only for signing in.
      email: null,
      estimateSpeedKmh: 28,
      offerSeconds: 600,
      updatedAt: deps.now(),
    });
    return true;
  });
}

/** Returns the town after which a time zone is named, as a first guess until the operator enters one. */
function townOf(timeZone: string): string {
  return timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
}
