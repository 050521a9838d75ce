import { useState } from "react";

/** The same object for as long as it says the same (as JSON), so that what is made from it need not be made again. */
export function useStable<Value>(value: Value): Value {
  const [kept, keep] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  keep(value);
  return value;
}
