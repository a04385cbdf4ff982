import { createFileRoute } from "@tanstack/react-router";
import { pageHead, sitePageRoute } from "../site/page-load";

const page = sitePageRoute("apply");

export const Route = createFileRoute("/driver-apply_/status/")({
  ...page,
  staticData: { ...page.staticData, isListed: false },
  head: ({ match: { context } }) =>
    pageHead(context, context.words.t("Your application"), undefined),
});
