import { createFileRoute } from "@tanstack/react-router";
import { requireBrand } from "../../brand";
import { loadEntryWords } from "../../words/load-entry-words";

export const Route = createFileRoute("/{$brand}Driver")({
  staticData: { words: ["shared", "sign-in", "driving"] },
  beforeLoad: async (route) => {
    requireBrand(route);
    await loadEntryWords(route.context.words, route.matches);
  },
});
