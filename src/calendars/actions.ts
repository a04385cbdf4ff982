/** Creates, resets and turns off calendar links. */
import { and, eq } from "drizzle-orm";
import { insertRow } from "../../db/rows";
import { calendarFeeds } from "../../db/schema/calendars";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { AuditAction } from "../audit/contract";
import type { Actor, Deps } from "../deps";
import { hashToken } from "../process/keys";
import { requireRow } from "../rows";
import type { CalendarLink } from "./contract";
import {
  describeFeed,
  type FeedOwner,
  findFeed,
  requireFeedAccess,
  toLink,
  tokenOf,
} from "./queries";

/**
 * Returns the owner's link to these trips, and creates one if there is none. `reset` replaces it. Throws 404 if they
 * may not see the trips.
 */
export async function makeCalendarLink(
  deps: Deps,
  actor: Actor,
  owner: FeedOwner,
  reset: boolean,
): Promise<CalendarLink> {
  return deps.write((tx) => {
    const subject = requireFeedAccess(tx, owner);
    const existingFeed = findFeed(deps, tx, owner);
    if (existingFeed && !reset) return toLink(deps, existingFeed);
    // Also deletes a link made with another key file, which no longer works.
    tx.delete(calendarFeeds).where(isOwnedBy(owner)).run();
    const id = Bun.randomUUIDv7();
    const tokenHash = hashToken(tokenOf(deps.keys, id));
    insertRow(tx, calendarFeeds, { id, tokenHash, ...owner, createdAt: deps.now() });
    logStaffAction(
      tx,
      deps,
      actor,
      owner,
      "calendar.linked",
      `Created a calendar link ${tripsText(owner, subject)}`,
    );
    return toLink(deps, { id });
  });
}

/** Turns a link off, so that calendars get nothing from it. Throws 404 if its owner may not see these trips. */
export async function endCalendarLink(deps: Deps, actor: Actor, owner: FeedOwner): Promise<void> {
  await deps.write((tx) => {
    const subject = requireFeedAccess(tx, owner);
    const endedFeeds = tx.delete(calendarFeeds).where(isOwnedBy(owner)).returning().all();
    if (endedFeeds.length > 0)
      logStaffAction(
        tx,
        deps,
        actor,
        owner,
        "calendar.ended",
        `Turned off a calendar link ${tripsText(owner, subject)}`,
      );
  });
}

/** Turns any person's link off. Throws 404 if there is no such link. */
export async function endLinkOfAnybody(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.write((tx) => {
    const feed = requireRow(tx, calendarFeeds, { id });
    tx.delete(calendarFeeds).where(eq(calendarFeeds.id, id)).run();
    const { person, subject } = describeFeed(tx, feed);
    // The log is kept after a rider is erased, so it does not name the rider.
    const ownerName = feed.audience === "rider" ? "a manager" : (person ?? "a deleted account");
    appendAudit(tx, deps, {
      actor,
      action: "calendar.ended",
      subject: auditSubjectOf(feed),
      summary: `Turned off the calendar link of ${ownerName} ${tripsText(feed, subject)}`,
    });
  });
}

const isOwnedBy = ({ audience, accountId, kind, subjectId }: FeedOwner) =>
  and(
    eq(calendarFeeds.audience, audience),
    eq(calendarFeeds.accountId, accountId),
    eq(calendarFeeds.kind, kind),
    eq(calendarFeeds.subjectId, subjectId),
  );

const tripsText = ({ kind }: FeedOwner, subject: string) =>
  kind === "office" ? "to all trips" : `to the trips of ${subject}`;

/** Records only actions of staff, in the audit log. */
function logStaffAction(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  owner: FeedOwner,
  action: AuditAction,
  summary: string,
): void {
  if (owner.audience !== "admin") return;
  appendAudit(tx, deps, { actor, action, subject: auditSubjectOf(owner), summary });
}

const auditSubjectOf = ({ accountId, kind, subjectId }: FeedOwner) =>
  kind === "office" ? { kind: "staff" as const, id: accountId } : { kind, id: subjectId };
