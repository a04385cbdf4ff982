/** Calls for signing in riders, drivers and staff. */
import { createRouter } from "../server/calls";
import { staffRoutes } from "./staff/staff-routes";
import { secondFactorRoutes } from "./staff/second-factor-routes";
import { staffSessionRoutes } from "./staff/staff-session-routes";
import { staffAccessRoutes } from "./staff/staff-access-routes";
import { staffListenerRoutes } from "./staff/staff-listener-routes";
import { keyRoutes } from "./keys/key-routes";
import { riderRoutes } from "./sign-in/rider-routes";
import { deviceRoutes } from "./sign-in/device-routes";
import { driverSignInRoutes } from "./sign-in/driver-routes";
import { providerRoutes } from "./providers/provider-routes";

export const accountRoutes = createRouter("accounts")
  .with(staffRoutes)
  .with(secondFactorRoutes)
  .with(staffSessionRoutes)
  .with(staffAccessRoutes)
  .with(staffListenerRoutes)
  .with(keyRoutes)
  .with(riderRoutes)
  .with(driverSignInRoutes)
  .with(deviceRoutes)
  .with(providerRoutes);
