/** The long runs, in their order. */
import type { Soak } from "./figures";
import { affiliates } from "./runs/affiliates";
import { similarity } from "./runs/similarity";
import { assignments } from "./runs/assignments";
import { backup } from "./runs/backup";
import { replicaSoak } from "./runs/burn";
import { day } from "./runs/day";
import { flights } from "./runs/flights";
import { fullDisk } from "./runs/full-disk";
import { fuzz } from "./runs/fuzz";
import { kills } from "./runs/kills";
import { lockedDatabase } from "./runs/locked-database";
import { million } from "./runs/million";
import { payments } from "./runs/payments";
import { providerDown } from "./runs/provider-down";
import { slowSockets, slowUpload } from "./runs/slow-sockets";
import { stopping } from "./runs/stopping";
import { streams } from "./runs/streams";

export const soaks: readonly Soak[] = [
  kills,
  payments,
  affiliates,
  stopping,
  streams,
  slowSockets,
  slowUpload,
  lockedDatabase,
  fullDisk,
  assignments,
  providerDown,
  backup,
  replicaSoak,
  day,
  flights,
  similarity,
  fuzz,
  million,
];
