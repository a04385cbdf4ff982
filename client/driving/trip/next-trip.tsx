import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { Reservation } from "../../../src/reservations/contract";
import { Card } from "../../ui/card";
import { Moment } from "../../ui/moment";
import { RouteLine } from "../../ui/route-line";
import { StateBadge } from "../../ui/state-badge";
import { StepBar } from "../steps/step-bar";
import { UnreadBadge, useUnreadCounts } from "../use-unread-counts";
import { type TakeStep, useStepActions } from "../steps/use-step-actions";
import { useWords } from "../../words/use-words";

/** The current trip, or the next one: passenger, time, route and the main button. */
export function NextTrip({ loaded }: { loaded: Reservation }) {
  const t = useWords();
  const unread = useUnreadCounts();
  const { trip, tap, isDisabledBriefly: isPaused, takeStep, takeAction } = useStepActions(loaded);
  const navigate = useNavigate();
  const step: TakeStep = async (to, proof) => {
    const isStored = await takeStep(to, proof);
    // Home shows the next trip, so the payment of this one is recorded on its own screen.
    if (isStored && to === "completed" && trip.payment !== "account" && !trip.isCollected)
      await navigate({ to: "/driver/dashboard/trips/$id", params: { id: trip.id } });
    return isStored;
  };
  return (
    <Card className="border-accent-line">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold text-lg tabular-nums">
          <Moment at={trip.pickupAt} timeZone={trip.timeZone} />
        </p>
        <StateBadge state={trip.state} />
      </div>
      <p className="mt-1 mb-4">{trip.passenger.name}</p>
      <RouteLine dropoff={trip.dropoff} pickup={trip.pickup} stops={trip.stops} />
      <Link
        className="-mx-2 my-3 flex min-h-11 items-center justify-between gap-2 rounded-md px-2 font-medium text-accent-text hover:bg-surface-sunken"
        params={{ id: trip.id }}
        to="/driver/dashboard/trips/$id"
      >
        {t("Trip {number}: call, navigate, details", { number: trip.number })}
        <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" size={20} />
      </Link>
      <UnreadBadge className="mb-3" count={unread.get(trip.id) ?? 0} />
      <StepBar
        onAction={takeAction}
        onStep={step}
        isDisabledBriefly={isPaused}
        tap={tap}
        trip={trip}
      />
    </Card>
  );
}
