-- Boxes of the active zones' polygons, in degrees; `part` is the polygon's place in its zone's shape.
CREATE VIRTUAL TABLE zones_box USING rtree(id, west, east, south, north, +zone_id TEXT, +part INTEGER);
