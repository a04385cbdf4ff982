import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { phrase } from "../words/words";
import { textPageRoute } from "../site/page-load";

export const Route = createFileRoute("/fleet")(
  textPageRoute("fleet", phrase("Vehicles"), (api, query) =>
    load(api["published-prices"].$get({ query })),
  ),
);
