/** Decides when pages with content must be rendered again. */
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
  /** The version of the imported streets. */
  streets: string | undefined;
  /** The next time at which the content changes without an edit, ms UTC. */
  next: number;
};

const revisionByBus = new WeakMap<EventBus, CachedRevision>();

/**
 * Returns a number that grows whenever public pages change: when staff edit content, the brand, other settings, prices
 * or vehicle classes, when streets are imported, when a post is published, when a banner starts or ends, and when
 * prices come into force. Called at every request. It reads the database only after a change.
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
    // An edit has already raised the revision, so only the next change in time must be found.
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
 * Returns a function that checks whether time or newly imported streets have changed the content. If so, it publishes a
 * content event, as after an edit by staff, so that cached pages are rendered again.
 */
export function announceDueContent(deps: Deps): () => void {
  let lastRevision = contentRevision(deps);
  let wasChangeReported = false;
  deps.bus.listen((event) => {
    if (event.type === "settings" || event.type === "content") wasChangeReported = true;
  });
  return () => {
    // Changes by staff have already invalidated the pages.
    const isDue = contentRevision(deps) !== lastRevision && !wasChangeReported;
    if (isDue) deps.bus.publish({ type: "content" });
    wasChangeReported = false;
    lastRevision = contentRevision(deps);
  };
}

/** Returns the next time after `now` (ms UTC) at which something appears or ends automatically. */
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
  const [priceList] = db
    .select({ at: min(feeSchedules.startsAt) })
    .from(feeSchedules)
    .where(and(isNull(feeSchedules.withdrawnAt), gt(feeSchedules.startsAt, now)))
    .all();
  const { timeZone } = readOperator(deps);
  const banners = itemsOf(db, "banner")
    .filter(({ state }) => state === "published")
    .flatMap(({ value }) => Object.values(bannerTimes(value, timeZone)))
    .filter((at) => at > now);
  return Math.min(post?.at ?? Infinity, priceList?.at ?? Infinity, ...banners);
}
