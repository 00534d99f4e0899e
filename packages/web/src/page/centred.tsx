import { Spinner } from '../ui/small-parts.tsx'

/** What the page shows while it loads. */
export function Centred() {
  return (
    <div className="mr-page__centre">
      <Spinner />
    </div>
  )
}
