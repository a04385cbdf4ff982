import { createFileRoute } from "@tanstack/react-router";
import { readStep, type Step, stepTitles } from "../applications/steps/step-titles";

/** The application. The step is in the address, so Back goes one step back and a reload stays. */
export const Route = createFileRoute("/driver-apply")({
  staticData: { shared: true },
  // Set even for the first step, or the address's own value would remain.
  validateSearch: ({ step }): { step?: Step | undefined } => ({
    step: readStep(step) || undefined,
  }),
  head: ({ match }) => {
    const { step = 0 } = match.search;
    const { brand, town } = match.context.settings;
    const apply = `Apply to drive · ${brand}`;
    return {
      meta: [
        { title: step === 0 ? apply : `${stepTitles[step]} · ${apply}` },
        {
          name: "description",
          content: `Apply to drive with ${brand} in ${town}, step by step. You can stop and continue later.`,
        },
      ],
    };
  },
});
