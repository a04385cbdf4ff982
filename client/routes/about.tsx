import { createFileRoute } from "@tanstack/react-router";
import { textPage } from "../site/page-load";

export const Route = createFileRoute("/about")(textPage("about", "About us", async () => ({})));
