import { sql } from "drizzle-orm";
import { settings } from "../../db/schema/settings";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { lastRowsOf, changesSince } from "../audit/concurrent-change-queries";
import type { AuditAction } from "../audit/contract";
import { changedNames } from "../audit/rules";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../deps";
import { readLockedFields } from "./configured-settings-queries";
import { AppError } from "../errors";
import { readOperator } from "./queries";
import { insertRow } from "../../db/rows";

/** One topic of the settings as staff save it. */
type SettingsChange = {
  /** The version of the settings that the caller saw; answers 409 if it has changed. */
  version: number;
  values: Partial<Omit<typeof settings.$inferInsert, "id" | "version" | "updatedAt">>;
  action: AuditAction;
  /** Names the page of the topic in the audit log. */
  topic: string;
  /** For the audit log: the action, in the past tense. */
  summary: string;
  /** For the audit log: what it is now, beside the names of what changed. */
  detail?: Record<string, string | number>;
  /** What else belongs to it, in the same transaction. */
  alsoWrite?: (tx: Tx, before: ReturnType<typeof readOperator>) => void;
};

/** Saves staff's settings of one topic, and has every page rendered again. */
export async function saveSettings(
  deps: Deps,
  actor: Actor,
  change: SettingsChange,
): Promise<void> {
  const { values, action, topic, summary } = change;
  const version = await deps.write((tx) => {
    const before = readOperator({ ...deps, db: tx });
    refuseStaleVersion(tx, topic, change.version, before);
    // What the environment says comes by the server's own hand alone.
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

/** How many changes of one topic are listed while a form is open. */
const MAX_LISTED_CHANGES = 10;

/**
 * 409 where the topic itself was changed since the version that was seen, with who did what. Another topic
 * counts the version up too, and is in nobody's way.
 */
function refuseStaleVersion(
  tx: Tx,
  topic: string,
  seenVersion: number,
  now: { version: number },
): void {
  const rows = lastRowsOf(tx, { kind: "settings", id: topic }, MAX_LISTED_CHANGES);
  const laterChanges = rows.filter(
    ({ detail }) => Number(detail.version ?? now.version) > seenVersion,
  );
  if (laterChanges.length > 0 || seenVersion > now.version)
    throw new AppError("request.conflict", { meanwhile: changesSince(laterChanges, now) });
}

/** 422 with the variable's name by field where the environment says what is to be changed. */
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

/** So many segments of before lead to the new one: who changes it more often is trying names out. */
const MAX_FORMER_SLUGS = 20;

/** With another segment the one of before is kept, so that its addresses go on leading somewhere. */
function formerSlugs(
  before: ReturnType<typeof readOperator>,
  { brandSlug }: SettingsChange["values"],
): SettingsChange["values"] {
  if (brandSlug === undefined || brandSlug === before.brandSlug) return {};
  const slugs = [before.brandSlug, ...before.formerSlugs].filter((slug) => slug !== brandSlug);
  return { formerSlugs: [...new Set(slugs)].slice(0, MAX_FORMER_SLUGS) };
}

/**
 * Counts a change that public pages show, so that they are rendered again. Publish the version that
 * comes back as the live event `settings` once the change is committed.
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
 * Takes over what the environment says of the operator: it wins over the screens. `country` and the terms that
 * prices are counted in are left to the region's own rules.
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

/** Writes the operator's row from the configuration when there is none. True on first start. */
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
      // Public: the owner's own address is for signing in, not for visitors.
      email: null,
      estimateSpeedKmh: 28,
      offerSeconds: 600,
      updatedAt: deps.now(),
    });
    return true;
  });
}

/** A first guess, until the operator says better: the town a time zone is named after. */
function townOf(timeZone: string): string {
  return timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
}
