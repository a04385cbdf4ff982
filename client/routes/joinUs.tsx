import { createFileRoute } from "@tanstack/react-router";
import { textPage } from "../site/page-load";

/** Where a visitor without a session lands who asked for something that needs one. */
export const Route = createFileRoute("/joinUs")(textPage("joinUs", "Join us", async () => ({})));
