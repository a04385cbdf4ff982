import { createFileRoute } from "@tanstack/react-router";
import { readStep, type Step, stepTitles } from "../applying/step-titles";

/** The application's step is in its address: back goes a step back, and a reload stays. */
export const Route = createFileRoute("/driver-apply")({
  staticData: { shared: true },
  validateSearch: ({ step }): { step?: Step } => {
    const read = readStep(step);
    return read === 0 ? {} : { step: read };
  },
  head: ({ match }) => {
    const { step = 0 } = match.search;
    const apply = `Apply to drive · ${match.context.settings.brand}`;
    return { meta: [{ title: step === 0 ? apply : `${stepTitles[step]} · ${apply}` }] };
  },
});
