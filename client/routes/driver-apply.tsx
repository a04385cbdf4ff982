import { createFileRoute } from "@tanstack/react-router";
import { pageHead, sitePageRoute } from "../site/page-load";
import { readStep, type Step, stepTitles } from "../applications/steps/step-titles";

/** The application. The step is in the address, so Back goes one step back and a reload stays. */
export const Route = createFileRoute("/driver-apply")({
  ...sitePageRoute("apply"),
  // Set even for the first step, or the address's own value would remain.
  validateSearch: ({ step }): { step?: Step | undefined } => ({
    step: readStep(step) || undefined,
  }),
  head: ({ match: { context, search } }) => {
    const { step = 0 } = search;
    const { brand, town } = context.settings;
    const { t } = context.words;
    const apply = t("Apply to drive");
    return pageHead(
      context,
      step === 0 ? apply : `${t.of(stepTitles[step])} · ${apply}`,
      t("Apply to drive with {brand} in {town}, step by step. You can stop and continue later.", {
        brand,
        town,
      }),
    );
  },
});
