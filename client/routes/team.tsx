import { createFileRoute } from "@tanstack/react-router";
import type { TeamAnswer } from "../../src/content/contract";
import { phrase } from "../words/words";
import { loadTexts, textPageRoute } from "../site/page-load";

export const Route = createFileRoute("/team")(
  textPageRoute("team", phrase("Team"), (api, query) =>
    loadTexts<TeamAnswer>(api.content.team.$get({ query })),
  ),
);
