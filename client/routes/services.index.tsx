import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { phrase } from "../words/words";
import { loadTextPage } from "../site/page-load";

export const Route = createFileRoute("/services/")(
  loadTextPage("services", phrase("Services"), (api, query) =>
    load(api.content.services.$get({ query })),
  ),
);
