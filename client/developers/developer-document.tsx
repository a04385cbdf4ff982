import { Brand } from "../ui/brand";
import { DocumentHead } from "../ui/document-head";

/** The partner calls for developers. Only in English, like the API. */
export function DeveloperDocument({
  brand,
  origin,
  script,
  styles,
}: {
  brand: string;
  /** The address of the calls: `https://rides.example.com`. */
  origin: string;
  /** The script that draws the calls into `#calls`. */
  script: string;
  styles: readonly string[];
}) {
  return (
    <html dir="ltr" lang="en">
      <DocumentHead styles={styles} title={`Developers · ${brand}`} />
      <body>
        <header className="border-line border-b bg-surface-raised">
          <div className="mx-auto flex h-14 max-w-4xl items-center px-4">
            <Brand name={brand} />
          </div>
        </header>
        <div className="mx-auto grid max-w-4xl gap-6 px-4 py-8">
          <section aria-label="Developers">
            <h1 className="text-xl">Developers</h1>
            <p className="mt-2 text-ink-muted">
              {`With these calls, a program can get prices, book trips and follow them. Ask ${brand} for an API key and send the key with every request over HTTPS. All bodies are JSON, and amounts are in minor units of their currency. Every error has this form:`}{" "}
              <code>{"{ message, code, fields? }"}</code>
            </p>
            <pre className="mt-4 whitespace-pre-wrap break-all rounded-md bg-surface-sunken p-3 text-sm">
              {`curl ${origin}/backend/partner/v1/bookings \\\n  -H "Authorization: Bearer livery_…"`}
            </pre>
            <p className="mt-4">
              <a className="underline" href="/backend/openapi.json">
                OpenAPI document
              </a>
              <span className="text-ink-muted">{": you can generate a client from this file"}</span>
            </p>
            <h2 className="mt-6 text-lg">Calls</h2>
            <p className="text-ink-muted">
              “Execute” sends a real request with your key. If you book a trip there, the booking is
              real.
            </p>
          </section>
          <div id="calls" />
        </div>
        <script defer src={script} />
      </body>
    </html>
  );
}
