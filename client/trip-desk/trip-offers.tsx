import { useCallback, useEffect, useState } from "react";
import type { OfferList } from "../../src/dispatch/contract";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Countdown } from "../ui/countdown";
import { Moment } from "../ui/moment";
import { failureText, LeftPageError, useOffice } from "../office/calls";
import { reservationUpdates } from "../office/live/updates";
import { Part } from "../office/panel-part";
import { driverName } from "../office/words";

type Offer = OfferList["offers"][number];

/** The offers of a trip: who got them, whether they saw them, and the answers. Renders nothing without offers. */
export default function TripOffers({ id }: { id: string }) {
  const { api, call } = useOffice();
  const [offers, setOffers] = useState<readonly Offer[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(async () => {
    try {
      const list = await call(api.admin.reservations[":id"].offers.$get({ param: { id } }));
      setOffers(list.offers);
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [api, call, id]);
  useEffect(() => {
    void load();
  }, [load]);
  // Loads again also after changes without a new version, for example when a driver sees the offer.
  reservationUpdates.useUpdates((news) => {
    if (news === null || news.id === id) void load();
  });
  if (failure !== null)
    return (
      <Part title="Offers">
        <p className="mb-2 text-danger-ink">{failure}</p>
        <Button onClick={() => void load()} size="small" variant="secondary">
          Try again
        </Button>
      </Part>
    );
  if (offers.length === 0) return null;
  return (
    <Part title="Offers">
      <ul aria-label="Offers" className="grid gap-2">
        {offers.map((offer) => (
          <li className="flex items-start justify-between gap-3" key={offer.id}>
            <div className="min-w-0">
              <p className="truncate">{driverName(offer.driver)}</p>
              <p className="text-ink-muted text-xs">
                {offer.state === "queued" ? (
                  "Sent if the earlier drivers decline or don’t answer"
                ) : (
                  <span className="flex flex-wrap gap-x-3">
                    <span>
                      Sent <Moment at={offer.sentAt} style="time" />
                    </span>
                    {offer.seenAt && (
                      <span>
                        Seen <Moment at={offer.seenAt} style="time" />
                      </span>
                    )}
                    {offer.state === "open" && offer.expiresAt && (
                      <span>
                        Time left: <Countdown until={offer.expiresAt} />
                      </span>
                    )}
                  </span>
                )}
              </p>
              {offer.reason !== "" && <p className="text-xs">{offer.reason}</p>}
            </div>
            <Badge tone={offerStateBadges[offer.state].tone}>{offerStateWords(offer)}</Badge>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const offerStateBadges = {
  open: { words: "Sent", tone: "warning" },
  queued: { words: "Queued", tone: "neutral" },
  accepted: { words: "Accepted", tone: "success" },
  declined: { words: "Declined", tone: "danger" },
  expired: { words: "No answer", tone: "neutral" },
  withdrawn: { words: "Withdrawn", tone: "neutral" },
  taken: { words: "Another driver was faster", tone: "neutral" },
} as const satisfies Record<Offer["state"], { words: string; tone: string }>;

function offerStateWords(offer: Offer): string {
  return offer.state === "open" && offer.seenAt ? "Seen" : offerStateBadges[offer.state].words;
}
