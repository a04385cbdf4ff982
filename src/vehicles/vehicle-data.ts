/**
 * Finds make, model and year of a vehicle from its VIN, either through the operator's configured service or from the
 * number itself.
 */
import { z } from "zod";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { fetchUpstreamJson, UpstreamRefusal } from "../server/upstream";
import type { VehicleData } from "./contract";
import { connectedConfig } from "../settings/connections/connection-queries";
import { readVin } from "./vin";

/** The configured service. It is called with GET at `url`, with the query `vin` and these headers. */
interface VehicleDataService {
  url: string;
  headers: Record<string, string>;
}

const field = z.preprocess(
  (value) => (typeof value === "string" && value.trim() !== "" ? value.trim() : null),
  z.string().max(80).nullable().catch(null),
);
const ServiceFields = z.object({
  make: field,
  model: field,
  year: z.coerce.number().int().min(1900).max(2100).nullable().catch(null),
});
const ServiceAnswer = z.union([z.object({ data: ServiceFields }), ServiceFields]);

/** Like `readVehicleData`, with the service that is connected now. */
export function findVehicleData(deps: Deps, text: string): Promise<VehicleData> {
  return readVehicleData(text, connectedConfig(deps).vehicleData, deps.now());
}

/**
 * Returns what is known about a VIN. With `null` as service, none is configured.
 *
 * Throws `vehicle_data.bad_vin` if the text is not a VIN, `vehicle_data.unknown_vin` if the service (or without one,
 * the number itself) identifies no vehicle, and `server.upstream` if the service fails and the number alone says
 * nothing.
 */
export async function readVehicleData(
  text: string,
  service: VehicleDataService | null,
  now: number,
): Promise<VehicleData> {
  const vin = readVin(text);
  if (vin === null) throw new AppError("vehicle_data.bad_vin");
  const answer = service === null ? null : await callService(service, vin);
  if (answer === "unknown") throw new AppError("vehicle_data.unknown_vin");
  if (answer !== null && answer !== "down") return { ...answer, source: "service" };
  // Loaded for the first VIN, because its table would slow down the server's start.
  const { decodeVin } = await import("./vin-decoder");
  const decodedVin = decodeVin(vin, now);
  if (decodedVin) return { ...decodedVin, source: "offline" };
  throw new AppError(answer === "down" ? "server.upstream" : "vehicle_data.unknown_vin");
}

async function callService(
  service: VehicleDataService,
  vin: string,
): Promise<z.infer<typeof ServiceFields> | "unknown" | "down"> {
  const url = new URL(service.url);
  url.searchParams.set("vin", vin);
  try {
    const answer = ServiceAnswer.safeParse(
      await fetchUpstreamJson(url, { headers: service.headers }),
    );
    if (!answer.success) return "down";
    const fields = "data" in answer.data ? answer.data.data : answer.data;
    return fields.make || fields.model || fields.year ? fields : "unknown";
  } catch (error) {
    // A slow, oversized, missing or malformed answer makes no difference to a person who waits for the form to be
    // filled.
    return error instanceof UpstreamRefusal && error.status !== 400 ? "unknown" : "down";
  }
}
