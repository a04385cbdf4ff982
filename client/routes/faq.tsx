import { createFileRoute } from "@tanstack/react-router";
import type { FaqAnswer } from "../../src/content/contract";
import { phrase } from "../words/words";
import { loadTexts, textPageRoute } from "../site/page-load";

export const Route = createFileRoute("/faq")(
  textPageRoute("faq", phrase("Questions and answers"), (api, query) =>
    loadTexts<FaqAnswer>(api.content.faq.$get({ query })),
  ),
);
