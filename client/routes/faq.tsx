import { createFileRoute } from "@tanstack/react-router";
import type { FaqAnswer } from "../../src/content/contract";
import { phrase } from "../words/words";
import { loadText, loadTextPage } from "../site/page-load";

export const Route = createFileRoute("/faq")(
  loadTextPage("faq", phrase("Questions and answers"), (api, query) =>
    loadText<FaqAnswer>(api.content.faq.$get({ query })),
  ),
);
