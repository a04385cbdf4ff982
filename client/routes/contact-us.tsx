import { createFileRoute } from "@tanstack/react-router";

/** Rendered for each visitor: a plain form comes back here with what came of it. */
export const Route = createFileRoute("/contact-us")({
  validateSearch: (raw: Record<string, unknown>): { fault?: string; sent?: "yes" } => ({
    ...(/^[\w.]{1,60}$/.test(String(raw.fault ?? "")) && { fault: String(raw.fault) }),
    ...(raw.sent === "yes" && { sent: "yes" }),
  }),
  head: ({ match }) => ({ meta: [{ title: `Contact us · ${match.context.settings.brand}` }] }),
});
