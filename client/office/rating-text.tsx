import type { RatedTrip, RatingReason } from "../../src/reservations/feedback/feedback-contract";
import { Badge } from "../ui/badge";
import { Moment } from "../ui/moment";
import { Stars } from "../ui/stars";

const chipWords: Record<RatingReason, string> = {
  clean_car: "Clean car",
  smooth_ride: "Smooth ride",
  on_time: "On time",
  friendly: "Friendly",
  helpful: "Helpful",
  dirty_car: "Dirty car",
  unsafe_ride: "Felt unsafe",
  late: "Late",
  unfriendly: "Unfriendly",
  wrong_way: "Wrong route",
  other: "Something else",
};

/** Stars, chips and comment of one rating. */
export function RatingText({ rating }: { rating: RatedTrip }) {
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <Stars stars={rating.stars} />
        <span className="text-ink-muted">
          <Moment at={rating.updatedAt} />
        </span>
      </p>
      {rating.chips.length > 0 && (
        <ul className="mt-1.5 flex flex-wrap gap-1">
          {rating.chips.map((chip) => (
            <li key={chip}>
              <Badge tone={rating.stars >= 4 ? "success" : "warning"}>{chipWords[chip]}</Badge>
            </li>
          ))}
        </ul>
      )}
      {rating.words && <p className="mt-1.5 whitespace-pre-line break-words">{rating.words}</p>}
    </>
  );
}
