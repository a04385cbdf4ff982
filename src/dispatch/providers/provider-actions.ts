/** Tests a configured service with a real request and reports exactly what happened. */
import { receiptOf } from "../../reservations/papers/document-queries";
import { eq } from "drizzle-orm";
import { places } from "../../../db/schema/places";
import { findAdmin } from "../../accounts/staff/staff-queries";
import { readTypedContact } from "../../accounts/contact-queries";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { createCarriers } from "../../notifications/carriers";
import type { MessageChannel } from "../../notifications/choices/choice-contract";
import { phonesOf } from "../../notifications/push/push-queries";
import type { PushNotice } from "../../notifications/push/push-rules";
import { discoverProvider } from "../../accounts/providers/provider-discovery";
import { providerSettings } from "../../accounts/providers/provider-settings";
import { readRemoteStyle } from "../../maps/remote-style";
import { openFlightProvider } from "../../flight-providers/open-flight-provider";
import { openProvider } from "../../payment-providers/open-providers";
import { readPhoton } from "../../places/photon";
import { MAX_OSRM_ANSWER_BYTES, osrmPath, osrmQuery, readOsrmAnswer } from "../../routing/osrm";
import { readEnteredConfig } from "../../settings/connections/connection-actions";
import { connectedConfig } from "../../settings/connections/connection-queries";
import { readOperator } from "../../settings/queries";
import { fetchUpstreamJson } from "../../server/upstream";
import type { PaymentProviderId } from "../../payment-providers/provider-contract";
import type { ProviderId, ProviderTest, TestProvider } from "./provider-contract";
import { providerFacts } from "./provider-queries";

/** A VIN that every vehicle data service knows. */
const SAMPLE_VIN = "1HGCM82633A004352";
/** Enough for a style and its tile lists, each of which may take three seconds. */
const STYLE_TIMEOUT_MS = 15_000;

/**
 * Tests a service with a message to the caller or a request. A failure is a normal answer. 409
 * `provider.not_configured`, 400 for an SMS without a phone number.
 */
export async function testProvider(
  deps: Deps,
  actor: Actor & { id: string },
  id: ProviderId,
  input: TestProvider,
): Promise<ProviderTest> {
  const config =
    id !== "push" && input.fields
      ? await readEnteredConfig(deps, id, input.fields)
      : connectedConfig(deps);
  const configuredDeps = { ...deps, config };
  if (!providerFacts(configuredDeps).some((each) => each.id === id && each.configured))
    throw new AppError("provider.not_configured");
  const runTest = tests[id];
  const phone = id === "sms" ? readPhone(deps, input) : "";
  const startedAt = performance.now();
  const result = await runTest(configuredDeps, actor, phone).then(
    (outcome) => ({ ok: true, outcome }),
    (error: unknown) => ({
      ok: false,
      outcome: (error instanceof Error ? error.message : String(error)).slice(0, 300),
    }),
  );
  await deps.write((tx) =>
    appendAudit(tx, deps, {
      actor,
      action: "settings.provider_tested",
      subject: { kind: "settings", id: "providers" },
      summary: `Tested a provider: ${id.replace("_", " ")}`,
      detail: { provider: id, worked: result.ok },
    }),
  );
  return { ...result, milliseconds: Math.round(performance.now() - startedAt) };
}

function readPhone(deps: Deps, { phone = "" }: TestProvider): string {
  const typedContact = readTypedContact(deps, phone);
  if (typedContact?.type === "phone") return typedContact.value;
  const message = "Enter your number with the country code, for example +250 788 000 000.";
  throw new AppError("request.invalid", { fields: { phone: message } });
}

/** Resolves with what happened, or rejects with the reason for the failure. */
type ProviderCheck = (deps: Deps, actor: Actor & { id: string }, phone: string) => Promise<string>;

const tests: Record<ProviderId, ProviderCheck> = {
  mail: async (deps, actor) => {
    const admin = findAdmin(deps.db, actor.id);
    if (!admin) throw new AppError("request.unauthenticated");
    await send(deps, "email", admin.email);
    return `The mail server accepted a message to ${admin.email}. Check that it arrives.`;
  },
  sms: async (deps, _, phone) => {
    await send(deps, "sms", phone);
    return `The provider accepted a text message to ${phone}. Check that it arrives.`;
  },
  push: async (deps, actor) => {
    const pushDevices = phonesOf(deps.db, "admin", actor.id, deps.now());
    if (pushDevices.length === 0)
      throw new Error("Turn on notifications in your profile first. The test is sent to you.");
    for (const { id } of pushDevices) await send(deps, "push", id);
    const devices = pushDevices.length === 1 ? "1 device" : `${pushDevices.length} devices`;
    return `The push service accepted a notification to your ${devices}. Check that it arrives.`;
  },
  geocoder: async (deps) => {
    const { config } = deps;
    const { town } = readOperator(deps);
    const url = urlWithPath(config.geocoderUrl, "/api", { q: town, limit: "5", lang: "en" });
    const [first, ...others] = readPhoton(await fetchUpstreamJson(url));
    if (!first) throw new Error(`The service answered but knows no place called ${town}.`);
    return `The service found ${first.name} and ${others.length} more for “${town}”.`;
  },
  router: async (deps) => {
    const points = deps.db
      .select({ latitude: places.latitude, longitude: places.longitude })
      .from(places)
      .where(eq(places.active, true))
      .limit(2)
      .all();
    if (points.length < 2)
      throw new Error("Add two places of your own first. The test finds a route between them.");
    const url = urlWithPath(deps.config.routerUrl, osrmPath(points), osrmQuery(false));
    const parsedRoute = readOsrmAnswer(
      await fetchUpstreamJson(url, { limitBytes: MAX_OSRM_ANSWER_BYTES }),
      points,
    );
    return `The service found a route of ${(parsedRoute.distanceMeters / 1_000).toFixed(1)} km between two of your places.`;
  },
  map: async (deps) => {
    const { file, styleUrl } = deps.config.map;
    if (file !== null) return "The map file works and its tiles load.";
    if (styleUrl === null) throw new AppError("provider.not_configured");
    // Read in the same way as by pages, which finds parts that a map cannot draw.
    const { origins } = await readRemoteStyle(styleUrl, AbortSignal.timeout(STYLE_TIMEOUT_MS));
    const hosts = origins.map((origin) => new URL(origin).host).join(", ");
    return `The style works. Pages load the map from ${hosts || "this server"}.`;
  },
  vehicle_data: async ({ config }) => {
    if (!config.vehicleData) throw new AppError("provider.not_configured");
    const url = new URL(config.vehicleData.url);
    url.searchParams.set("vin", SAMPLE_VIN);
    await fetchUpstreamJson(url, { headers: config.vehicleData.headers });
    return "The service answered for a sample VIN.";
  },
  flights: async ({ config }) => {
    const provider = openFlightProvider(config);
    if (!provider) throw new AppError("provider.not_configured");
    return provider.check();
  },
  google: (deps) => testSignInProvider(deps, "google"),
  apple: (deps) => testSignInProvider(deps, "apple"),
  stripe: (deps) => testProviderKeys(deps, "stripe"),
  flutterwave: (deps) => testProviderKeys(deps, "flutterwave"),
  mtn_momo: (deps) => testProviderKeys(deps, "mtn_momo"),
};

/** Loads the provider's sign-in settings. Only the first sign-in shows whether the provider accepts Livery's keys. */
async function testSignInProvider(deps: Deps, provider: "google" | "apple"): Promise<string> {
  const settings = providerSettings(deps, provider);
  if (!settings) throw new AppError("provider.not_configured");
  const { authorization_endpoint } = await discoverProvider(deps, settings);
  return `${new URL(authorization_endpoint).host} answers. Sign in once as a rider to check the connection.`;
}

/** Checks the keys. Only the first payment shows whether webhooks arrive. */
async function testProviderKeys(deps: Deps, id: PaymentProviderId): Promise<string> {
  const provider = openProvider(deps, id);
  if (!provider) throw new AppError("provider.not_configured");
  const checkResult = await provider.check();
  return provider.isLive
    ? checkResult
    : `${checkResult} This is a test key: it does not take real money.`;
}

async function send(deps: Deps, channel: MessageChannel, recipient: string): Promise<void> {
  const { brand } = readOperator(deps);
  const subject = `Test from ${brand}`;
  const text = `${brand}: this is a test. If you can read it, messages of this kind work.`;
  const notice: PushNotice = {
    title: subject,
    body: text,
    path: "/dispatch/dashboard/settings/providers",
  };
  const carriers = createCarriers(deps, receiptOf);
  try {
    await carriers[channel]({
      id: Bun.randomUUIDv7(),
      channel,
      kind: "test",
      recipient,
      subject,
      text: channel === "push" ? JSON.stringify(notice) : text,
      html: null,
      expiresAt: null,
    });
  } finally {
    carriers.close();
  }
}

function urlWithPath(base: string | null, path: string, query: Record<string, string>): URL {
  if (base === null) throw new AppError("provider.not_configured");
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, "") + path;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}
