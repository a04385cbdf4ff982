import { useCallback, useEffect, useState } from "react";
import type { RatedTrip } from "../../src/reservations/feedback/feedback-contract";
import { Button } from "../ui/button";
import { Moment } from "../ui/moment";
import { NoticeBanner } from "../ui/notice-banner";
import { failureText, LeftPageError, useOffice, useStaffSteps } from "../office/calls";
import { Part } from "../office/panel-part";
import { RatingText } from "../office/rating-text";

/** The rider's rating of a trip, and who reviewed it. Renders nothing without a rating. */
export function TripRating({
  id,
  version,
}: {
  id: string;
  /** The reservation's version. The rating is loaded again when it changes. */
  version: number;
}) {
  const { call, api } = useOffice();
  const [rating, setRating] = useState<RatedTrip | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, step } = useStaffSteps();
  const load = useCallback(async () => {
    try {
      const ratingsAnswer = await call(api.admin.ratings.$get({ query: { reservationId: id } }));
      setRating(ratingsAnswer.ratings[0] ?? null);
      setFailure(null);
    } catch (error) {
      if (!(error instanceof LeftPageError)) setFailure(failureText(error));
    }
  }, [api, call, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may have another rating
  useEffect(() => {
    void load();
  }, [load, version]);
  const markAsReviewed = () =>
    step("see", () => call(api.admin.ratings[":id"].seen.$post({ param: { id } })), "", load);
  if (failure !== null)
    return (
      <Part title="Rating">
        <NoticeBanner tone="danger">{failure}</NoticeBanner>
      </Part>
    );
  if (!rating || rating.reservationId !== id) return null;
  return (
    <Part title="Rating">
      <RatingText rating={rating} />
      {rating.seen ? (
        <p className="mt-2 text-ink-muted">
          {`Reviewed by ${rating.seen.by} on `}
          <Moment at={rating.seen.at} />.
        </p>
      ) : (
        <Button
          busy={busy}
          className="mt-3"
          onClick={() => void markAsReviewed()}
          size="small"
          variant="secondary"
        >
          Mark as reviewed
        </Button>
      )}
    </Part>
  );
}
