import { createFileRoute } from "@tanstack/react-router";
import { pageHead, sitePage } from "../site/page-load";

export const Route = createFileRoute("/opening")({
  ...sitePage("enquiry"),
  staticData: { ...sitePage("enquiry").staticData, listed: false },
  head: ({ match }) => pageHead(match.context, match.context.words.t("Opening soon"), undefined),
});
