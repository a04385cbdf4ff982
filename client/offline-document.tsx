import { Brand } from "./ui/brand";
import { buttonStyle } from "./ui/button-style";

/**
 * The document that a phone shows without a network. It needs no script; the service worker puts the list of what
 * can still be read in the place of the template.
 */
export function OfflineDocument({ brand, styles }: { brand: string; styles: readonly string[] }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{`You are offline · ${brand}`}</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        {styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <header className="border-line border-b bg-surface-raised">
          <div className="mx-auto flex h-14 max-w-2xl items-center px-4">
            <Brand name={brand} />
          </div>
        </header>
        <main className="mx-auto max-w-2xl px-4 py-12 text-center" id="content">
          <h1 className="text-xl">You are offline</h1>
          <p className="mt-2 text-ink-muted">
            This page cannot be reached at the moment. Look whether your phone has a network.
          </p>
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the one that was asked for */}
          <a className={`${buttonStyle()} mt-6`} href="">
            Try again
          </a>
          <template />
        </main>
      </body>
    </html>
  );
}
