import { createFileRoute } from "@tanstack/react-router";
import { load } from "../api";
import { textPage } from "../site/page-load";

export const Route = createFileRoute("/pricing")(
  textPage("pricing", "Prices", (api) => load(api["told-prices"].$get())),
);
