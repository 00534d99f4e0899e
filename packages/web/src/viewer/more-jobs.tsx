import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

interface MoreJobsProps {
  readonly shown: number
  readonly total: number
  readonly onMore: () => Promise<void>
}

/** Shows that a run has more jobs than are loaded, with a button to load more. */
export function MoreJobs({ shown, total, onMore }: MoreJobsProps) {
  const t = useText()
  const [isLoading, setLoading] = useState(false)
  const load = async () => {
    setLoading(true)
    await onMore()
    setLoading(false)
  }
  return (
    <div className="mr-viewer-notice mr-viewer-notice--plain" role="status">
      <Icon name="mdi:information-outline" size={15} />
      <span className="mr-grow">{t.viewer.someJobs(shown, total)}</span>
      <Button small disabled={isLoading} onClick={() => void load()}>
        {t.viewer.moreJobs}
      </Button>
    </div>
  )
}
