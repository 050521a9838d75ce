import { describe, expect, it } from "vitest";
import { validatePlan } from "./validate-plan.ts";

const DOMAIN = `(define (domain errands) ; with all that a plan can be wrong about
  (:requirements :adl :typing :action-costs)
  (:types van lorry - vehicle vehicle person parcel - movable place)
  (:constants HOME - place)
  (:predicates (at ?m - movable ?p - place) (in ?m - (either person parcel) ?v - vehicle) (road ?a ?b - place)
               (fragile ?p - parcel) (broken ?p - parcel) (tired ?p - person))
  (:functions (length ?a ?b - place) - number (total-cost) - number)
  (:action drive
    :parameters (?v - vehicle ?a ?b - place)
    :precondition (and (at ?v ?a) (or (road ?a ?b) (road ?b ?a)) (not (= ?a ?b))
                       (exists (?p - person) (and (in ?p ?v) (not (tired ?p)))))
    :effect (and (not (at ?v ?a)) (at ?v ?b) (increase (total-cost) (length ?a ?b))
                 (forall (?m - parcel) (when (and (in ?m ?v) (fragile ?m)) (broken ?m)))))
  (:action load
    :parameters (?m - (either person parcel) ?v - vehicle ?p - place)
    :precondition (and (at ?m ?p) (at ?v ?p))
    :effect (and (in ?m ?v) (not (at ?m ?p)) (increase (total-cost) 1)))
  (:action unload
    :parameters (?m - (either person parcel) ?v - vehicle ?p - place)
    :precondition (and (in ?m ?v) (at ?v ?p))
    :effect (and (at ?m ?p) (not (in ?m ?v))))
  (:action go-home
    :parameters (?p - person ?v - vehicle)
    :precondition (and (in ?p ?v) (forall (?m - parcel) (imply (in ?m ?v) (fragile ?m))))
    :effect (and (not (at ?p HOME)) (at ?p HOME) (not (in ?p ?v)) (tired ?p)))
  (:action rest :parameters () :effect (forall (?p - person) (not (tired ?p)))))`;

const problem = (goal: string, metric = "(:metric minimize (total-cost))") => `(define (problem one) (:domain errands)
  (:objects Ann - person blue - van red - lorry post shop - place box vase - parcel)
  (:init (= (total-cost) 0) (at ann home) (at blue home) (at red post) (at box post) (at vase home) (fragile vase)
         (road home post) (road post shop) (= (length home post) 4) (= (length post home) 5) (= (length post shop) 7)
         (= (length shop post) 2))
  (:goal ${goal}) ${metric})`;

describe("the validator", () => {
  it.each([
    ["(at ann home)", "", 0],
    [
      "(at box home)",
      "(load ann blue home)(drive blue home post)(load box blue post)(DRIVE BLUE POST HOME)(unload box blue home)",
      11,
    ],
    [
      "(and (at blue shop) (broken vase))",
      "(load vase blue home)\n(load ann blue home)\n(drive blue home post)\n(drive blue post shop)\n; cost = 13 (general cost)",
      13,
    ],
    ["(not (exists (?m - parcel) (in ?m red)))", "", 0],
    [
      "(imply (broken vase) (tired ann))",
      "(load vase blue home)(load ann blue home)(drive blue home post)(go-home ann blue)",
      6,
    ],
    ["(and (tired ann) (at ann home))", "(load ann blue home)(go-home ann blue)", 1],
    ["(or (tired ann) (forall (?p - person) (not (tired ?p))))", "(rest)", 0],
  ])("accepts what reaches %s: %j", (goal, plan, cost) => {
    expect(validatePlan(DOMAIN, problem(goal), plan)).toEqual({ valid: true, cost });
  });

  it("counts steps where there is no metric", () => {
    const plan = "(load ann blue home)(drive blue home post)";
    expect(validatePlan(DOMAIN, problem("(at blue post)", ""), plan)).toEqual({ valid: true, cost: 2 });
  });

  it.each<[string, string, number | null, string]>([
    ["an unmet precondition", "(load box blue home)", 1, "its precondition (at box home) does not hold"],
    ["a precondition undone", "(load ann blue home)(drive blue home post)(drive blue home post)", 3, "(at blue home)"],
    ["no road", "(load ann blue home)(drive blue home shop)", 2, "(or (road home shop) (road shop home))"],
    ["going nowhere", "(load ann blue home)(drive blue home home)", 2, "(or (road home home) (road home home))"],
    ["nobody to drive", "(drive blue home post)", 1, "(exists (?p - person)"],
    [
      "a tired driver",
      "(load ann blue home)(go-home ann blue)(load ann blue home)(drive blue home post)",
      4,
      "(exists",
    ],
    [
      "a parcel left in the van",
      "(load ann blue home)(drive blue home post)(load box blue post)(go-home ann blue)",
      4,
      "(forall",
    ],
    ["an argument of a wrong type", "(load ann home home)", 1, "home is no vehicle, as ?v of load is"],
    ["an argument of neither type", "(load blue red home)", 1, "blue is no person or parcel, as ?m of load is"],
    ["an unknown action", "(fly blue home post)", 1, "there is no action fly"],
    ["an unknown object", "(load bob blue home)", 1, "there is no object bob"],
    ["too few arguments", "(load ann blue)", 1, "load takes 3 arguments, not 2"],
    ["too many arguments", "(rest ann)", 1, "rest takes 0 arguments, not 1"],
    ["a goal that does not hold", "(rest)", null, "the goal (at box home) does not hold"],
    ["no plan at all", "", null, "the goal (at box home) does not hold"],
  ])("refuses %s", (_, plan, step, reason) => {
    const verdict = validatePlan(DOMAIN, problem("(and (at ann home) (at box home))"), plan);
    expect(verdict).toEqual({ valid: false, step, reason: expect.stringContaining(reason) });
  });

  it.each([
    ["an open bracket", "(define (domain d)", "brackets are never closed"],
    ["a stray bracket", "(define (domain d)))", "a bracket closes"],
    ["nothing", "", "No list"],
    ["something else", "(problem)", "This defines nothing"],
  ])("cannot read a domain of %s", (_, domain, message) => {
    expect(() => validatePlan(domain, problem("(and)"), "")).toThrow(new RegExp(message, "i"));
  });
});
