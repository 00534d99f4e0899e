import type { Stuck } from '@millrace/model'
import { useState } from 'react'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useReport } from '../ui/report.ts'

interface StuckNoticeProps {
  readonly client: Client
  readonly id: string
  readonly stuck: Stuck
  readonly mayRun: boolean
  readonly onDone: () => void
}

/** States why no worker could continue an execution, with a button to try again. */
export function StuckNotice({ client, id, stuck, mayRun, onDone }: StuckNoticeProps) {
  const t = useText()
  const report = useReport()
  const [isBusy, setBusy] = useState(false)
  const resume = () => {
    setBusy(true)
    client
      .resumePipeline({ id })
      .then(onDone, (error: unknown) => report(error, 'executeWorkflow'))
      .finally(() => setBusy(false))
  }
  return (
    <div className="mr-viewer-notice mr-viewer-notice--error" role="status">
      <Icon name="mdi:alert" size={15} />
      <span className="mr-viewer-notice__text mr-grow">{t.stuck.notice(t.message(stuck.reason))}</span>
      {mayRun && (
        <Button small icon="mdi:play" disabled={isBusy} onClick={resume}>
          {t.viewer.resume}
        </Button>
      )}
    </div>
  )
}
