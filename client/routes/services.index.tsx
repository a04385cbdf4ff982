import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { phrase } from "../words/words";
import { textPageRoute } from "../site/page-load";

export const Route = createFileRoute("/services/")(
  textPageRoute("services", phrase("Services"), (api, query) =>
    load(api.content.services.$get({ query })),
  ),
);
