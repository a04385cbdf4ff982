import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { phrase } from "../words/words";
import { textPageRoute } from "../site/page-load";

export const Route = createFileRoute("/pricing")(
  textPageRoute("pricing", phrase("Prices"), (api, query) =>
    load(api["published-prices"].$get({ query })),
  ),
);
