import { lazy, Suspense } from "react";
import { Guard, NotLoaded } from "../ui/guard.tsx";

const CopyAs = lazy(async () => ({ default: (await import("../settings/copy-as.tsx")).CopyAs }));

/** The call that made a run, to be copied as a command line or as a program. */
export function CopyRequest({ path, body }: { readonly path: string; readonly body: unknown }) {
  return (
    <Guard fallback={<NotLoaded what="The request" />}>
      <Suspense fallback={<p>Loading</p>}>
        <CopyAs path={path} body={body} />
      </Suspense>
    </Guard>
  );
}
