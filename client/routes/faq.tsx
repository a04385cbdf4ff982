import { createFileRoute } from "@tanstack/react-router";
import type { FaqAnswer } from "../../src/content/contract";
import { headOf, loadPage, loadText } from "../site/page-load";

export const Route = createFileRoute("/faq")({
  staticData: { shared: true },
  loader: async ({ context }) => {
    const [{ page }, faq] = await Promise.all([
      loadPage(context, "faq"),
      loadText<FaqAnswer>(context.api.content.faq.$get()),
    ]);
    return { page, ...faq };
  },
  head: ({ match, loaderData }) =>
    headOf(match.context, "Questions and answers", loaderData?.page.description),
});
