const communicate = (kind: string, parameters: string, had: string, sent: string): string => `
  (:action communicate_${kind}_data
    :parameters (?r - rover ?l - lander ${parameters} ?x - waypoint ?y - waypoint)
    :precondition (and (at ?r ?x) (at_lander ?l ?y) ${had} (visible ?x ?y) (available ?r) (channel_free ?l))
    :effect (and (not (available ?r)) (not (channel_free ?l)) (channel_free ?l) ${sent} (available ?r)))`;

const sample = (kind: string): string => `
  (:action sample_${kind}
    :parameters (?x - rover ?s - store ?p - waypoint)
    :precondition (and (at ?x ?p) (at_${kind}_sample ?p) (equipped_for_${kind}_analysis ?x)
                       (store_of ?s ?x) (empty ?s))
    :effect (and (not (empty ?s)) (full ?s) (have_${kind}_analysis ?x ?p) (not (at_${kind}_sample ?p))))`;

/** Rovers as in IPC 2002, whose communicating actions delete what they also add: adding wins. */
export const ROVERS_DOMAIN = `(define (domain rover)
  (:requirements :strips :typing)
  (:types rover waypoint store camera mode lander objective)
  (:predicates (at ?x - rover ?y - waypoint) (at_lander ?x - lander ?y - waypoint)
               (can_traverse ?r - rover ?x - waypoint ?y - waypoint)
               (equipped_for_soil_analysis ?r - rover) (equipped_for_rock_analysis ?r - rover)
               (equipped_for_imaging ?r - rover) (empty ?s - store)
               (have_rock_analysis ?r - rover ?w - waypoint) (have_soil_analysis ?r - rover ?w - waypoint)
               (full ?s - store) (calibrated ?c - camera ?r - rover) (supports ?c - camera ?m - mode)
               (available ?r - rover) (visible ?w - waypoint ?p - waypoint)
               (have_image ?r - rover ?o - objective ?m - mode) (communicated_soil_data ?w - waypoint)
               (communicated_rock_data ?w - waypoint) (communicated_image_data ?o - objective ?m - mode)
               (at_soil_sample ?w - waypoint) (at_rock_sample ?w - waypoint)
               (visible_from ?o - objective ?w - waypoint) (store_of ?s - store ?r - rover)
               (calibration_target ?i - camera ?o - objective) (on_board ?i - camera ?r - rover)
               (channel_free ?l - lander))
  (:action navigate
    :parameters (?x - rover ?y - waypoint ?z - waypoint)
    :precondition (and (can_traverse ?x ?y ?z) (available ?x) (at ?x ?y) (visible ?y ?z))
    :effect (and (not (at ?x ?y)) (at ?x ?z)))${sample("soil")}${sample("rock")}
  (:action drop
    :parameters (?x - rover ?y - store)
    :precondition (and (store_of ?y ?x) (full ?y))
    :effect (and (not (full ?y)) (empty ?y)))
  (:action calibrate
    :parameters (?r - rover ?i - camera ?t - objective ?w - waypoint)
    :precondition (and (equipped_for_imaging ?r) (calibration_target ?i ?t) (at ?r ?w) (visible_from ?t ?w)
                       (on_board ?i ?r))
    :effect (calibrated ?i ?r))
  (:action take_image
    :parameters (?r - rover ?p - waypoint ?o - objective ?i - camera ?m - mode)
    :precondition (and (calibrated ?i ?r) (on_board ?i ?r) (equipped_for_imaging ?r) (supports ?i ?m)
                       (visible_from ?o ?p) (at ?r ?p))
    :effect (and (have_image ?r ?o ?m) (not (calibrated ?i ?r))))${communicate(
      "soil",
      "?p - waypoint",
      "(have_soil_analysis ?r ?p)",
      "(communicated_soil_data ?p)",
    )}${communicate("rock", "?p - waypoint", "(have_rock_analysis ?r ?p)", "(communicated_rock_data ?p)")}${communicate(
      "image",
      "?o - objective ?m - mode",
      "(have_image ?r ?o ?m)",
      "(communicated_image_data ?o ?m)",
    )})
`;
