import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { textPage } from "../site/page-load";

export const Route = createFileRoute("/services/")(
  textPage("services", "Services", (api) => load(api.content.services.$get())),
);
