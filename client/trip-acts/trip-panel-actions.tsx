import { ArrowLeftRight, CarFront, Copy, Ellipsis } from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import type { AdminRole } from "../../src/accounts/contract";
import { may } from "../../src/accounts/permission-rules";
import { endsAtPickup } from "../../src/reservations/rules";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { Menu, type MenuItem } from "../ui/menu";
import { actionWords } from "./act-words";
import {
  type ActName,
  type ActionableTrip,
  mayAct,
  canRoleAct,
  isActAvailable,
} from "./allowed-acts";

/** The actions that move a trip forward are buttons. The other actions are in the menu. */
const forwardActs: readonly ActName[] = [
  "pin",
  "price",
  "quote",
  "confirm",
  "call",
  "assign",
  "record",
  "settle",
];
const otherActs: readonly ActName[] = [
  "farmOut",
  "landing",
  "withdraw",
  "unassign",
  "reopen",
  "fare",
  "agree",
  "payment",
  "refund",
  "waive",
  "earlyStart",
  "noShow",
  "reject",
  "cancel",
];

/** Every action that the reservation's state and the role allow. */
export function TripPanelActions({
  row,
  role,
  now,
  busy,
  onAction,
  onAddVehicle,
}: {
  row: ActionableTrip;
  role: AdminRole;
  now: number;
  busy: boolean;
  onAction: (name: ActName) => void;
  /** Adds a vehicle to the booking; absent if that isn't possible. */
  onAddVehicle?: (() => void) | undefined;
}) {
  const navigate = useNavigate();
  const openCopyInBookingForm = (way: "again" | "back") =>
    void navigate({ to: "/dispatch/dashboard/new", search: { like: row.id, way } });
  const mayDo = (name: ActName) =>
    mayAct(name, row.state) && canRoleAct(name, role) && isActAvailable(name, row, now);
  const buttonActs = forwardActs.filter(mayDo);
  const menuActs = otherActs.filter(mayDo);
  // Without a forward action, the first action of the menu becomes a button, unless it is one of those that need care:
  // it ends the trip, or changes who pays, what is paid or when the driver starts.
  const [firstMenuAct] = menuActs;
  if (
    buttonActs.length === 0 &&
    firstMenuAct &&
    firstMenuAct !== "payment" &&
    firstMenuAct !== "refund" &&
    firstMenuAct !== "earlyStart" &&
    firstMenuAct !== "fare" &&
    !actionWords[firstMenuAct].danger
  )
    buttonActs.push(...menuActs.splice(0, 1));
  const items: MenuItem[] = menuActs.map((name) => {
    const { label, Icon, danger } = actionWords[name];
    return {
      label,
      icon: <Icon aria-hidden="true" size={16} />,
      danger: danger ?? false,
      disabled: busy,
      onSelect: () => onAction(name),
    };
  });
  if (may(role, "trips.manage"))
    items.unshift(
      {
        label: "Duplicate trip",
        icon: <Copy aria-hidden="true" size={16} />,
        onSelect: () => openCopyInBookingForm("again"),
      },
      ...(endsAtPickup(row)
        ? []
        : [
            {
              label: "Book return trip",
              icon: <ArrowLeftRight aria-hidden="true" size={16} />,
              onSelect: () => openCopyInBookingForm("back"),
            },
          ]),
    );
  if (onAddVehicle)
    items.unshift({
      label: "Add vehicle",
      icon: <CarFront aria-hidden="true" size={16} />,
      onSelect: onAddVehicle,
    });
  if (buttonActs.length === 0 && items.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {buttonActs.map((name, at) => {
        const { label, Icon, key } = actionWords[name];
        return (
          <Button
            disabled={busy}
            icon={<Icon aria-hidden="true" size={16} />}
            key={name}
            onClick={() => onAction(name)}
            size="small"
            variant={at === 0 && forwardActs.includes(name) ? "primary" : "secondary"}
          >
            <span className="flex items-center gap-2">
              {label}
              {key && at > 0 && <Kbd>{key}</Kbd>}
            </span>
          </Button>
        );
      })}
      {items.length > 0 && (
        <Menu items={items} label="More actions">
          <Ellipsis aria-hidden="true" size={18} />
        </Menu>
      )}
    </div>
  );
}
