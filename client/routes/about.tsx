import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { phrase } from "../words/words";
import { textPageRoute } from "../site/page-load";

export const Route = createFileRoute("/about")({
  ...textPageRoute("about", phrase("About us"), (api) => load(api.content.area.$get())),
});
