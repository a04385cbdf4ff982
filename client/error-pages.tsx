import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { type ReactNode, useContext, useEffect } from "react";
import { PAGE_REMOVED } from "./api";
import { ApiError } from "./api-error";
import { BrandLink } from "./ui/brand";
import { buttonStyle } from "./ui/button-style";
import { NotFoundArt } from "./ui/not-found-art";
import { HomePathContext } from "./ui/home-path-context";
import { RichSentence, useWords } from "./words/use-words";

/** Shown for an address that has no page, or whose page was removed. The server answers with 404 or 410. */
export function NotFoundPage({ data }: { data?: unknown }) {
  const t = useWords();
  const { brand } = useRouter().options.context.settings;
  const wasRemoved = data === PAGE_REMOVED;
  return (
    <Fault
      brand={brand}
      code={wasRemoved ? "410" : "404"}
      heading={wasRemoved ? t("This page no longer exists") : t("We can’t find that page")}
    >
      <p>
        {wasRemoved
          ? t("This page has been removed.")
          : t("The address may be mistyped, or the page has moved.")}
      </p>
      <Link to={useContext(HomePathContext)} className={buttonStyle()}>
        {t("Go to the home page")}
      </Link>
    </Fault>
  );
}

/** Whether the server was not reached: a call had no answer, or the page's code did not load. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof ApiError
    ? error.status === 0
    : error instanceof TypeError && /import|module script/i.test(error.message);
}

/**
 * Shown when a page fails to render. The server answers with 500 and the request's id. In the browser, it also covers
 * an unreachable server.
 */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const t = useWords();
  // `pwa/start.ts` listens for this event.
  useEffect(() => void dispatchEvent(new CustomEvent("fault", { detail: error })), [error]);
  const router = useRouter();
  const { requestId, settings } = router.options.context;
  const hasNoNetwork = isNetworkFailure(error);
  return (
    <Fault
      brand={settings.brand}
      code={hasNoNetwork ? "" : "500"}
      heading={hasNoNetwork ? t("You are offline") : t("Something went wrong")}
      requestId={requestId}
    >
      <p>
        {hasNoNetwork
          ? t("We can’t load this page right now. Check your phone’s connection and try again.")
          : t("This is our fault, not yours. Please try again.")}
      </p>
      <button
        type="button"
        className={buttonStyle()}
        onClick={() => {
          reset();
          void router.invalidate();
        }}
      >
        {t("Try again")}
      </button>
    </Fault>
  );
}

/** Shown while a page's data loads; only in the browser. */
export function PendingPage() {
  const t = useWords();
  return (
    <main aria-busy="true" className="min-h-dvh">
      <div aria-hidden="true" className="fixed inset-x-0 top-0 z-40 h-0.5 overflow-hidden">
        <div className="pending-bar h-full w-1/4 bg-accent-text" />
      </div>
      <p className="sr-only" role="status">
        {t("Loading…")}
      </p>
    </main>
  );
}

/** The whole document for a page that failed to render. It works without scripts. */
export function FaultDocument({ styles, requestId }: { styles: string[]; requestId: string }) {
  const t = useWords();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{t("Something went wrong")}</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <Fault code="500" heading={t("Something went wrong")} requestId={requestId}>
          <p>{t("This is our fault, not yours. Please try again in a moment.")}</p>
          <a href="/" className={buttonStyle()}>
            {t("Go to the home page")}
          </a>
        </Fault>
      </body>
    </html>
  );
}

function Fault({
  brand,
  code,
  heading,
  requestId,
  children,
}: {
  /** Undefined if the page failed to render. */
  brand?: string;
  code: string;
  heading: string;
  requestId?: string;
  children: ReactNode;
}) {
  // A page's frame shows the brand itself and is the landmark.
  const isWholePage = useContext(HomePathContext) === "/";
  const Wrapper = isWholePage ? "main" : "div";
  return (
    <Wrapper className={isWholePage ? "flex min-h-dvh flex-col px-4 sm:px-6" : "pt-12"}>
      {isWholePage && brand && <BrandLink brand={brand} className="h-16" />}
      <div className="flex flex-1 flex-col items-center justify-center pb-24 text-center">
        <NotFoundArt />
        <p className="mt-8 font-medium text-ink-muted text-sm">{code}</p>
        <h1 className="mt-1 text-xl">{heading}</h1>
        <div className="mt-2 flex flex-col items-center gap-6 text-ink-muted">{children}</div>
        {code === "500" && requestId && (
          <p className="mt-8 text-ink-faint text-xs">
            <RichSentence
              id={<span className="select-all">{requestId}</span>}
              text="Reference {id}"
            />
          </p>
        )}
      </div>
    </Wrapper>
  );
}
