import { type LazyComponent, lazy } from "../../lazy";
import { loadPhoneParts } from "../../phone-input/phone-parts";
import { Skeleton } from "../../ui/skeleton";
import type { StepProps } from "../application-form";
import type { Step } from "./step-titles";

/** Loads the phone number table. Without a network the field works without it. */
const loadPhoneModules = () => loadPhoneParts().catch(() => null);

const options = { pending: StepSkeleton };

/** The code of each step. */
const views: Readonly<Record<Exclude<Step, 0>, LazyComponent<StepProps>>> = {
  1: lazy(async () => {
    const [{ PersonalStep }] = await Promise.all([import("./personal-step"), loadPhoneModules()]);
    return PersonalStep;
  }, options),
  2: lazy(async () => (await import("./personal-step")).LicenseStep, options),
  3: lazy(async () => (await import("./documents-step")).DocumentsStep, options),
  4: lazy(async () => (await import("./vehicle-step")).VehicleStep, options),
  5: lazy(async () => (await import("./photos-step")).PhotosStep, options),
  6: lazy(async () => (await import("./review-step")).ReviewStep, options),
};

/** Preloads a step's code. After a failure it loads when the step is shown. */
export function preloadStep(step: Step): void {
  if (step !== 0) views[step].preload().catch(() => {});
}

/** Shows a step once its code has loaded. Pass the step as `key`. */
export function StepView({ step, ...props }: StepProps & { step: Exclude<Step, 0> }) {
  const View = views[step];
  return <View {...props} />;
}

/** The placeholder while a step loads. */
export function StepSkeleton() {
  return (
    <div className="grid gap-4 noscript:hidden">
      <Skeleton className="h-64 w-full rounded-lg" />
      <Skeleton className="h-40 w-full rounded-lg" />
    </div>
  );
}
