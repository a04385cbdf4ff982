/**
 * The steps of a browser through a sign-in provider's pages, so that tests can tamper with each. They work with any
 * server.
 */

export type ProviderName = "google" | "apple";

/** The answer with which the provider sends the browser back. */
export type Reply = { which: ProviderName; isPosted: boolean; fields: URLSearchParams };

/** The part of a browser that these steps need. */
type Caller = { get: (path: string) => Promise<Response> };

/** Presses the sign-in button, and returns the address of the provider's page. */
export async function startSignIn(browser: Caller, which: ProviderName): Promise<URL> {
  const answer = await browser.get(`/auth/${which}`);
  if (answer.status !== 302) throw new Error(`${answer.status} ${answer.headers.get("location")}`);
  return new URL(answer.headers.get("location") ?? "");
}

/** Follows the provider's pages, with separate cookies, and returns the answer they send back. */
export async function signInAtProvider(which: ProviderName, start: URL): Promise<Reply> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let steps = 0; steps < 8; steps++) {
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get("location");
    if (!location) return { which, isPosted: true, fields: await readForm(answer) };
    url = new URL(location, url);
    if (url.pathname.startsWith("/backend/"))
      return { which, isPosted: false, fields: url.searchParams };
  }
  throw new Error("The provider sends the browser in circles.");
}

/** Reads the fields of the form that the provider's page posts automatically. */
async function readForm(answer: Response): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  const text = await answer.text();
  for (const [, name = "", value = ""] of text.matchAll(/name="(\w+)" value="([^"]*)"/g))
    fields.append(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  if (!fields.has("state")) throw new Error(`No form: ${answer.status} ${text.slice(0, 500)}`);
  return fields;
}
