/** The notifications that riders choose, and their consents. */
import { eq } from "drizzle-orm";
import { notificationChoices, quietHours, riderConsents } from "../../../db/schema/notifications";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import type { ChangeConsent, ChooseNotifications, ConsentKind } from "./choice-contract";
import { isConsentGiven, contactFactsOf } from "./choice-queries";
import { CONSENT_VERSION, hasTripUpdates, readClockTime } from "./choice-rules";
import { insertRow } from "../../../db/rows";

/**
 * Saves a rider's choices. Throws 422 if trip updates would have no channel left, 400 for quiet hours that begin when
 * they end.
 */
export async function chooseNotifications(
  deps: Deps,
  riderId: string,
  input: ChooseNotifications,
): Promise<void> {
  const { quiet, topics = [] } = input;
  if (quiet && quiet.from === quiet.until)
    throw new AppError("request.invalid", {
      fields: { "quiet.until": "Choose an end time that differs from the start time." },
    });
  await deps.write((tx) => {
    const rider = contactFactsOf(tx, riderId);
    if (!rider) throw new AppError("request.unauthenticated");
    const tripUpdates = topics.findLast(({ topic }) => topic === "trip_updates");
    if (tripUpdates && !hasTripUpdates(tripUpdates, rider))
      throw new AppError("notifications.no_way_left");
    const updatedAt = deps.now();
    for (const { topic, ...channels } of topics)
      for (const channel of ["email", "sms", "push"] as const) {
        const isChannelWanted = channels[channel];
        tx.insert(notificationChoices)
          .values({ riderId, topic, channel, wanted: isChannelWanted, updatedAt })
          .onConflictDoUpdate({
            target: [
              notificationChoices.riderId,
              notificationChoices.topic,
              notificationChoices.channel,
            ],
            set: { wanted: isChannelWanted, updatedAt },
          })
          .run();
      }
    if (quiet === null) tx.delete(quietHours).where(eq(quietHours.riderId, riderId)).run();
    if (quiet) {
      const hours = {
        fromMinute: readClockTime(quiet.from),
        untilMinute: readClockTime(quiet.until),
      };
      tx.insert(quietHours)
        .values({ riderId, ...hours, updatedAt })
        .onConflictDoUpdate({ target: quietHours.riderId, set: { ...hours, updatedAt } })
        .run();
    }
  });
}

/** Records a consent or its withdrawal as of now. Does nothing if it is unchanged. */
export async function changeConsent(
  deps: Deps,
  riderId: string,
  { kind, given }: ChangeConsent,
): Promise<void> {
  await deps.write((tx) => {
    if (isConsentGiven(tx, riderId, kind) !== given)
      recordConsent(tx, riderId, kind, given, deps.now());
  });
}

/** Records both consents at the first sign-in, inside the caller's transaction. */
export function consentBySigningIn(tx: Tx, riderId: string, now: number): void {
  recordConsent(tx, riderId, "calls", true, now);
  recordConsent(tx, riderId, "sms", true, now);
}

function recordConsent(
  tx: Tx,
  riderId: string,
  kind: ConsentKind,
  given: boolean,
  givenAt: number,
): void {
  insertRow(tx, riderConsents, {
    id: Bun.randomUUIDv7(),
    riderId,
    kind,
    given,
    textVersion: CONSENT_VERSION,
    givenAt,
  });
}
