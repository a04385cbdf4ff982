import { createFileRoute } from "@tanstack/react-router";
import { phrase } from "../words/words";
import { textPageRoute } from "../site/page-load";

/** Where a visitor without a session lands who asked for something that needs one. */
export const Route = createFileRoute("/joinUs")(
  textPageRoute("joinUs", phrase("Join us"), async () => ({})),
);
