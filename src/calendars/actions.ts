/** Calendar links are made, reset and turned off. */
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
 * Gives somebody a link to these trips, or the one they have; with `reset` a new one in its place. 404 when they may not
 * see them.
 */
export async function makeCalendarLink(
  deps: Deps,
  actor: Actor,
  owner: FeedOwner,
  reset: boolean,
): Promise<CalendarLink> {
  return deps.write((tx) => {
    const subject = requireFeedAccess(tx, owner);
    const foundFeed = findFeed(deps, tx, owner);
    if (foundFeed && !reset) return toLink(deps, foundFeed);
    // One of another key file, which opens nothing, goes too.
    tx.delete(calendarFeeds).where(isOwnedBy(owner)).run();
    const id = Bun.randomUUIDv7();
    const tokenHash = hashToken(tokenOf(deps.keys, id));
    insertRow(tx, calendarFeeds, { id, tokenHash, ...owner, createdAt: deps.now() });
    note(
      tx,
      deps,
      actor,
      owner,
      "calendar.linked",
      `Created a calendar link ${of(owner, subject)}`,
    );
    return toLink(deps, { id });
  });
}

/** Turns a link off: calendars get nothing from then on. 404 when its owner may not see these trips. */
export async function endCalendarLink(deps: Deps, actor: Actor, owner: FeedOwner): Promise<void> {
  await deps.write((tx) => {
    const subject = requireFeedAccess(tx, owner);
    const endedFeeds = tx.delete(calendarFeeds).where(isOwnedBy(owner)).returning().all();
    if (endedFeeds.length > 0)
      note(
        tx,
        deps,
        actor,
        owner,
        "calendar.ended",
        `Turned off a calendar link ${of(owner, subject)}`,
      );
  });
}

/** Turns anybody's link off. 404 when there is none. */
export async function endLinkOfAnybody(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.write((tx) => {
    const feed = requireRow(tx, calendarFeeds, { id });
    tx.delete(calendarFeeds).where(eq(calendarFeeds.id, id)).run();
    const { person, subject } = describeFeed(tx, feed);
    // The log outlives the erasure of a rider: it says nothing of who they are.
    const owner = feed.audience === "rider" ? "a manager" : (person ?? "a deleted account");
    appendAudit(tx, deps, {
      actor,
      action: "calendar.ended",
      subject: auditSubjectOf(feed),
      summary: `Turned off the calendar link of ${owner} ${of(feed, subject)}`,
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

const of = ({ kind }: FeedOwner, subject: string) =>
  kind === "office" ? "to all trips" : `to the trips of ${subject}`;

/** Only what staff do is in the audit log. */
function note(
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
