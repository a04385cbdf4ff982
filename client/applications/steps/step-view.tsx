import { type Lazy, lazy } from "../../lazy";
import { loadPhoneParts } from "../../phone-input/phone-parts";
import { Skeleton } from "../../ui/skeleton";
import type { StepProps } from "../filling";
import type { Step } from "./step-titles";

/** A phone's box reads its number with a table, which without a network does not come: a plain box then. */
const phones = () => loadPhoneParts().catch(() => null);

const options = { pending: StepSkeleton };

/** Each step's own code. */
const views: Readonly<Record<Exclude<Step, 0>, Lazy<StepProps>>> = {
  1: lazy(async () => {
    const [{ PersonalStep }] = await Promise.all([import("./personal-step"), phones()]);
    return PersonalStep;
  }, options),
  2: lazy(async () => (await import("./personal-step")).LicenseStep, options),
  3: lazy(async () => (await import("./documents-step")).DocumentsStep, options),
  4: lazy(async () => (await import("./vehicle-step")).VehicleStep, options),
  5: lazy(async () => (await import("./photos-step")).PhotosStep, options),
  6: lazy(async () => (await import("./review-step")).ReviewStep, options),
};

/** Fetches a step's code ahead; what fails is fetched again when it is shown. */
export function prepareStep(step: Step): void {
  if (step !== 0) views[step].preload().catch(() => {});
}

/** A step, once its code is there. Give it the step as `key`. */
export function StepView({ step, ...props }: StepProps & { step: Exclude<Step, 0> }) {
  const View = views[step];
  return <View {...props} />;
}

/** What stands for a step until it is there. */
export function StepSkeleton() {
  return (
    <div className="grid gap-4 noscript:hidden">
      <Skeleton className="h-64 w-full rounded-lg" />
      <Skeleton className="h-40 w-full rounded-lg" />
    </div>
  );
}
