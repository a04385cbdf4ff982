import { createFileRoute } from "@tanstack/react-router";
import { readStep, type Step, stepTitles } from "../applying/step-titles";

/** The application's step is in its address: back goes a step back, and a reload stays. */
export const Route = createFileRoute("/driver-apply")({
  staticData: { shared: true },
  // Said also where it is none: the address's own would stand otherwise.
  validateSearch: ({ step }): { step?: Step | undefined } => ({
    step: readStep(step) || undefined,
  }),
  head: ({ match }) => {
    const { step = 0 } = match.search;
    const apply = `Apply to drive · ${match.context.settings.brand}`;
    return { meta: [{ title: step === 0 ? apply : `${stepTitles[step]} · ${apply}` }] };
  },
});
