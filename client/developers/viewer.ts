/** Shows the partner calls of the API's description on the page for developers, with Swagger UI. */
import SwaggerUI, { type Wrapper } from "swagger-ui";

const PATH_PREFIX = "/backend/partner/";

interface Document {
  paths: Record<string, unknown>;
  components: { securitySchemes: { key: unknown } };
}

const renderNothing: Wrapper = () => () => null;

/** Returns a wrapper that gives an icon the label of its button. */
const withLabel =
  (label: string): Wrapper =>
  (original, { React }) =>
  (props) =>
    React.createElement(
      "span",
      { role: "img", "aria-label": label },
      React.createElement(original, props),
    );

/** Removes parts of Swagger UI that the page already has, and names those that a screen reader could not name. */
const wrapComponents: Record<string, Wrapper> = {
  InfoContainer: renderNothing,
  ServersContainer: renderNothing,
  authorizationPopup:
    (original, { React }) =>
    (props) =>
      React.createElement(
        "div",
        { role: "dialog", "aria-modal": true, "aria-label": "Authorize" },
        React.createElement(original, props),
      ),
  TextArea:
    (original, { React }) =>
    (props) =>
      React.createElement(original, { "aria-label": "Request body", ...props }),
  CloseIcon: withLabel("Close"),
  // This icon needs a label when a schema has no name.
  JSONSchema202012ChevronRightIcon: withLabel("Fields"),
  // Their labels differ from the words on them, so the labels are removed.
  Button:
    (original, { React }) =>
    ({ "aria-label": _, ...props }) =>
      React.createElement(original, props),
};

async function showDocument(domNode: Element) {
  const answer = await fetch("/backend/openapi.json");
  if (!answer.ok) throw new Error(`The API description could not be loaded (${answer.status}).`);
  // The limits of safe integers say nothing about a field, and would be shown as its example.
  const document: Document = JSON.parse(await answer.text(), (_, value: unknown) =>
    Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER ? undefined : value,
  );
  const paths = Object.entries(document.paths).filter(([path]) => path.startsWith(PATH_PREFIX));
  const { key } = document.components.securitySchemes;
  SwaggerUI({
    domNode,
    spec: {
      ...document,
      paths: Object.fromEntries(paths),
      servers: [{ url: location.origin }],
      components: { ...document.components, securitySchemes: { key } },
    },
    defaultModelsExpandDepth: -1,
    defaultModelRendering: "model",
    syntaxHighlight: { activated: false },
    plugins: [{ wrapComponents }],
  });
}

/** Switches Swagger UI between light and dark. Its dark colours need a class. */
function followColorScheme() {
  const darkScheme = matchMedia("(prefers-color-scheme: dark)");
  const applyScheme = () =>
    document.documentElement.classList.toggle("dark-mode", darkScheme.matches);
  darkScheme.addEventListener("change", applyScheme);
  applyScheme();
}

const container = "document" in globalThis && document.querySelector("#calls");
if (container) {
  followColorScheme();
  showDocument(container).catch((error: unknown) => {
    container.textContent = "The calls could not be loaded. Reload the page to try again.";
    throw error;
  });
}
