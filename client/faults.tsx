import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Shown for an address that leads nowhere; the server answers it with 404. */
export function NotFoundPage() {
  return (
    <Fault code="404" heading="We can’t find that page">
      <p>The address may be mistyped, or the page has moved.</p>
      <Link to="/" className="fault-action">
        Go to the home page
      </Link>
    </Fault>
  );
}

/** Shown when a page can't be made; the server answers it with 500 and the request's name. */
export function ErrorPage({ reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Fault code="500" heading="Something went wrong" requestId={router.options.context.requestId}>
      <p>It isn’t you. Please try again.</p>
      <button
        type="button"
        className="fault-action"
        onClick={() => {
          reset();
          void router.invalidate();
        }}
      >
        Try again
      </button>
    </Fault>
  );
}

/** Shown while a page's data is on its way, in the browser only. */
export function PendingPage() {
  return (
    <main className="pending" aria-busy="true">
      <p role="status">Loading…</p>
    </main>
  );
}

/** The whole document for a page whose own markup could not be made; works without scripts. */
export function FaultDocument({ styles, requestId }: { styles: string[]; requestId: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Something went wrong</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <Fault code="500" heading="Something went wrong" requestId={requestId}>
          <p>It isn’t you. Please try again in a moment.</p>
          <a href="/" className="fault-action">
            Go to the home page
          </a>
        </Fault>
      </body>
    </html>
  );
}

function Fault({
  code,
  heading,
  requestId = "",
  children,
}: {
  code: string;
  heading: string;
  requestId?: string;
  children: ReactNode;
}) {
  return (
    <main className="fault">
      <p className="fault-code">{code}</p>
      <h1>{heading}</h1>
      {children}
      {requestId !== "" && <p className="fault-reference">Reference {requestId}</p>}
    </main>
  );
}
