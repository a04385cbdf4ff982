import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  Scripts,
  useRouter,
} from "@tanstack/react-router";
import type { DragEvent, ReactNode } from "react";
import { isPageRemoved } from "../api";
import { firstScript } from "../first-script";
import type { RouterContext } from "../router-context";
import { Splash } from "../ui/splash";
import { WordsProvider } from "../words/use-words";
import type { Say } from "../words/words";

export const Route = createRootRouteWithContext<RouterContext>()({
  head: ({ match, matches }) => ({
    meta: [
      { charSet: "utf-8" },
      { name: "viewport", content: "width=device-width, initial-scale=1, viewport-fit=cover" },
      { name: "color-scheme", content: "light dark" },
      ...themeColors,
      { title: titleOf(match.context.words.t, match.context.settings.brand, matches) },
    ],
    links: [
      { rel: "icon", sizes: "48x48", href: "/favicon.ico" },
      { rel: "icon", type: "image/svg+xml", href: "/favicon.svg" },
      { rel: "manifest", href: `/${isDriverRoute(matches) ? "driver" : "manifest"}.webmanifest` },
      { rel: "apple-touch-icon", href: "/icons/apple.png" },
      ...accentLinks(match.context.settings.accent),
    ],
  }),
  shellComponent: Document,
  component: Outlet,
});

/** The colour of the browser's bar above the page, the same as the header's `surface-raised`. */
const themeColors = [
  { name: "theme-color", media: "(prefers-color-scheme: light)", content: "#ffffff" },
  { name: "theme-color", media: "(prefers-color-scheme: dark)", content: "#181c1a" },
];

/**
 * Returns whether the page belongs to the drivers' app, which is installed separately, at `/driver/` and
 * `/{brand}Driver`.
 */
function isDriverRoute(matches: readonly { routeId: string }[]): boolean {
  return matches[1]?.routeId.includes("river") ?? false;
}

/** Returns the brand, preceded by an error if there was one. Pages set their own titles in `head`. */
function titleOf(
  t: Say,
  brand: string,
  matches: readonly { status: string; error?: unknown; _notFound?: boolean }[],
) {
  if (matches.some(({ status }) => status === "error")) {
    return `${t("Something went wrong")} · ${brand}`;
  }
  if (isPageRemoved(matches)) return `${t("This page no longer exists")} · ${brand}`;
  if (matches.some((match) => match.status === "notFound" || match._notFound)) {
    return `${t("Page not found")} · ${brand}`;
  }
  return brand;
}

/** Returns the style sheet of the operator's accent. Without one, `app.css` has the default. */
function accentLinks(accent: string | null) {
  return accent ? [{ rel: "stylesheet", href: `/assets/accent-${accent.slice(1)}.css` }] : [];
}

/**
 * Cancels `dragexit`, the event with which `early-input` tests whether React already handles events of a part of the
 * page.
 */
const cancelDragExit = (event: DragEvent) => event.preventDefault();

/** The document around every page, including the error page. */
function Document({ children }: { children: ReactNode }) {
  const { context, ssr } = useRouter().options;
  return (
    <WordsProvider words={context.words}>
      {(t) => (
        <html dir={t.dir} lang={t.language}>
          <head>
            <HeadContent />
          </head>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: no hand ever does this */}
          <body onDragExit={cancelDragExit}>
            <Splash brand={context.settings.brand} nonce={ssr?.nonce} />
            <script
              // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
              dangerouslySetInnerHTML={{ __html: firstScript }}
              nonce={ssr?.nonce}
              suppressHydrationWarning
            />
            {children}
            <Scripts />
          </body>
        </html>
      )}
    </WordsProvider>
  );
}
