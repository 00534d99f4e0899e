import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyCode, useCode } from '../ui/lazy-code.ts'
import { Spinner } from '../ui/small-parts.tsx'
import type { HomeActions } from './use-home-actions.ts'

const GALLERY = lazyCode(() => import('./template-gallery.tsx'))

/** The templates. They are not part of the first load: a page with workflows does not show them. */
export function LazyGallery({ work }: { readonly work: HomeActions }) {
  return (
    <ErrorBoundary>
      <Gallery work={work} />
    </ErrorBoundary>
  )
}

function Gallery({ work }: { readonly work: HomeActions }) {
  const gallery = useCode(GALLERY)
  if (gallery === undefined) return <Spinner />
  return <gallery.TemplateGallery catalogue={work.catalogue} busy={work.busy} onChoose={work.fromTemplate} />
}
