interface Program {
  readonly tools: readonly { readonly name: string }[];
  readonly called: readonly { readonly arguments: { readonly city: string }; readonly gave: string }[];
}

/**
 * What a language model decides that knows the cities of a request and one tool, `get_weather`: it looks each city up, as
 * many at once as it is told to only when it is told twice, and tells what that gave.
 */
export function decideOnWeather([shown = "", ...rejected]: readonly string[]): string {
  const [program = "", request = ""] = shown.split("\n");
  const { tools, called } = JSON.parse(program) as Program;
  const cities = ["Paris", "Oslo"].filter((city) => request.includes(city));
  if (called.length > 0) {
    const told = called.map(({ arguments: { city }, gave }) => `${city}: ${gave}`);
    return JSON.stringify({ calls: [], reply: told.join(", ") });
  }
  if (!tools.some(({ name }) => name === "get_weather") || cities.length === 0) {
    return JSON.stringify({ calls: [], reply: null });
  }
  const asked = rejected.length > 0 ? cities.slice(0, 1) : cities;
  return JSON.stringify({ calls: asked.map((city) => ({ tool: "get_weather", arguments: { city } })), reply: null });
}
