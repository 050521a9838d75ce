import { bothWays, connect } from "./graph.ts";
import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";
import { ROVERS_DOMAIN } from "./rovers-domain.ts";

const MODES = ["colour", "high_res", "low_res"] as const;
/** Places from which an objective can be seen. */
const MAX_VIEWS = 4;

export interface RoversSize {
  readonly rovers: number;
  readonly waypoints: number;
  readonly cameras: number;
  readonly objectives: number;
  /** Goals of each kind: soil, rock, image. */
  readonly goals: number;
}

/**
 * Rovers (IPC 2002): sample soil and rock, calibrate cameras, take images, send all to the lander. The first rover
 * is fully equipped, sees all it needs and drives everywhere, so that a plan always exists.
 */
export function rovers(size: RoversSize, seed: number): Instance {
  const random = createRandom(seed);
  const waypoints = names("waypoint", size.waypoints, 0);
  const objectives = names("objective", size.objectives, 0);
  const views = objectives.map((objective) => ({
    objective,
    from: random.shuffle(waypoints).slice(0, 1 + random.below(MAX_VIEWS)),
  }));
  const links = connect(waypoints, size.waypoints * 2, random);
  const landing = random.pick(waypoints);
  const hears = new Set(links.flatMap(([a, b]) => (a === landing ? [b] : b === landing ? [a] : [])));
  const all = names("rover", size.rovers, 0).map((name, index) => ({
    name,
    store: `${name}store`,
    start: random.pick(waypoints),
    equipped: ["soil", "rock", "imaging"].filter(() => index === 0 || random.below(2) === 0),
    paths: index === 0 ? links : links.filter(() => random.below(4) > 0),
  }));
  const cameras = names("camera", size.cameras, 0).map((name, index) => ({
    name,
    on: index === 0 ? "rover0" : random.pick(all).name,
    target: random.pick(objectives),
    modes: MODES.filter(() => index === 0 || random.below(2) === 0),
  }));
  const some = <T>(of: readonly T[]): T[] => random.shuffle(of).slice(0, size.goals);
  const soil = some(waypoints);
  const rock = some(waypoints);
  const images = some(objectives.flatMap((objective) => MODES.map((mode) => `${objective} ${mode}`)));
  return {
    domain: ROVERS_DOMAIN,
    problem: writeProblem({
      name: `rovers-${Object.values(size).join("-")}-${seed}`,
      domain: "rover",
      objects: {
        lander: ["general"],
        mode: MODES,
        rover: all.map(({ name }) => name),
        store: all.map(({ store }) => store),
        waypoint: waypoints,
        camera: cameras.map(({ name }) => name),
        objective: objectives,
      },
      init: [
        ...bothWays("visible", links),
        ...[...new Set([...soil, ...some(waypoints)])].map((waypoint) => `at_soil_sample ${waypoint}`),
        ...[...new Set([...rock, ...some(waypoints)])].map((waypoint) => `at_rock_sample ${waypoint}`),
        ...[`at_lander general ${landing}`, "channel_free general"],
        ...all.flatMap(({ name, store, start, equipped, paths }) => [
          ...[`at ${name} ${start}`, `available ${name}`, `store_of ${store} ${name}`, `empty ${store}`],
          ...equipped.map((what) =>
            what === "imaging" ? `equipped_for_imaging ${name}` : `equipped_for_${what}_analysis ${name}`,
          ),
          ...paths.flatMap(([a, b]) => [`can_traverse ${name} ${a} ${b}`, `can_traverse ${name} ${b} ${a}`]),
        ]),
        ...cameras.flatMap(({ name, on, target, modes }) => [
          ...[`on_board ${name} ${on}`, `calibration_target ${name} ${target}`],
          ...modes.map((mode) => `supports ${name} ${mode}`),
        ]),
        ...views.flatMap(({ objective, from }) => from.map((waypoint) => `visible_from ${objective} ${waypoint}`)),
      ],
      goal: [
        ...soil.map((waypoint) => `communicated_soil_data ${waypoint}`),
        ...rock.map((waypoint) => `communicated_rock_data ${waypoint}`),
        ...images.map((image) => `communicated_image_data ${image}`),
      ],
    }),
    // With one waypoint alone there is nowhere to send from.
    solvable: hears.size > 0,
  };
}
