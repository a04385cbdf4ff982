import { createLazyFileRoute } from "@tanstack/react-router";
import { QuoteScreen, QuoteUnknown } from "../tracking/quote-screen";

export const Route = createLazyFileRoute("/quote/$token")({
  component: Quote,
  notFoundComponent: QuoteUnknown,
});

function Quote() {
  const { token } = Route.useParams();
  return <QuoteScreen key={token} loaded={Route.useLoaderData()} token={token} />;
}
