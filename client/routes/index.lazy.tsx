import { createLazyFileRoute } from "@tanstack/react-router";
import { useState } from "react";

export const Route = createLazyFileRoute("/")({ component: Home });

function Home() {
  const { settings } = Route.useRouteContext();
  const [count, setCount] = useState(0);
  return (
    <main>
      <h1>{settings.brand}</h1>
      <button type="button" onClick={() => setCount((value) => value + 1)}>
        {count} cars
      </button>
    </main>
  );
}
