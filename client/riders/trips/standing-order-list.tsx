import { Link } from "@tanstack/react-router";
import type { StandingOrderRow } from "../../../src/reservations/standing-orders/order-contract";
import { orderStates } from "../../repeating/order-states";
import { Badge } from "../../ui/badge";
import { ButtonLink } from "../../ui/button-link";
import { EmptyState } from "../../ui/empty-state";
import { formatMoment } from "../../ui/moment";
import { PageHeader } from "../../ui/page-header";
import { VehicleArt } from "../../ui/vehicle-art";
import { useWords } from "../../words/use-words";
import { patternText } from "../../repeating/repeat-words";
import { BackLink } from "./back-link";

/** A rider's repeating trips, each with its pattern in words and the next date. */
export function StandingOrderList({
  orders,
  timeZone,
}: {
  orders: readonly StandingOrderRow[];
  timeZone: string;
}) {
  const t = useWords();
  return (
    <>
      <BackLink to="/trips">{t("All trips")}</BackLink>
      <PageHeader title={t("Repeating trips")} />
      {orders.length === 0 ? (
        <EmptyState
          action={<ButtonLink to="/booking">{t("Book a car")}</ButtonLink>}
          art={<VehicleArt className="w-48" kind="sedan" />}
          title={t("No repeating trips yet")}
        >
          {t("Book a trip and choose “Repeat this trip”, or open a trip that you have booked.")}
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {orders.map((order) => (
            <li key={order.id}>
              <Link
                className="block rounded-lg border border-line bg-surface-raised p-4 transition hover:border-line-strong"
                params={{ id: order.id }}
                to="/trips/repeating/$id"
              >
                <span className="flex flex-wrap items-start gap-x-3 gap-y-1">
                  <span className="min-w-0 flex-1 font-medium">{patternText(order, t)}</span>
                  <Badge tone={orderStates[order.state].tone}>
                    {t.known(orderStates[order.state].words, "repeating trips")}
                  </Badge>
                </span>
                <span className="mt-1 block break-words text-ink-muted">
                  <bdi>{order.pickup.name}</bdi> {t.dir ? "←" : "→"} <bdi>{order.dropoff.name}</bdi>
                </span>
                <span className="mt-1 block text-ink-muted text-sm tabular-nums">
                  {order.nextPickupAt
                    ? t("Next: {time}", {
                        time: formatMoment(order.nextPickupAt, timeZone, "date-time", t),
                      })
                    : t("No trip booked")}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
