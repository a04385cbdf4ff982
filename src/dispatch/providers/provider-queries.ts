import { basename } from "node:path";
import type { Deps } from "../../deps";
import { openProvider } from "../../payment-providers/open-providers";
import { PaymentProviderId } from "../../payment-providers/provider-contract";
import { connectedConfig, readConnection } from "../../settings/connections/connection-queries";
import type { ProviderFacts, ProviderList } from "./provider-contract";

/** Returns which services are connected, with hosts and names, but without keys or paths. */
export function providerFacts(deps: Deps): ProviderFacts[] {
  const { smtp, twilio, geocoderUrl, routerUrl, map, vehicleData, flights, google, apple, momo } =
    connectedConfig(deps);
  const service = (id: ProviderFacts["id"], url: string | null): ProviderFacts => ({
    id,
    configured: url !== null,
    detail: url === null ? null : new URL(url).host,
    mode: null,
  });
  const paymentProviders = PaymentProviderId.options.map((id): ProviderFacts => {
    const provider = openProvider(deps, id);
    const mode = provider && (provider.isLive ? "live" : "test");
    const detail = id === "mtn_momo" ? (momo?.environment ?? null) : null;
    return { id, configured: provider !== null, detail, mode };
  });
  return [
    {
      id: "mail",
      configured: smtp !== null,
      detail:
        smtp && `Sends from ${smtp.from.replaceAll('"', "")} through ${new URL(smtp.url).host}`,
      mode: null,
    },
    {
      id: "sms",
      configured: twilio !== null,
      detail: twilio && `Sends from ${twilio.from} through ${new URL(twilio.apiUrl).host}`,
      mode: null,
    },
    { id: "push", configured: true, detail: null, mode: null },
    service("geocoder", geocoderUrl),
    service("router", routerUrl),
    map.file === null
      ? service("map", map.styleUrl)
      : { id: "map", configured: true, detail: basename(map.file), mode: null },
    service("vehicle_data", vehicleData?.url ?? null),
    service("flights", flights?.apiUrl ?? null),
    { id: "google", configured: google !== null, detail: google?.clientId ?? null, mode: null },
    { id: "apple", configured: apple !== null, detail: apple?.clientId ?? null, mode: null },
    ...paymentProviders,
  ];
}

/** Returns the same for the owner's screen, with how each service is connected. */
export function readProviders(deps: Deps): ProviderList {
  return {
    providers: providerFacts(deps).map((one) => ({
      ...one,
      connection: one.id === "push" ? null : readConnection(deps, one.id),
    })),
    publicUrl: deps.config.publicUrl,
  };
}
