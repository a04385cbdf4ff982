import { createFileRoute } from "@tanstack/react-router";
import { pageHead, sitePageRoute } from "../site/page-load";

export const Route = createFileRoute("/opening")({
  ...sitePageRoute("enquiry"),
  staticData: { ...sitePageRoute("enquiry").staticData, isListed: false },
  head: ({ match }) => pageHead(match.context, match.context.words.t("Opening soon"), undefined),
});
