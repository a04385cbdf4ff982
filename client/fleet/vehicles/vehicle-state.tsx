import type { Vehicle } from "../../../src/vehicles/contract";
import { Badge } from "../../ui/badge";
import { Moment } from "../../ui/moment";

/** Whether a vehicle is in service now. It can be out of service by its state, or for a current period. */
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
