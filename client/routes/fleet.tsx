import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { phrase } from "../words/words";
import { textPage } from "../site/page-load";

export const Route = createFileRoute("/fleet")(
  textPage("fleet", phrase("Vehicles"), (api, query) =>
    load(api["published-prices"].$get({ query })),
  ),
);
