import { createFileRoute } from "@tanstack/react-router";
import { headOf, sitePage } from "../site/page-load";

const page = sitePage("apply");

export const Route = createFileRoute("/driver-apply_/status/")({
  ...page,
  staticData: { ...page.staticData, listed: false },
  head: ({ match: { context } }) => headOf(context, context.words.t("Your application"), undefined),
});
