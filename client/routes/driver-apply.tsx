import { createFileRoute } from "@tanstack/react-router";
import { pageHead, sitePageRoute } from "../site/page-load";
import { readStep, type Step, stepTitles } from "../applications/steps/step-titles";

/**
 * The driver's application. The step is in the address, so that Back returns to the previous step and a reload keeps
 * it.
 */
export const Route = createFileRoute("/driver-apply")({
  ...sitePageRoute("apply"),
  // The key is set even for the first step, because otherwise the old value would stay in the address.
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
