import { createFileRoute } from "@tanstack/react-router";
import type { TeamAnswer } from "../../src/content/contract";
import { loadText, textPage } from "../site/page-load";

export const Route = createFileRoute("/team")(
  textPage("team", "Team", (api) => loadText<TeamAnswer>(api.content.team.$get())),
);
