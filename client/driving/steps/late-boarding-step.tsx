import type { BoardingStepProps } from "./boarding-step";
import { LatePart, latePart } from "../late-part";

export const boardingStep = latePart(async () => (await import("./boarding-step")).default);

/** The field for the code: loaded on the way to the pickup, where there may be no network. */
export function LateBoardingStep(props: BoardingStepProps) {
  return <LatePart again="Try again: ask for the code" part={boardingStep} props={props} />;
}
