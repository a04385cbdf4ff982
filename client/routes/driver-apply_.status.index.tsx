import { createFileRoute } from "@tanstack/react-router";
import { pageHead, sitePage } from "../site/page-load";

const page = sitePage("apply");

export const Route = createFileRoute("/driver-apply_/status/")({
  ...page,
  staticData: { ...page.staticData, listed: false },
  head: ({ match: { context } }) =>
    pageHead(context, context.words.t("Your application"), undefined),
});
