/** The map's own style: streets for finding a door, in the colours of the page. */
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { MapTheme } from "./contract";
import { labelLayers } from "./labels";
import { type Palette, palettes } from "./palette";
import type { LayerSelection, Schema } from "./schemas";

/** The tiles for which a style is made. */
interface TileSource {
  /** The URL of a tile with `{z}`, `{x}` and `{y}`. */
  tiles: string;
  minZoom: number;
  maxZoom: number;
  bounds: [number, number, number, number] | null;
}

const SOURCE_ID = "streets";

/** Returns the style for vector tiles of a schema. */
export function streetStyle(
  schema: Schema,
  source: TileSource,
  theme: MapTheme,
): StyleSpecification {
  const palette = palettes[theme];
  return {
    version: 8,
    name: `Livery ${theme}`,
    sources: { [SOURCE_ID]: { type: "vector", ...sourceFields(source) } },
    layers: [
      ...groundLayers(schema, palette),
      ...roadLayers(schema, palette),
      ...borderLayers(schema, palette),
      ...labelLayers(schema, palette, SOURCE_ID),
    ],
  };
}

/** Returns the style for tiles that are pictures. The dark theme dims them. */
export function rasterStyle(source: TileSource, theme: MapTheme): StyleSpecification {
  const darkRasterPaint = { "raster-brightness-max": 0.62, "raster-saturation": -0.5 };
  return {
    version: 8,
    name: `Livery ${theme}`,
    sources: { [SOURCE_ID]: { type: "raster", tileSize: 256, ...sourceFields(source) } },
    layers: [
      {
        id: "ground",
        type: "background",
        paint: { "background-color": palettes[theme].land },
      },
      {
        id: "picture",
        type: "raster",
        source: SOURCE_ID,
        paint: theme === "dark" ? darkRasterPaint : {},
      },
    ],
  };
}

function sourceFields({ tiles, minZoom, maxZoom, bounds }: TileSource) {
  return { tiles: [tiles], minzoom: minZoom, maxzoom: maxZoom, ...(bounds && { bounds }) };
}

/** Returns the layers below the roads. */
function groundLayers(schema: Schema, palette: Palette): LayerSpecification[] {
  const ground = schema.land ? palette.water : palette.land;
  return [
    { id: "ground", type: "background", paint: { "background-color": ground } },
    ...(schema.land ? [area("land", schema.land, palette.land)] : []),
    // Small areas are drawn only at larger zooms, because they clutter smaller ones.
    area("residential", schema.residential, palette.residential, { fade: [9, 12] }),
    area("works", schema.industrial, palette.industrial, { fade: [11, 13] }),
    area("ice", schema.ice, palette.ice),
    area("sand", schema.sand, palette.sand),
    area("wood", schema.wood, palette.wood, { fade: [7, 10] }),
    area("green", schema.green, palette.green, { fade: [10, 12] }),
    area("apron", schema.apron, palette.runway),
    area("water", schema.water, palette.water),
    line("waterways", schema.waterways, palette.waterLine, widths([8, 0.4], [13, 1.2], [18, 6])),
    {
      ...line(
        "runways",
        schema.runways,
        palette.runway,
        widthsByFeature(
          (by) => ["match", schema.runwayClass, "runway", by(3), by(1)],
          [11, 1],
          [16, 14],
        ),
      ),
      minzoom: 10,
    },
    {
      ...area("buildings", schema.buildings, palette.building, { fade: [13.5, 15] }),
      minzoom: 13,
      paint: {
        "fill-color": palette.building,
        "fill-outline-color": palette.buildingLine,
        "fill-opacity": fade(13.5, 15),
      },
    },
  ];
}

/** OpenStreetMap's road classes, by how wide they are drawn. `minor` is everything else. */
const motorwayKinds = ["motorway", "trunk"];
const mainRoadKinds = ["primary"];
const secondaryRoadKinds = ["secondary", "tertiary"];
const serviceRoadKinds = ["service", "track", "busway", "raceway"];
const pathKinds = [
  "path",
  "footway",
  "cycleway",
  "steps",
  "bridleway",
  "pedestrian",
  "pier",
  "corridor",
];

/**
 * The width in pixels at a zoom of each kind of road: motorways, main roads, secondary roads, minor roads, service
 * roads.
 */
const roadWidths: [zoom: number, widths: [number, number, number, number, number]][] = [
  [5, [0.5, 0.2, 0, 0, 0]],
  [8, [1.1, 0.8, 0.3, 0, 0]],
  [11, [2.2, 1.8, 1.1, 0.3, 0]],
  [13, [3.6, 3, 2.2, 1.1, 0.4]],
  [15, [6.5, 6, 5, 3.4, 1.4]],
  [17, [15, 14, 12, 9, 4.5]],
  [19, [34, 32, 28, 22, 11]],
];

/** Returns the width of a road's fill at every zoom, plus `casingWidth` pixels for its casing. */
function roadWidth(kind: ExpressionSpecification, casingWidth: number): ExpressionSpecification {
  const stops = roadWidths.flatMap(([zoom, [motorway, main, second, minor, service]]) => {
    // A road too thin to be drawn gets no casing either.
    const widthWithCasing = (width: number) =>
      width === 0 ? 0 : width + (zoom < 13 ? casingWidth * 0.6 : casingWidth);
    const at: ExpressionSpecification = [
      "match",
      kind,
      motorwayKinds,
      widthWithCasing(motorway),
      mainRoadKinds,
      widthWithCasing(main),
      secondaryRoadKinds,
      widthWithCasing(second),
      serviceRoadKinds,
      widthWithCasing(service),
      widthWithCasing(minor),
    ];
    return [zoom, at];
  });
  return ["interpolate", ["exponential", 1.4], ["zoom"], ...stops] as ExpressionSpecification;
}

/** Returns tunnels, then roads on the ground, then bridges, each with its casing below its fill. */
function roadLayers(schema: Schema, palette: Palette): LayerSpecification[] {
  const { roadClass: kind, tunnel, bridge } = schema;
  const isPath: ExpressionSpecification = ["in", kind, ["literal", pathKinds]];
  const isRailOrFerry: ExpressionSpecification = [
    "in",
    kind,
    ["literal", ["rail", "transit", "ferry"]],
  ];
  const isRoad: ExpressionSpecification = ["all", ["!", isPath], ["!", isRailOrFerry]];
  const order: ExpressionSpecification = [
    "match",
    kind,
    motorwayKinds,
    4,
    mainRoadKinds,
    3,
    secondaryRoadKinds,
    2,
    serviceRoadKinds,
    0,
    1,
  ];
  const colour: ExpressionSpecification = [
    "match",
    kind,
    motorwayKinds,
    palette.motorway,
    [...mainRoadKinds, ...secondaryRoadKinds],
    palette.main,
    palette.minor,
  ];
  const casingColour: ExpressionSpecification = [
    "match",
    kind,
    [...motorwayKinds, ...mainRoadKinds],
    palette.mainRoadCasing,
    palette.casing,
  ];
  const level = (
    id: string,
    on: ExpressionSpecification,
    opacity: number,
    cap: "butt" | "round",
  ): LayerSpecification[] => {
    const road = layerSource(schema.roads, ["all", isRoad, on]);
    const layout = {
      "line-cap": cap,
      "line-join": "round",
      "line-sort-key": order,
    } as const;
    return [
      {
        id: `${id}-casing`,
        type: "line",
        ...road,
        layout: { ...layout, "line-cap": "butt" },
        paint: {
          "line-color": casingColour,
          "line-width": roadWidth(kind, 1.6),
          "line-opacity": opacity,
        },
      },
      {
        id: `${id}-fill`,
        type: "line",
        ...road,
        layout,
        paint: { "line-color": colour, "line-width": roadWidth(kind, 0), "line-opacity": opacity },
      },
    ];
  };
  return [
    {
      id: "paths",
      type: "line",
      ...layerSource(schema.roads, isPath),
      minzoom: 14,
      layout: { "line-join": "round" },
      paint: {
        "line-color": palette.path,
        "line-width": widths([14, 0.6], [17, 1.6], [19, 3]),
        "line-dasharray": [2, 1.4],
        "line-opacity": fade(14, 15.5),
      },
    },
    ...level("tunnels", tunnel, 0.5, "butt"),
    ...level("roads", ["all", ["!", tunnel], ["!", bridge]], 1, "round"),
    {
      ...line("rails", schema.rails, palette.rail, widths([9, 0.5], [14, 1.2], [18, 3])),
      minzoom: 9,
    },
    ...level("bridges", bridge, 1, "butt"),
  ];
}

function borderLayers(schema: Schema, palette: Palette): LayerSpecification[] {
  return [
    {
      id: "region-borders",
      type: "line",
      ...layerSource(schema.regionBorders),
      minzoom: 5,
      paint: {
        "line-color": palette.border,
        "line-width": widths([5, 0.5], [12, 1]),
        "line-dasharray": [3, 3],
        "line-opacity": 0.5,
      },
    },
    {
      id: "country-borders",
      type: "line",
      ...layerSource(schema.countryBorders),
      layout: { "line-join": "round" },
      paint: {
        "line-color": palette.border,
        "line-width": widths([3, 0.7], [10, 1.5], [16, 2.5]),
        "line-dasharray": [5, 2, 1, 2],
        "line-opacity": 0.8,
      },
    },
  ];
}

/** Selects a layer's features, narrowed further by `more`. */
function layerSource({ layer, filter }: LayerSelection, more?: ExpressionSpecification) {
  const filters = [filter, more].filter((each) => each !== undefined);
  const both = filters.length > 1 ? (["all", ...filters] as ExpressionSpecification) : filters[0];
  return { source: SOURCE_ID, "source-layer": layer, ...(both && { filter: both }) };
}

function area(
  id: string,
  from: LayerSelection,
  colour: string,
  options: { fade?: [number, number] } = {},
) {
  const paint = {
    "fill-color": colour,
    ...(options.fade && { "fill-opacity": fade(...options.fade) }),
  };
  return { id, type: "fill", ...layerSource(from), paint } satisfies LayerSpecification;
}

function line(id: string, from: LayerSelection, colour: string, width: ExpressionSpecification) {
  return {
    id,
    type: "line",
    ...layerSource(from),
    layout: { "line-cap": "butt", "line-join": "round" },
    paint: { "line-color": colour, "line-width": width },
  } satisfies LayerSpecification;
}

/** Fades a layer in: invisible at one zoom, opaque at another. */
function fade(from: number, to: number): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], from, 0, to, 1];
}

/** Returns a number that grows with the zoom between these stops. */
function widths(...stops: [zoom: number, value: number][]): ExpressionSpecification {
  return [
    "interpolate",
    ["exponential", 1.4],
    ["zoom"],
    ...stops.flat(),
  ] as ExpressionSpecification;
}

/** Like `widths`, with a factor that depends on the feature. */
function widthsByFeature(
  of: (by: (factor: number) => number) => ExpressionSpecification,
  ...stops: [zoom: number, value: number][]
): ExpressionSpecification {
  return [
    "interpolate",
    ["exponential", 1.4],
    ["zoom"],
    ...stops.flatMap(([zoom, value]) => [zoom, of((factor) => value * factor)]),
  ] as ExpressionSpecification;
}
