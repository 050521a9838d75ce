/** Why a run came out as it did. @param id of the run */
export default function ReportPage({ id }: { readonly id: string }) {
  return <h1>{id}</h1>;
}
