import { createLazyFileRoute } from "@tanstack/react-router";
import { QuoteScreen, UnknownQuoteLink } from "../tracking/quote-screen";

export const Route = createLazyFileRoute("/quote/$token")({
  component: Quote,
  notFoundComponent: UnknownQuoteLink,
});

function Quote() {
  const { token } = Route.useParams();
  return <QuoteScreen key={token} loaded={Route.useLoaderData()} token={token} />;
}
