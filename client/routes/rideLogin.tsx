import { createFileRoute, redirect } from "@tanstack/react-router";

/** An address that older links use for the rider's sign-in. */
export const Route = createFileRoute("/rideLogin")({
  beforeLoad: ({ context }) => {
    throw redirect({
      to: "/{$brand}Client",
      params: { brand: context.settings.brandSlug },
      replace: true,
    });
  },
});
