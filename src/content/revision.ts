/** When pages that show content have to be made anew. */
import { and, eq, gt, inArray, isNull, min } from "drizzle-orm";
import { contentItems } from "../../db/schema/content";
import { feeSchedules } from "../../db/schema/fares";
import type { Bus } from "../live";
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import { itemsOf } from "./item-queries";
import { bannerTimes } from "./queries";

type Known = { revision: number; /** When the clock alone changes what is shown. */ next: number };

const known = new WeakMap<Bus, Known>();

/**
 * A number that grows with every change of what public pages show: of content, the brand and the other
 * settings, prices and vehicle classes; and with the clock, when a post comes out, a banner begins or
 * ends, or prices come into force. Asked for at every request: it reads the database only after it grew.
 */
export function contentRevision(deps: Deps): number {
  const now = deps.now();
  let state = known.get(deps.bus);
  if (!state) {
    const made: Known = { revision: 1, next: nextChange(deps, now) };
    deps.bus.listen((event) => {
      if (event.type !== "settings" && event.type !== "content") return;
      made.revision++;
      made.next = Number.NEGATIVE_INFINITY;
    });
    known.set(deps.bus, made);
    state = made;
  }
  if (now >= state.next) {
    // After a change that was told of already there is only the next moment to find.
    if (state.next !== Number.NEGATIVE_INFINITY) state.revision++;
    state.next = nextChange(deps, now);
  }
  return state.revision;
}

/**
 * Gives what looks whether the clock alone has changed what is shown, and tells of it as of a change by
 * staff: pages that are kept are made anew.
 */
export function announceDueContent(deps: Deps): () => void {
  let told = contentRevision(deps);
  let heard = false;
  deps.bus.listen((event) => {
    if (event.type === "settings" || event.type === "content") heard = true;
  });
  return () => {
    // Whatever was told of has had pages made anew already.
    const due = contentRevision(deps) !== told && !heard;
    if (due) deps.bus.publish({ type: "content" });
    heard = false;
    told = contentRevision(deps);
  };
}

/** The next moment after `now` (ms UTC) at which something shows or ends by itself. */
function nextChange(deps: Deps, now: number): number {
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
