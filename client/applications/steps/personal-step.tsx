import type { StepProps } from "../application-form";
import { StepSections } from "./step-sections";

/** Step 1: personal details and the emergency contact. */
export function PersonalStep(props: StepProps) {
  return <StepSections {...props} step={1} />;
}

/** Step 2: license and experience. */
export function LicenseStep(props: StepProps) {
  return <StepSections {...props} step={2} />;
}
