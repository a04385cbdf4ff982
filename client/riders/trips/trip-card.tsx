import { MessageSquare } from "lucide-react";
import { PlainLink } from "../../ui/plain-link";
import { Moment } from "../../ui/moment";
import { RouteLine } from "../../ui/route-line";
import { StateBadge } from "../../ui/state-badge";
import { TripPrice } from "../../ui/trip-price";
import type { CardFacts } from "./card-facts";
import { RichSentence, useWords } from "../../words/use-words";

/**
 * One trip in a list; the whole card is a link. The style sheet (`.trip-card`) styles it, because a page has dozens.
 */
export function TripCard({ trip, timeZone }: { trip: CardFacts; timeZone: string }) {
  const t = useWords();
  return (
    <PlainLink preloads className="trip-card" href={`/trips/${trip.id}`}>
      {trip.willCall ? (
        <span>
          <RichSentence
            day={<Moment at={trip.pickupAt} style="day" timeZone={timeZone} />}
            text="{day}, when you call"
          />
        </span>
      ) : (
        <Moment at={trip.pickupAt} timeZone={timeZone} />
      )}
      <StateBadge state={trip.state} viewer="rider" />
      <RouteLine
        dense
        dropoff={{ name: trip.dropoff || t("By the hour") }}
        pickup={{ name: trip.pickup }}
        stops={trip.stops?.map((name) => ({ name }))}
      />
      {trip.unread && (
        <p className="flex items-center gap-2 font-medium text-accent-text text-sm">
          <MessageSquare aria-hidden="true" className="shrink-0" size={16} />
          {t.count(trip.unread, "{n} new message", "{n} new messages")}
        </p>
      )}
      {trip.order && <p className="text-ink-muted text-sm">{trip.order}</p>}
      {trip.otherLeg && <p className="text-ink-muted text-sm">{trip.otherLeg}</p>}
      <div className="onward">
        <span>{trip.car}</span>
        <TripPrice trip={trip} />
      </div>
    </PlainLink>
  );
}
