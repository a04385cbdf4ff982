/** Companies for tests, made through dispatch's calls. */
import type { Company, CompanyAnswer, SaveCompany } from "../../src/companies/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import { trip } from "./booking";
import type { Browser } from "./server";

let count = 0;

async function answerOf<T>(answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Adds a company, with `overrides` for any field. */
export async function createCompany(
  staff: Browser,
  overrides: Partial<SaveCompany> = {},
): Promise<Company> {
  const answer = await staff.post("/admin/companies", {
    name: `Acme ${++count}`,
    billingAddress: "KG 7 Ave 12\nKigali",
    ...overrides,
  });
  return (await answerOf<CompanyAnswer>(answer)).company;
}

/** Returns the company as dispatch sees it now. */
export async function loadCompanyRecord(staff: Browser, id: string): Promise<Company> {
  return (await answerOf<CompanyAnswer>(await staff.get(`/admin/companies/${id}`))).company;
}

/** Invites a contact. */
export async function invite(
  staff: Browser,
  companyId: string,
  identifier: string,
  role: "member" | "manager" = "member",
): Promise<Company> {
  const answer = await staff.post(`/admin/companies/${companyId}/members`, { identifier, role });
  return (await answerOf<CompanyAnswer>(answer)).company;
}

/** Adds a cost centre and returns its id. */
export async function addCostCentre(
  staff: Browser,
  companyId: string,
  name: string,
): Promise<string> {
  const answer = await staff.post(`/admin/companies/${companyId}/cost-centres`, { name });
  const { company } = await answerOf<CompanyAnswer>(answer);
  return company.costCentres.find((centre) => centre.name === name)?.id ?? "";
}

/** Books a trip that is billed to a company, and returns the answer. */
export async function bookOnAccount(
  browser: Browser,
  billTo: { companyId: string; costCentreId?: string | null; reference?: string },
  options: { trip?: Record<string, unknown>; booking?: Record<string, unknown> } = {},
): Promise<Response> {
  const quoted = await answerOf<QuoteAnswer>(await browser.post("/quotes", trip(options.trip)));
  return browser.post("/reservations", {
    quote: quoted.quote,
    vehicleClassId: quoted.options[0]?.vehicleClass.id,
    payment: "account",
    billTo,
    ...options.booking,
  });
}
