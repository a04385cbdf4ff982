import { useEffect, useState } from "react";
import type {
  DriverRatingAverage,
  RatedTrips,
} from "../../../src/reservations/feedback/feedback-contract";
import { PlainLink } from "../../ui/plain-link";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { NoticeBanner } from "../../ui/notice-banner";
import { Section } from "../../ui/section";
import { SkeletonRows } from "../../ui/skeleton";
import { failureText, LeftPageError, useOffice } from "../../office/calls";
import { MoreRows } from "../../office/lists/more-rows";
import { RatingText } from "../../office/rating-text";
import { pageOf, usePages } from "../../office/lists/use-pages";

/** The riders' ratings of a driver: the average that the driver sees, and each rating. */
export function DriverRatings({ driverId }: { driverId: string }) {
  const { api, call } = useOffice();
  const [loadedRatings, setLoadedRatings] = useState<{
    average: DriverRatingAverage;
    list: RatedTrips;
  } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    Promise.all([
      call(api.admin.drivers[":id"].rating.$get({ param: { id: driverId } })),
      call(api.admin.ratings.$get({ query: { driverId } })),
    ]).then(
      ([average, list]) => !isUnmounted && setLoadedRatings({ average, list }),
      (error) =>
        !isUnmounted && !(error instanceof LeftPageError) && setFailure(failureText(error)),
    );
    return () => {
      isUnmounted = true;
    };
  }, [api, call, driverId]);
  if (failure !== null) return <NoticeBanner tone="danger">{failure}</NoticeBanner>;
  if (!loadedRatings)
    return (
      <Card className="max-w-3xl">
        <SkeletonRows rows={4} />
      </Card>
    );
  if (loadedRatings.list.ratings.length === 0)
    return (
      <Card className="max-w-3xl" flush>
        <EmptyState title="No ratings yet">Riders can rate a trip after it ends.</EmptyState>
      </Card>
    );
  return (
    <Card className="max-w-3xl">
      <Section
        detail={
          loadedRatings.average.average === null
            ? "The driver sees an average after five ratings."
            : `The driver sees an average of ${loadedRatings.average.average.toFixed(2)} from the last ${loadedRatings.average.count} ratings.`
        }
        title="Ratings"
      >
        <RatingList driverId={driverId} list={loadedRatings.list} />
      </Section>
    </Card>
  );
}

function RatingList({ driverId, list }: { driverId: string; list: RatedTrips }) {
  const { api, call } = useOffice();
  const [first] = useState({ rows: list.ratings, nextCursor: list.nextCursor });
  const next = async (cursor: string) =>
    pageOf("ratings", await call(api.admin.ratings.$get({ query: { driverId, cursor } })));
  const { rows, ...pages } = usePages(first, next);
  return (
    <>
      <ul className="divide-y divide-line text-sm">
        {rows.map((rating) => (
          <li className="py-3" key={rating.reservationId}>
            <RatingText rating={rating} />
            <PlainLink
              className="inline-block py-1 text-ink-muted underline underline-offset-4 pointer-coarse:py-3"
              href={`/dispatch/dashboard/reservation/${rating.reservationId}`}
            >
              Reservation {rating.number}, {rating.passenger}
            </PlainLink>
          </li>
        ))}
      </ul>
      <MoreRows {...pages} />
    </>
  );
}
