/**
 * The page of trips with React and TanStack Router, written as their guides recommend: nested routes, a loader, links,
 * and the loader's data for the browser. It has the same elements as Livery's page, without texts, styles, permissions
 * and live parts.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  Scripts,
} from "@tanstack/react-router";
import { createRequestHandler, defaultRenderHandler } from "@tanstack/react-router/ssr/server";

/** The data on a trip's card. */
export interface StackCard {
  id: string;
  state: string;
  pickupAt: string;
  pickup: string;
  dropoff: string;
  car: string;
  fareMinor: number;
  currency: string;
}

/**
 * As many links as the frame of a rider's page has: in its header, next to its title, above its list and in its footer.
 */
const links = ["Livery", "Book", "Trips", "Account", "Repeating trips", "Upcoming", "Past"];

/** Answers a request for `/trips` with a page of these cards. */
export function stackPage(
  request: Request,
  cards: readonly StackCard[],
  clock: Intl.DateTimeFormat,
): Promise<Response> {
  const createPage = () => {
    const root = createRootRoute({ component: Document });
    const rider = createRoute({ getParentRoute: () => root, id: "_rider", component: Rider });
    const trips = createRoute({
      getParentRoute: () => rider,
      path: "/trips",
      loader: () => ({ cards }),
      component: () => <Cards cards={cards} clock={clock} />,
    });
    return createRouter({ routeTree: root.addChildren([rider.addChildren([trips])]) });
  };
  return createRequestHandler({ createRouter: createPage, request })(defaultRenderHandler);
}

function Document() {
  return (
    <html lang="en">
      <head>
        <title>Trips</title>
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}

function Rider() {
  return (
    <>
      <header>
        <Frame />
      </header>
      <main>
        <h1>Trips</h1>
        <Frame />
        <Outlet />
      </main>
      <footer>
        <Frame />
      </footer>
    </>
  );
}

function Cards({ cards, clock }: { cards: readonly StackCard[]; clock: Intl.DateTimeFormat }) {
  return (
    <ul className="grid">
      {cards.map((card) => (
        <li key={card.id}>
          <Card card={card} clock={clock} />
        </li>
      ))}
    </ul>
  );
}

function Frame() {
  return (
    <nav aria-label="Main">
      {links.map((words) => (
        <Link className="frame" key={words} to="/trips">
          <svg aria-hidden="true" height="18" viewBox="0 0 24 24" width="18">
            <path d="M16 18h6M16 2v3M19 15v6M21 11.5V5a2 2 0 00-2-2H5" />
          </svg>
          {words}
        </Link>
      ))}
    </nav>
  );
}

function Card({ card, clock }: { card: StackCard; clock: Intl.DateTimeFormat }) {
  return (
    <Link className="trip-card" params={{ id: card.id }} to="/trips/$id">
      <time className="figures" dateTime={card.pickupAt}>
        {clock.format(new Date(card.pickupAt))}
      </time>
      <span className="badge">{card.state}</span>
      <ol className="route">
        <li>
          <i>From: </i>
          {card.pickup}
        </li>
        <li>
          <i>To: </i>
          {card.dropoff}
        </li>
      </ol>
      <div className="onward">
        <span>{card.car}</span>
        <span className="figures">
          {card.fareMinor} {card.currency}
        </span>
      </div>
    </Link>
  );
}
