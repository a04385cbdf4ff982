/** Publishes the operator's terms, and records with trips which terms were accepted. */
import { insertRow } from "../../../db/rows";
import { acceptedTerms, termsVersions } from "../../../db/schema/terms";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { requireSeen } from "../../rows";
import type { PublishTerms, TripTerms } from "./terms-contract";
import { newestTerms, combinedTerms, termsInForce } from "./terms-queries";

/** Publishes a version of the terms. 409 if there is a newer one than the caller saw, 400 if the text is unchanged. */
export async function publishTerms(
  deps: Deps,
  actor: Actor,
  { version, text, cancellation }: PublishTerms,
): Promise<void> {
  await deps.write((tx) => {
    const before = newestTerms(tx) ?? { version: 0, text: "", cancellation: "" };
    requireSeen(before, version, "request.conflict");
    if (before.text === text && before.cancellation === cancellation)
      throw new AppError("request.invalid", {
        fields: { text: "These terms are already published." },
      });
    insertRow(tx, termsVersions, {
      version: version + 1,
      text,
      cancellation,
      publishedAt: deps.now(),
      publishedById: actor.id,
      publishedBy: actor.name,
    });
    appendAudit(tx, deps, {
      actor,
      action: "terms.published",
      subject: { kind: "settings", id: "terms" },
      summary:
        combinedTerms({ text, cancellation }) === ""
          ? "Stopped asking riders to accept the terms"
          : `Published version ${version + 1} of the terms`,
    });
  });
}

/**
 * Records with booked trips that their terms were accepted, in the transaction of the booking. `version` is the version
 * that the rider ticked: 409 unless it is in force. Does nothing if no terms are published.
 */
export function acceptTerms(
  deps: Deps,
  tx: Tx,
  trips: readonly StoredTrip[],
  accepted: { how: TripTerms["how"]; version?: number },
): void {
  const inForce = termsInForce(tx);
  if (!inForce) return;
  if (accepted.how === "ticked") requireSeen(inForce, accepted.version ?? 0, "terms.stale");
  const values = { version: inForce.version, how: accepted.how, acceptedAt: deps.now() };
  for (const { id: reservationId } of trips)
    tx.insert(acceptedTerms)
      .values({ reservationId, ...values })
      // The rider may have ticked the terms with a request and accept them again with its quote.
      .onConflictDoUpdate({ target: acceptedTerms.reservationId, set: values })
      .run();
}
