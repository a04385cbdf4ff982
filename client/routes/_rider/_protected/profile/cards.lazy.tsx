import { createLazyFileRoute } from "@tanstack/react-router";
import { SavedCards } from "../../../../riders/account/saved-cards";

export const Route = createLazyFileRoute("/_rider/_protected/profile/cards")({
  component: CardsPage,
});

function CardsPage() {
  const { api } = Route.useRouteContext();
  const { cards, canSave } = Route.useLoaderData();
  return <SavedCards api={api} canSave={canSave} cards={cards} />;
}
