/** Checks whether each configured provider answers. It sends no messages. */
import { existsSync } from "node:fs";
import type { Config } from "../config";
import { fetchUncompressed } from "../server/upstream";

/** The result of checking one provider. */
interface ProviderFinding {
  provider: string;
  faults: string[];
  /** The difference between its clock and ours, in ms; null if it gave no time. */
  skewMs: number | null;
}

const TIMEOUT_MS = 10_000;

/** Checks all providers at once. */
export async function checkProviders(config: Config): Promise<ProviderFinding[]> {
  const checks: Promise<ProviderFinding>[] = [];
  const { smtp, twilio, google, apple, vehicleData, geocoderUrl, routerUrl, map } = config;
  const { stripe, flutterwave, momo } = config;
  if (smtp) checks.push(checkMail(smtp.url));
  if (twilio)
    checks.push(
      checkHttp(
        "SMS",
        `${twilio.apiUrl}/2010-04-01/Accounts/${encodeURIComponent(twilio.accountSid)}.json`,
        {
          authorization: `Basic ${Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString("base64")}`,
        },
      ),
    );
  if (google) checks.push(checkHttp("Google", discoveryUrlOf(google.issuer)));
  if (apple) checks.push(checkHttp("Apple", discoveryUrlOf(apple.issuer)));
  if (stripe)
    checks.push(
      checkHttp("Stripe", `${stripe.apiUrl}/v1/checkout/sessions?limit=1`, {
        authorization: `Bearer ${stripe.secretKey}`,
      }),
    );
  if (flutterwave)
    checks.push(
      checkHttp("Flutterwave", `${flutterwave.apiUrl}/v3/balances`, {
        authorization: `Bearer ${flutterwave.secretKey}`,
      }),
    );
  if (momo)
    checks.push(
      checkHttp(
        "MTN MoMo",
        `${momo.apiUrl}/collection/token/`,
        {
          "ocp-apim-subscription-key": momo.subscriptionKey,
          authorization: `Basic ${Buffer.from(`${momo.apiUser}:${momo.apiKey}`).toString("base64")}`,
        },
        "POST",
      ),
    );
  if (vehicleData)
    checks.push(checkHttp("Vehicle data", vehicleData.url, { ...vehicleData.headers }));
  if (geocoderUrl) checks.push(checkHttp("Geocoder", geocoderUrl));
  if (routerUrl) checks.push(checkHttp("Router", routerUrl));
  if (map.styleUrl) checks.push(checkHttp("Map", map.styleUrl));
  const findings = await Promise.all(checks);
  if (map.file)
    findings.push({
      provider: "Map",
      faults: existsSync(map.file) ? [] : [`There is no file ${map.file}.`],
      skewMs: null,
    });
  return findings;
}

const discoveryUrlOf = (issuer: string) =>
  `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

/** Signs in to the mail server and sends nothing. */
async function checkMail(url: string): Promise<ProviderFinding> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return { provider: "Mail", faults: [], skewMs: null };
  } catch (error) {
    const { mailFault } = await import("../notifications/carriers");
    return {
      provider: "Mail",
      faults: [`The mail server refuses the connection: ${mailFault(error)}.`],
      skewMs: null,
    };
  } finally {
    transport.close();
  }
}

/** Any answer counts as success, except refused credentials and server errors. */
async function checkHttp(
  provider: string,
  url: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<ProviderFinding> {
  try {
    const sentAt = Date.now();
    const answer = await fetchUncompressed(url, {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    const serverDate = Date.parse(answer.headers.get("date") ?? "");
    const isRefused = answer.status === 401 || answer.status === 403 || answer.status >= 500;
    return {
      provider,
      faults: isRefused ? [`The service answered ${answer.status}.`] : [],
      skewMs: Number.isNaN(serverDate) ? null : sentAt - serverDate,
    };
  } catch (error) {
    // The message is not used, because it may contain the address and a key in it.
    const { code, name } = error as { code?: string; name?: string };
    return {
      provider,
      faults: [
        `The service cannot be reached: ${typeof code === "string" ? code : (name ?? "failed")}.`,
      ],
      skewMs: null,
    };
  }
}
