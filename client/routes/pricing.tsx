import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { phrase } from "../words/words";
import { loadTextPage } from "../site/page-load";

export const Route = createFileRoute("/pricing")(
  loadTextPage("pricing", phrase("Prices"), (api, query) =>
    load(api["published-prices"].$get({ query })),
  ),
);
