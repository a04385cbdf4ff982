import { createFileRoute } from "@tanstack/react-router";
import { headOf } from "../site/page-load";

export const Route = createFileRoute("/opening")({
  staticData: { shared: true, listed: false },
  head: ({ match }) => headOf(match.context, match.context.words.t("Opening soon"), undefined),
});
