import { type ExecutionStatus, isExecutionOver } from '@millrace/model'
import { useState } from 'react'
import type { Client } from '../api/client.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useReport } from '../ui/report.ts'

interface PipelineActionsProps {
  readonly client: Client
  readonly pipelineId: string
  readonly status: ExecutionStatus
  readonly isPaused: boolean
  readonly isStuck: boolean
  /** Called after an action; the execution should be reloaded. */
  readonly onDone: () => void
  /** Without it an execution cannot be run again from here. */
  readonly onRerun?: ((executionId: string) => void) | undefined
}

/** Pause, resume, cancel and run again, depending on the status. */
export function PipelineActions({
  client,
  pipelineId,
  status,
  isPaused,
  isStuck,
  onDone,
  onRerun,
}: PipelineActionsProps) {
  const t = useText()
  const report = useReport()
  const [isBusy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isOver = isExecutionOver(status)
  const tried = (call: Promise<unknown>) => {
    setBusy(true)
    call.then(onDone, (error: unknown) => report(error, 'executeWorkflow')).finally(() => setBusy(false))
  }
  const id = pipelineId
  const isHalted = isPaused || isStuck
  const togglePause = () => tried(isHalted ? client.resumePipeline({ id }) : client.pausePipeline({ id }))
  return (
    <>
      {!isOver && (
        <IconButton
          icon={isHalted ? 'mdi:play' : 'mdi:pause'}
          label={isHalted ? t.viewer.resume : t.viewer.pause}
          disabled={isBusy}
          onClick={togglePause}
        />
      )}
      {!isOver && (
        <Button look="danger" icon="mdi:stop" disabled={isBusy} onClick={() => setAsking(true)}>
          {t.viewer.cancel}
        </Button>
      )}
      {isOver && onRerun !== undefined && (
        <Button
          icon="mdi:replay"
          disabled={isBusy}
          onClick={() => tried(client.rerunPipeline({ id }).then(({ pipeline_id }) => onRerun(pipeline_id)))}
        >
          {t.viewer.rerun}
        </Button>
      )}
      {isAsking && (
        <Dialog
          title={t.viewer.cancelTitle}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button onClick={() => setAsking(false)}>{t.viewer.cancelNo}</Button>
              <Button
                look="danger"
                onClick={() => {
                  setAsking(false)
                  tried(client.cancelExecution({ id }))
                }}
              >
                {t.viewer.cancelYes}
              </Button>
            </>
          }
        >
          <p>{t.viewer.cancelText}</p>
        </Dialog>
      )}
    </>
  )
}
