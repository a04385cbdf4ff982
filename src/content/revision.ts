/** When pages with content must be rendered again. */
import { and, eq, gt, inArray, isNull, min } from "drizzle-orm";
import { contentItems } from "../../db/schema/content";
import { feeSchedules } from "../../db/schema/fares";
import type { EventBus } from "../live-events";
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import { itemsOf } from "./content-item-queries";
import { bannerTimes } from "./rules";

type CachedRevision = {
  revision: number;
  /** The version of the imported streets. */ streets: string | undefined;
  /** When the passing of time changes what is shown. */ next: number;
};

const revisionByBus = new WeakMap<EventBus, CachedRevision>();

/**
 * A number that grows with every change of public pages: of content, the brand and the other settings,
 * prices and vehicle classes; when streets are imported; and over time, when a post is published, a banner
 * starts or ends, or prices come into force. Called at every request: it reads the database only after a change.
 */
export function contentRevision(deps: Deps): number {
  const now = deps.now();
  const streets = deps.streets.current()?.version;
  let state = revisionByBus.get(deps.bus);
  if (!state) {
    const newState: CachedRevision = { revision: 1, streets, next: nextChangeAt(deps, now) };
    deps.bus.listen((event) => {
      if (event.type !== "settings" && event.type !== "content") return;
      newState.revision++;
      newState.next = Number.NEGATIVE_INFINITY;
    });
    revisionByBus.set(deps.bus, newState);
    state = newState;
  }
  if (now >= state.next) {
    // After a reported change only the next moment must be found.
    if (state.next !== Number.NEGATIVE_INFINITY) state.revision++;
    state.next = nextChangeAt(deps, now);
  }
  if (streets !== state.streets) {
    state.streets = streets;
    state.revision++;
  }
  return state.revision;
}

/**
 * Returns a check whether the passing of time, or other streets, changed what is shown; if so, it reports a change like
 * one by staff: cached pages are rendered again.
 */
export function announceDueContent(deps: Deps): () => void {
  let lastRevision = contentRevision(deps);
  let wasChangeReported = false;
  deps.bus.listen((event) => {
    if (event.type === "settings" || event.type === "content") wasChangeReported = true;
  });
  return () => {
    // Reported changes have already invalidated the pages.
    const due = contentRevision(deps) !== lastRevision && !wasChangeReported;
    if (due) deps.bus.publish({ type: "content" });
    wasChangeReported = false;
    lastRevision = contentRevision(deps);
  };
}

/** The next moment after `now` (ms UTC) at which something appears or ends automatically. */
function nextChangeAt(deps: Deps, now: number): number {
  const { db } = deps;
  const [post] = db
    .select({ at: min(contentItems.publishedAt) })
    .from(contentItems)
    .where(
      and(
        eq(contentItems.kind, "post"),
        inArray(contentItems.state, ["published", "scheduled"]),
        isNull(contentItems.removedAt),
        gt(contentItems.publishedAt, now),
      ),
    )
    .all();
  const [fees] = db
    .select({ at: min(feeSchedules.startsAt) })
    .from(feeSchedules)
    .where(and(isNull(feeSchedules.withdrawnAt), gt(feeSchedules.startsAt, now)))
    .all();
  const { timeZone } = readOperator(deps);
  const banners = itemsOf(db, "banner")
    .filter(({ state }) => state === "published")
    .flatMap(({ value }) => Object.values(bannerTimes(value, timeZone)))
    .filter((at) => at > now);
  return Math.min(post?.at ?? Infinity, fees?.at ?? Infinity, ...banners);
}
