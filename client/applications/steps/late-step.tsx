import type { ComponentType } from "react";
import { loadPhoneParts } from "../../phone-input/phone-parts";
import { useLate } from "../../late";
import { Skeleton } from "../../ui/skeleton";
import type { StepProps } from "../filling";
import type { Step } from "./step-titles";

interface Loaded {
  Part: ComponentType<StepProps>;
}

/** A phone's box reads its number with a table, which without a network does not come: a plain box then. */
const phones = () => loadPhoneParts().catch(() => null);

/** Each step's own code. */
const loaders: Readonly<Record<Exclude<Step, 0>, () => Promise<Loaded>>> = {
  1: async () => {
    const [{ PersonalStep: Part }] = await Promise.all([import("./personal-step"), phones()]);
    return { Part };
  },
  2: async () => ({ Part: (await import("./personal-step")).LicenseStep }),
  3: async () => ({ Part: (await import("./documents-step")).DocumentsStep }),
  4: async () => ({ Part: (await import("./vehicle-step")).VehicleStep }),
  5: async () => ({ Part: (await import("./photos-step")).PhotosStep }),
  6: async () => ({ Part: (await import("./review-step")).ReviewStep }),
};

/** Fetches a step's code ahead; what fails is fetched again when it is shown. */
export function prepareStep(step: Step): void {
  if (step !== 0) loaders[step]().catch(() => {});
}

/** A step, once its code is there. Give it the step as `key`. */
export function LateStep({ step, ...props }: StepProps & { step: Exclude<Step, 0> }) {
  const loaded = useLate(loaders[step]);
  return loaded ? <loaded.Part {...props} /> : <StepSkeleton />;
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
