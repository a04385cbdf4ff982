import type { StepProps } from "../filling";
import { TypedSections } from "./typed-step";

/** Step 1: personal details and the emergency contact. */
export function PersonalStep(props: StepProps) {
  return <TypedSections {...props} step={1} />;
}

/** Step 2: license and experience. */
export function LicenseStep(props: StepProps) {
  return <TypedSections {...props} step={2} />;
}
