/**
 * A browser's way to a sign-in provider and through its pages, step by step, so that each can be tampered
 * with; to whatever server.
 */

export type ProviderName = "google" | "apple";

/** What the provider sends the browser back with. */
export type Reply = { which: ProviderName; isPosted: boolean; fields: URLSearchParams };

/** What is needed of a browser. */
type Caller = { get: (path: string) => Promise<Response> };

/** Presses the button: the address of the provider's page. */
export async function startSignIn(browser: Caller, which: ProviderName): Promise<URL> {
  const answer = await browser.get(`/auth/${which}`);
  if (answer.status !== 302) throw new Error(`${answer.status} ${answer.headers.get("location")}`);
  return new URL(answer.headers.get("location") ?? "");
}

/** Goes through the provider's pages, with cookies of its own, to the answer they send back. */
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

/** The fields of the form that the provider's page posts automatically. */
async function readForm(answer: Response): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  const text = await answer.text();
  for (const [, name = "", value = ""] of text.matchAll(/name="(\w+)" value="([^"]*)"/g))
    fields.append(name, value.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  if (!fields.has("state")) throw new Error(`No form: ${answer.status} ${text.slice(0, 500)}`);
  return fields;
}
