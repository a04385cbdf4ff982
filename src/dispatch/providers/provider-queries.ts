import { basename } from "node:path";
import type { Deps } from "../../deps";
import type { Provider, ProviderList } from "./provider-contract";

/** Which services the server is configured with; hosts and names, never a key or a path. */
export function readProviders({ config }: Deps): ProviderList {
  const { smtp, twilio, geocoderUrl, routerUrl, map, vehicleData } = config;
  const service = (id: Provider["id"], url: string | null): Provider => ({
    id,
    configured: url !== null,
    detail: url === null ? null : new URL(url).host,
  });
  return {
    providers: [
      {
        id: "mail",
        configured: smtp !== null,
        detail: smtp && `${smtp.from} by ${new URL(smtp.url).host}`,
      },
      {
        id: "sms",
        configured: twilio !== null,
        detail: twilio && `${twilio.from} by ${new URL(twilio.apiUrl).host}`,
      },
      { id: "push", configured: true, detail: null },
      service("geocoder", geocoderUrl),
      service("router", routerUrl),
      map.file === null
        ? service("map", map.styleUrl)
        : { id: "map", configured: true, detail: basename(map.file) },
      service("vehicle_data", vehicleData?.url ?? null),
    ],
  };
}
