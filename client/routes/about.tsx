import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { textPage } from "../site/page-load";

export const Route = createFileRoute("/about")(
  textPage("about", "About us", (api) => load(api.content.area.$get())),
);
