/** The labels on the map. The browser draws them in the page's own font, so nothing needs to be fetched. */
import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import type { Palette } from "./palette";
import type { LayerSelection, Schema } from "./schemas";

/**
 * Font families as in a style sheet. The map takes the weight from the first name, and the page's font from the rest.
 * Scripts that Geist lacks use the machine's own fonts.
 */
const medium = ["Geist Medium", "Geist"];
const semibold = ["Geist Semibold", "Geist"];

const majorPlaceKinds = ["city", "town"];
const smallPlaceKinds = ["village", "suburb", "borough", "quarter", "neighbourhood", "hamlet"];

/** The options that every group of labels is drawn with. */
type LabelOptions = { schema: Schema; palette: Palette; source: string };

/** Returns all labels, the least important first, because the map gives priority to later ones. */
export function labelLayers(
  schema: Schema,
  palette: Palette,
  source: string,
): LayerSpecification[] {
  const labels = { schema, palette, source };
  return [
    ...houseAndDestinationLabels(labels),
    ...roadLabels(labels),
    ...waterLabels(labels),
    ...placeLabels(labels),
  ];
}

/** Returns the source of a layer's features, or only of those that match `more`. */
function layerSource(
  source: string,
  { layer, filter }: LayerSelection,
  more?: ExpressionSpecification,
) {
  return {
    source,
    "source-layer": layer,
    ...(more
      ? { filter: (filter ? ["all", filter, more] : more) as ExpressionSpecification }
      : filter && { filter }),
  };
}

function haloPaint(palette: Palette) {
  return { "text-halo-color": palette.halo, "text-halo-width": 1.4, "text-halo-blur": 0.3 };
}

function isOneOf(of: ExpressionSpecification, values: string[]): ExpressionSpecification {
  return ["in", of, ["literal", values]];
}

/** Returns the labels of house numbers and destinations. */
function houseAndDestinationLabels({
  schema,
  palette,
  source,
}: LabelOptions): LayerSpecification[] {
  const { name } = schema;
  const halo = haloPaint(palette);
  return [
    ...(schema.houseNumbers
      ? [
          {
            id: "house-numbers",
            type: "symbol",
            ...layerSource(source, schema.houseNumbers),
            minzoom: 17,
            layout: {
              "text-field": schema.houseNumber,
              "text-font": medium,
              "text-size": 10,
              "text-padding": 4,
            },
            paint: { ...halo, "text-color": palette.poiText },
          } satisfies LayerSpecification,
        ]
      : []),
    {
      id: "pois",
      type: "symbol",
      ...layerSource(source, schema.pois, ["to-boolean", name]),
      minzoom: 14.5,
      layout: {
        // The dot is a character of the label, so that both disappear together when space is short.
        "text-field": [
          "format",
          "●\n",
          { "font-scale": 0.5, "text-color": palette.poiText },
          name,
          {},
        ],
        "text-font": medium,
        "text-size": 11,
        "text-max-width": 8,
        "text-line-height": 1.15,
        "text-padding": 14,
        "symbol-sort-key": schema.poiRank,
      },
      paint: { ...halo, "text-color": palette.poiText, "text-opacity": fadeIn(14.5, 15) },
    },
  ];
}

function roadLabels({ schema, palette, source }: LabelOptions): LayerSpecification[] {
  const roadLayer = (
    id: string,
    kinds: string[],
    isExcluded: boolean,
    minzoom: number,
  ): LayerSpecification => {
    const is = isOneOf(schema.roadClass, kinds);
    return {
      id,
      type: "symbol",
      ...layerSource(source, schema.roadNames, isExcluded ? ["!", is] : is),
      minzoom,
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 320,
        "text-field": schema.name,
        "text-font": medium,
        "text-size": size([13, 11], [17, 13], [20, 15]),
        "text-max-angle": 22,
        "text-padding": 6,
        "text-letter-spacing": 0.01,
      },
      paint: { ...haloPaint(palette), "text-color": palette.roadText },
    };
  };
  return [
    roadLayer(
      "small-road-names",
      ["service", "track", "path", "footway", "steps", "rail"],
      false,
      16,
    ),
    roadLayer(
      "road-names",
      [
        ...["service", "track", "path", "footway", "steps", "rail", "cycleway", "bridleway"],
        ...["motorway", "trunk", "primary", "secondary", "tertiary"],
      ],
      true,
      14,
    ),
    roadLayer(
      "main-road-names",
      ["motorway", "trunk", "primary", "secondary", "tertiary"],
      false,
      12.5,
    ),
  ];
}

function waterLabels({ schema, palette, source }: LabelOptions): LayerSpecification[] {
  const { name } = schema;
  return [
    {
      id: "waterway-names",
      type: "symbol",
      ...layerSource(source, schema.waterways, [
        "all",
        ["to-boolean", name],
        isOneOf(schema.waterClass, ["river", "canal"]),
      ]),
      minzoom: 11,
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 400,
        "text-field": name,
        "text-font": medium,
        "text-size": size([11, 11], [16, 13]),
        "text-letter-spacing": 0.08,
        "text-max-angle": 30,
      },
      paint: {
        ...haloPaint(palette),
        "text-halo-color": palette.water,
        "text-color": palette.waterText,
      },
    },
    {
      id: "water-names",
      type: "symbol",
      ...layerSource(source, schema.waterNames, ["!=", ["geometry-type"], "LineString"]),
      minzoom: 9,
      layout: {
        "text-field": name,
        "text-font": medium,
        "text-size": size([9, 11], [15, 13]),
        "text-letter-spacing": 0.06,
        "text-max-width": 7,
      },
      paint: { "text-color": palette.waterText },
    },
  ];
}

/** Returns the labels of airports and of populated places. */
function placeLabels({ schema, palette, source }: LabelOptions): LayerSpecification[] {
  const { name, placeClass } = schema;
  const halo = haloPaint(palette);
  return [
    {
      id: "airports",
      type: "symbol",
      ...layerSource(source, schema.airports),
      minzoom: 10,
      layout: {
        "text-field": [
          "case",
          ["to-boolean", ["get", "iata"]],
          ["concat", name, " (", ["get", "iata"], ")"],
          name,
        ],
        "text-font": semibold,
        "text-size": size([10, 11], [15, 13]),
        "text-max-width": 9,
      },
      paint: { ...halo, "text-color": palette.minorPlaceText },
    },
    {
      id: "small-places",
      type: "symbol",
      ...layerSource(source, schema.places, isOneOf(placeClass, smallPlaceKinds)),
      minzoom: 10,
      maxzoom: 16.5,
      layout: {
        "text-field": name,
        "text-font": medium,
        "text-size": [
          "interpolate",
          ["linear"],
          ["zoom"],
          10,
          ["match", placeClass, "village", 12, 11],
          15,
          ["match", placeClass, "village", 16, 13],
        ],
        "text-max-width": 8,
        "text-padding": 8,
        "symbol-sort-key": placeSortKey(schema),
      },
      paint: {
        ...halo,
        "text-color": palette.minorPlaceText,
        // Hamlets and quarters appear only at zooms with room for them.
        "text-opacity": ["step", ["zoom"], ["match", placeClass, "village", 1, 0], 12, 1],
      },
    },
    {
      id: "places",
      type: "symbol",
      ...layerSource(source, schema.places, isOneOf(placeClass, majorPlaceKinds)),
      minzoom: 4,
      maxzoom: 15.5,
      layout: {
        "text-field": name,
        "text-font": semibold,
        "text-size": [
          "interpolate",
          ["linear"],
          ["zoom"],
          4,
          ["match", placeClass, "city", 12, 10],
          10,
          ["match", placeClass, "city", 17, 14],
          15,
          ["match", placeClass, "city", 24, 20],
        ],
        "text-max-width": 8,
        "text-padding": 6,
        "text-letter-spacing": -0.005,
        "symbol-sort-key": placeSortKey(schema),
      },
      paint: { ...halo, "text-halo-width": 1.6, "text-color": palette.placeText },
    },
    {
      id: "countries",
      type: "symbol",
      ...layerSource(source, schema.places, ["==", placeClass, "country"]),
      maxzoom: 8,
      layout: {
        "text-field": name,
        "text-font": semibold,
        "text-size": size([2, 10], [7, 17]),
        "text-max-width": 7,
        "text-letter-spacing": 0.04,
        "symbol-sort-key": schema.placeRank,
      },
      paint: { ...halo, "text-color": palette.minorPlaceText },
    },
  ];
}

/** Sorts cities before towns before villages, then by rank. */
function placeSortKey({ placeClass, placeRank }: Schema): ExpressionSpecification {
  const kind: ExpressionSpecification = [
    "match",
    placeClass,
    "city",
    0,
    "town",
    100,
    "village",
    200,
    300,
  ];
  return ["+", kind, placeRank];
}

function size(...stops: [zoom: number, pixels: number][]): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], ...stops.flat()] as ExpressionSpecification;
}

function fadeIn(from: number, to: number): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], from, 0, to, 1];
}
