import { createFileRoute } from "@tanstack/react-router";
import { readStep, type Step, stepTitles } from "../applications/steps/step-titles";

/** The application's step is in its address: back goes a step back, and a reload stays. */
export const Route = createFileRoute("/driver-apply")({
  staticData: { shared: true },
  // Said also where it is none: the address's own would stand otherwise.
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
          content: `Apply to drive with ${brand} in ${town}, step by step. You can stop and go on later.`,
        },
      ],
    };
  },
});
