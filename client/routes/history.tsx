import { createFileRoute } from "@tanstack/react-router";
import type { HistoryAnswer } from "../../src/content/contract";
import { phrase } from "../words/words";
import { loadTexts, textPageRoute } from "../site/page-load";

export const Route = createFileRoute("/history")(
  textPageRoute("history", phrase("History"), (api, query) =>
    loadTexts<HistoryAnswer>(api.content.history.$get({ query })),
  ),
);
