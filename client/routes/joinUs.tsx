import { createFileRoute } from "@tanstack/react-router";
import { phrase } from "../words/words";
import { textPageRoute } from "../site/page-load";

/** The page for visitors without a session who open a page that needs one. */
export const Route = createFileRoute("/joinUs")(
  textPageRoute("joinUs", phrase("Join us"), async () => ({})),
);
