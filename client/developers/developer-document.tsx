import { Brand } from "../ui/brand";
import { DocumentHead } from "../ui/document-head";

/** A field of a request or an answer; `name` is its place, such as `booking.fareMinor`. */
export interface DescribedField {
  name: string;
  type: string;
  required: boolean;
}

/** One partner call as the page shows it. */
export interface ShownCall {
  method: string;
  path: string;
  summary: string;
  /** Of the path, the query and the headers. */
  parameters: readonly DescribedField[];
  /** Of the request and of the answer: what is said of it, its fields, and an example as JSON. */
  request: ShownBody | null;
  answer: ShownBody | null;
  /** The codes of its errors, by status. */
  errors: readonly (readonly [status: string, codes: string])[];
}

export interface ShownBody {
  description: string;
  fields: readonly DescribedField[];
  example: string | null;
}

/** The partner calls for people who write programs. It is in English, as the API is, and needs no script. */
export function DeveloperDocument({
  brand,
  origin,
  styles,
  calls,
}: {
  brand: string;
  /** Where the calls are: `https://rides.example.com`. */
  origin: string;
  styles: readonly string[];
  calls: readonly ShownCall[];
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
        <main className="mx-auto grid max-w-4xl gap-6 px-4 py-8" id="content">
          <div>
            <h1 className="text-xl">Developers</h1>
            <p className="mt-2 text-ink-muted">
              With these calls a program gets prices, books trips and follows them. Ask {brand} for
              an API key and send it with every request over HTTPS. All bodies are JSON, amounts are
              in minor units of their currency, and every error is{" "}
              <code>{"{ message, code, fields? }"}</code>.
            </p>
            <pre className="mt-4 whitespace-pre-wrap break-all rounded-md bg-surface-sunken p-3 text-sm">
              {`curl ${origin}/backend/partner/v1/bookings \\\n  -H "Authorization: Bearer livery_…"`}
            </pre>
            <p className="mt-4">
              <a className="underline" href="/backend/openapi.json">
                OpenAPI document
              </a>
              <span className="text-ink-muted">, from which clients can be generated</span>
            </p>
          </div>
          {calls.map((call) => (
            <Call call={call} key={`${call.method} ${call.path}`} />
          ))}
        </main>
      </body>
    </html>
  );
}

function Call({
  call: { method, path, summary, parameters, request, answer, errors },
}: {
  call: ShownCall;
}) {
  return (
    <details className="rounded-lg border border-line bg-surface-raised">
      <summary className="min-h-11 cursor-pointer px-4 py-3">
        <h2 className="inline text-base">{summary}</h2>
        <code className="block break-all text-ink-muted text-sm">
          {method} {path}
        </code>
      </summary>
      <div className="grid gap-5 border-line border-t px-4 py-4 text-sm">
        {parameters.length > 0 && <Fields fields={parameters} title="Parameters" />}
        {request && <Body body={request} title="Request" />}
        {answer && <Body body={answer} title="Answer" />}
        <section>
          <h3 className="font-medium">Errors</h3>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {errors.map(([status, codes]) => (
              <div className="contents" key={status}>
                <dt>{status}</dt>
                <dd className="break-words text-ink-muted">{codes}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </details>
  );
}

function Body({
  body: { description, fields, example },
  title,
}: {
  body: ShownBody;
  title: string;
}) {
  return (
    <div className="grid gap-3">
      <Fields fields={fields} says={description} title={title} />
      {example && (
        <pre className="whitespace-pre-wrap break-words rounded-md bg-surface-sunken p-3">
          {example}
        </pre>
      )}
    </div>
  );
}

function Fields({
  fields,
  title,
  says = "",
}: {
  fields: readonly DescribedField[];
  title: string;
  says?: string;
}) {
  return (
    <section>
      <h3 className="font-medium">{title}</h3>
      {says && (
        <p className="mt-1 max-w-prose text-ink-muted">
          {says.split("`").map((part, at) => (at % 2 ? <code key={part}>{part}</code> : part))}
        </p>
      )}
      <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
        {fields.map(({ name, type, required }) => (
          <div className="contents" key={name}>
            <dt>
              <code className="break-all">{name}</code>
              {!required && <span className="text-ink-muted"> optional</span>}
            </dt>
            <dd className="mb-1 break-words text-ink-muted sm:mb-0">{type}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
