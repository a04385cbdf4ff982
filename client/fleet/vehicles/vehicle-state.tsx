import type { Vehicle } from "../../../src/vehicles/contract";
import { Badge } from "../../ui/badge";
import { Moment } from "../../ui/moment";

/** Whether a vehicle is in service now: by its state, or out of it for a time that goes on. */
export function VehicleState({
  vehicle: { state, outUntil },
}: {
  vehicle: Pick<Vehicle, "state" | "outUntil">;
}) {
  if (state === "out_of_service") return <Badge tone="danger">Out of service</Badge>;
  if (outUntil !== null)
    return (
      <Badge tone="danger">
        Out of service until <Moment at={outUntil} />
      </Badge>
    );
  return <Badge tone="success">In service</Badge>;
}
