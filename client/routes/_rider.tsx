import { createFileRoute } from "@tanstack/react-router";
import { sessionOf } from "../riders/session";
import { loadEntryWords } from "../words/load-entry-words";

/** The parent of every page that knows the rider: each has `session` in its context. */
export const Route = createFileRoute("/_rider")({
  staticData: { isPrivate: true, words: ["shared"] },
  beforeLoad: async ({ context, matches }) => {
    const session = await sessionOf(context.api);
    await loadEntryWords(context.words, matches, session.getUser?.language);
    return { session };
  },
});
