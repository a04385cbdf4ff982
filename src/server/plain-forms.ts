/**
 * Forms of public pages without scripts. A form is sent to its own page, which passes it to the API. If the API
 * refuses it, the same page is shown again with all input. The input never appears in an address.
 */
import type { PostedForm } from "../contact/posted-form-contract";
import type { Backend } from "./backend";
import { AppError } from "../errors";
import { languageInPath } from "../site/address-rules";
import type { Env, RefusedForm } from "./http";

/** The API call for the form of each page. */
const callByPage: Record<string, string> = {
  "/contact-us": "/backend/contact",
  "/home-care": "/backend/enquiries/home-care",
  "/language-translation": "/backend/enquiries/interpreter",
  "/depanage": "/backend/enquiries/roadside",
  "/company-account": "/backend/enquiries/company",
  "/lost-property": "/backend/lost-property",
  "/found-property": "/backend/found-property",
  "/request-ride": "/backend/ride-requests",
};

/** Pages with forms that answer a quote, a request for approval, or an affiliate's offer. */
const TOKEN_PATH = /^\/(quote|approve|affiliate)\/([\w-]{1,64})$/i;

/** Pages of services that the operator added. Each has a form. */
const SERVICE_PATH = /^\/services\/([^/]+)$/;

function callOf(address: string): string | undefined {
  const path = languageInPath(address)?.path ?? address;
  if (Object.hasOwn(callByPage, path)) return callByPage[path];
  const [, page, token] = TOKEN_PATH.exec(path) ?? [];
  if (page && token) return `/backend/${page.toLowerCase()}/${token}`;
  const [, slug] = SERVICE_PATH.exec(path) ?? [];
  return slug === undefined ? undefined : `/backend/enquiries/services/${slug}`;
}

/** Whether a page has a form that can be sent to it. */
export function acceptsForms(address: string): boolean {
  return callOf(address) !== undefined;
}

/**
 * Passes a page's form to the API. If the API refuses the input or the rate, `show` renders the page again
 * (`no-store`). Every other answer is that of the API.
 */
export async function answerForm(
  backend: Backend,
  request: Request,
  address: string,
  env: Env["Bindings"],
  show: (posted: PostedForm) => Promise<Response>,
): Promise<Response> {
  const languageOfPath = languageInPath(address);
  const callPath = callOf(address) ?? address;
  let refusedForm: RefusedForm | undefined;
  env.onRefusedForm = (form) => {
    refusedForm = form;
  };
  const answer = await backend.fetch(new Request(new URL(callPath, request.url), request), env);
  if (!refusedForm) {
    const location = answer.headers.get("location");
    if (!languageOfPath || !location?.startsWith("/")) return answer;
    const headers = new Headers(answer.headers);
    headers.set("location", `/${languageOfPath.language}${location}`);
    return new Response(answer.body, { status: answer.status, headers });
  }
  const { typed, error } = refusedForm;
  const page = await show({
    page: languageOfPath?.path ?? address,
    // The hidden field that only robots fill in is not shown again.
    typed: Object.fromEntries(Object.entries(typed).filter(([name]) => name !== "website")),
    faults: error instanceof AppError ? (error.fields ?? {}) : {},
    code: error instanceof AppError ? error.code : "server.error",
  });
  const headers = new Headers(page.headers);
  headers.set("cache-control", "no-store");
  const retryAfter = answer.headers.get("retry-after");
  if (retryAfter !== null) headers.set("retry-after", retryAfter);
  return new Response(page.body, { status: answer.status, headers });
}
