import { createFileRoute } from "@tanstack/react-router";
import type { HistoryAnswer } from "../../src/content/contract";
import { phrase } from "../words/words";
import { loadText, loadTextPage } from "../site/page-load";

export const Route = createFileRoute("/history")(
  loadTextPage("history", phrase("History"), (api, query) =>
    loadText<HistoryAnswer>(api.content.history.$get({ query })),
  ),
);
