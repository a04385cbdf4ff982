/** The steps after the first, and the summary beside them. They load while the first step is filled in. */
import { ErrorState } from "../../../ui/error-state";
import { CarStep } from "./car-step";
import { ConfirmStep } from "./confirm-step";
import { Repricing, Validity } from "./quote-prices";
import { TripSummary } from "./trip-summary";
import { UnconfirmedBooking } from "../unconfirmed-booking";
import { WhenStep } from "./when-step";

export const lazySteps = {
  WhenStep,
  CarStep,
  ConfirmStep,
  ErrorState,
  Repricing,
  TripSummary,
  UnconfirmedBooking,
  Validity,
};
