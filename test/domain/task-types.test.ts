import { describe, expect, it } from "vitest";
import { createOntology } from "../../src/domain/task-types/index.ts";

describe("the ontology", () => {
  it("reads the papers' other spellings", () => {
    const ontology = createOntology();
    expect(ontology.read("pose-text-to-image")?.name).toBe("openpose-text-to-image");
    expect(ontology.read("Control_Canny")?.name).toBe("canny-control");
  });
});
