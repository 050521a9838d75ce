import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain satellite)
  (:requirements :strips :equality :typing)
  (:types satellite direction instrument mode)
  (:predicates (on_board ?i - instrument ?s - satellite) (supports ?i - instrument ?m - mode)
               (pointing ?s - satellite ?d - direction) (power_avail ?s - satellite) (power_on ?i - instrument)
               (calibrated ?i - instrument) (have_image ?d - direction ?m - mode)
               (calibration_target ?i - instrument ?d - direction))
  (:action turn_to
    :parameters (?s - satellite ?d_new - direction ?d_prev - direction)
    :precondition (and (pointing ?s ?d_prev) (not (= ?d_new ?d_prev)))
    :effect (and (pointing ?s ?d_new) (not (pointing ?s ?d_prev))))
  (:action switch_on
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (on_board ?i ?s) (power_avail ?s))
    :effect (and (power_on ?i) (not (calibrated ?i)) (not (power_avail ?s))))
  (:action switch_off
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (on_board ?i ?s) (power_on ?i))
    :effect (and (not (power_on ?i)) (power_avail ?s)))
  (:action calibrate
    :parameters (?s - satellite ?i - instrument ?d - direction)
    :precondition (and (on_board ?i ?s) (calibration_target ?i ?d) (pointing ?s ?d) (power_on ?i))
    :effect (calibrated ?i))
  (:action take_image
    :parameters (?s - satellite ?d - direction ?i - instrument ?m - mode)
    :precondition (and (calibrated ?i) (on_board ?i ?s) (supports ?i ?m) (power_on ?i) (pointing ?s ?d))
    :effect (have_image ?d ?m)))
`;

const MAX_INSTRUMENTS = 9;
const MAX_MODES_AN_INSTRUMENT = 3;
/** Images wanted of one direction. */
const MAX_IMAGES = 3;
/** Of the satellites, one in so many is also to point somewhere in the end. */
const POINTING_SHARE = 3;

export interface SatelliteSize {
  readonly satellites: number;
  readonly modes: number;
  /** Directions to calibrate by. */
  readonly targets: number;
  /** Directions to take images of. */
  readonly observations: number;
}

/** Satellite (IPC 2002): turn, switch instruments on, calibrate them, take images in many modes. */
export function satellite(size: SatelliteSize, seed: number): Instance {
  const random = createRandom(seed);
  const modes = names("mode", size.modes);
  const targets = names("star", size.targets);
  const observations = names("phenomenon", size.observations);
  const directions = [...targets, ...observations];
  const satellites = names("satellite", size.satellites).map((name) => ({
    name,
    start: random.pick(directions),
    instruments: names(`instrument-${name}-`, 1 + random.below(MAX_INSTRUMENTS)).map((instrument) => ({
      instrument,
      target: random.pick(targets),
      supports: random.shuffle(modes).slice(0, 1 + random.below(MAX_MODES_AN_INSTRUMENT)),
    })),
  }));
  const supported = modes.filter((mode) =>
    satellites.some(({ instruments }) => instruments.some(({ supports }) => supports.includes(mode))),
  );
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `satellite-${Object.values(size).join("-")}-${seed}`,
      domain: "satellite",
      objects: {
        satellite: satellites.map(({ name }) => name),
        instrument: satellites.flatMap(({ instruments }) => instruments.map(({ instrument }) => instrument)),
        mode: modes,
        direction: directions,
      },
      init: satellites.flatMap(({ name, start, instruments }) => [
        ...[`power_avail ${name}`, `pointing ${name} ${start}`],
        ...instruments.flatMap(({ instrument, target, supports }) => [
          `on_board ${instrument} ${name}`,
          `calibration_target ${instrument} ${target}`,
          ...supports.map((mode) => `supports ${instrument} ${mode}`),
        ]),
      ]),
      goal: [
        ...satellites
          .filter((_, index) => index % POINTING_SHARE === 1)
          .map(({ name }) => `pointing ${name} ${random.pick(directions)}`),
        ...observations.flatMap((direction) =>
          random
            .shuffle(supported)
            .slice(0, 1 + random.below(MAX_IMAGES))
            .map((mode) => `have_image ${direction} ${mode}`),
        ),
      ],
    }),
    solvable: true,
  };
}
