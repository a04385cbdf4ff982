/** All that comes after the first step: loaded while that one is filled in. */
import { CarStep } from "./car-step";
import { ConfirmStep } from "./confirm-step";
import { Repricing, Validity } from "./price-standing";
import { WhenStep } from "./when-step";

export const laterSteps = { WhenStep, CarStep, ConfirmStep, Repricing, Validity };
