import type { RatingChip } from "../../src/reservations/feedback/after-contract";

export const chipWords: Record<RatingChip, string> = {
  clean_car: "Clean car",
  smooth_ride: "Smooth ride",
  on_time: "On time",
  friendly: "Friendly",
  helpful: "Helpful",
  dirty_car: "Dirty car",
  unsafe_ride: "Felt unsafe",
  late: "Late",
  unfriendly: "Unfriendly",
  wrong_way: "Wrong way",
  other: "Something else",
};
