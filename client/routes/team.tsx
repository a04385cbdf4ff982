import { createFileRoute } from "@tanstack/react-router";
import type { TeamAnswer } from "../../src/content/contract";
import { phrase } from "../words/words";
import { loadText, loadTextPage } from "../site/page-load";

export const Route = createFileRoute("/team")(
  loadTextPage("team", phrase("Team"), (api, query) =>
    loadText<TeamAnswer>(api.content.team.$get({ query })),
  ),
);
