import { MessageSquare } from "lucide-react";
import { PlainLink } from "../../ui/plain-link";
import { Moment } from "../../ui/moment";
import { RouteLine } from "../../ui/route-line";
import { StateBadge } from "../../ui/state-badge";
import { TripPrice } from "../../ui/trip-price";
import type { CardFacts } from "./card-facts";
import { Said, useWords } from "../../words/use-words";

/** One trip in a list; the whole card leads to it. */
export function TripCard({ trip, timeZone }: { trip: CardFacts; timeZone: string }) {
  const t = useWords();
  return (
    <PlainLink
      ahead
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface-raised p-4 shadow-sm transition hover:border-line-strong sm:p-5"
      href={`/trips/${trip.id}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        {trip.willCall ? (
          <span className="font-semibold text-lg">
            <Said
              day={<Moment at={trip.pickupAt} style="day" timeZone={timeZone} />}
              text="{day}, when you call"
            />
          </span>
        ) : (
          <Moment at={trip.pickupAt} className="font-semibold text-lg" timeZone={timeZone} />
        )}
        <StateBadge state={trip.state} viewer="rider" />
      </div>
      <RouteLine
        dense
        dropoff={{ name: trip.dropoff || t("By the hour") }}
        pickup={{ name: trip.pickup }}
        stops={trip.stops.map((name) => ({ name }))}
      />
      {trip.unread > 0 && (
        <p className="flex items-center gap-2 font-medium text-accent-text text-sm">
          <MessageSquare aria-hidden="true" className="shrink-0" size={16} />
          {t.count(trip.unread, "{n} new message", "{n} new messages")}
        </p>
      )}
      {trip.otherWay && <p className="text-ink-muted text-sm">{trip.otherWay}</p>}
      <div className="onward flex items-center gap-2 border-line border-t pt-3 text-ink-muted text-sm">
        <span className="min-w-0 flex-1 truncate">{trip.car}</span>
        <TripPrice className="font-medium text-ink" trip={trip} />
      </div>
    </PlainLink>
  );
}
