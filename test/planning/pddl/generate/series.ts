import { blocks } from "./blocks.ts";
import { type DepotSize, depot } from "./depot.ts";
import { driverlog } from "./driverlog.ts";
import { ferry } from "./ferry.ts";
import { gripper } from "./gripper.ts";
import type { Instance } from "./instance.ts";
import { lights } from "./lights.ts";
import { logistics } from "./logistics.ts";
import { miconic } from "./miconic.ts";
import { miconicAdl } from "./miconic-adl.ts";
import { rovers } from "./rovers.ts";
import { satellite } from "./satellite.ts";
import { sokobanRoom } from "./sokoban-room.ts";
import { tiles } from "./tiles.ts";
import { transport } from "./transport.ts";
import { visitall } from "./visitall.ts";
import { zenotravel } from "./zenotravel.ts";

/** How many instances a series has. */
export const SERIES_LENGTH = 20;

/** Goes from `first` to `last` as `at` goes from 1 to the series' length. */
const grow = (first: number, last: number, at: number): number =>
  Math.round(first + ((last - first) * (at - 1)) / (SERIES_LENGTH - 1));

const wideDepot = (at: number): DepotSize => ({
  depots: grow(1, 6, at),
  distributors: grow(2, 6, at),
  trucks: grow(2, 6, at),
  pallets: grow(3, 20, at),
  hoists: grow(3, 15, at),
  crates: grow(2, 20, at),
});

/** Few places and many crates: every pallet is wanted, and what is in the way must go somewhere. */
const crowdedDepot = (at: number): DepotSize => ({
  depots: 1,
  distributors: 2,
  trucks: 2,
  pallets: grow(3, 6, at),
  hoists: 3,
  crates: grow(3, 15, at),
});

/**
 * For each domain the instance of a number from 1 to 20, as large as those of the planning competitions were: the
 * last is of the size of the competition's largest, or of what its sequential track ended with.
 */
export const SERIES = {
  gripper: (at) => gripper({ balls: 2 * at + 2 }),
  blocks: (at) => blocks({ blocks: grow(4, 50, at) }, at),
  logistics: (at) =>
    logistics(
      { cities: grow(4, 40, at), locations: grow(2, 4, at), packages: grow(4, 40, at), airplanes: grow(2, 10, at) },
      at,
    ),
  ferry: (at) => ferry({ locations: grow(4, 40, at), cars: grow(4, 60, at) }, at),
  miconic: (at) => miconic({ floors: grow(4, 60, at), passengers: grow(2, 30, at) }, at),
  satellite: (at) =>
    satellite(
      { satellites: grow(1, 10, at), modes: grow(3, 10, at), targets: grow(3, 5, at), observations: grow(4, 50, at) },
      at,
    ),
  rovers: (at) =>
    rovers(
      {
        rovers: grow(1, 14, at),
        waypoints: grow(4, 100, at),
        cameras: grow(1, 14, at),
        objectives: grow(2, 11, at),
        goals: grow(1, 16, at),
      },
      at,
    ),
  driverlog: (at) =>
    driverlog(
      { drivers: grow(2, 8, at), trucks: grow(2, 6, at), packages: grow(2, 25, at), locations: grow(3, 40, at) },
      at,
    ),
  zenotravel: (at) => zenotravel({ aircraft: grow(1, 5, at), people: grow(2, 25, at), cities: grow(3, 22, at) }, at),
  depot: (at) => depot(at % 3 === 0 ? crowdedDepot(at) : wideDepot(at), at),
  visitall: (at) => visitall({ side: grow(11, 50, at) }, at),
  transport: (at) =>
    transport(
      { cities: grow(1, 3, at), locations: grow(5, 20, at), vehicles: grow(2, 4, at), packages: grow(2, 20, at) },
      at,
    ),
  sokoban: (at) => sokobanRoom({ side: grow(5, 10, at), stones: grow(1, 6, at) }, at),
  lights: (at) => lights({ side: grow(2, 4, at) }, { seed: at }),
  "miconic-adl": (at) => miconicAdl({ passengers: grow(1, 24, at) }, at),
  tiles: (at) => tiles({ width: 3 + (at > 10 ? 1 : 0), height: 3 + (at > 15 ? 1 : 0) }, at, true),
} as const satisfies Record<string, (at: number) => Instance>;
