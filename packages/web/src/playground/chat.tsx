/** One session: its conversation, what it is given, and what can be done with it. */
import type { SessionStatus, Workflow } from '@millrace/model'
import { useEffect, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useReport } from '../ui/report.ts'
import { Badge, EmptyState, type Tone } from '../ui/small-parts.tsx'
import { Composer } from './composer.tsx'
import { EmptyConversation } from './empty-conversation.tsx'
import { MessageLog } from './message-log.tsx'
import type { PlaygroundContextValue } from './playground-context.ts'
import { filledInputs, type InputNode, inputCount, type TurnInputs } from './turn-inputs.ts'
import { useConversation } from './use-conversation.ts'

interface ChatProps {
  readonly sessionId: string
  readonly name: string
  readonly workflow: Workflow | undefined
  readonly context: PlaygroundContextValue
  readonly inputs: TurnInputs
  readonly inputNodes: readonly InputNode[]
  readonly showsInputs: boolean
  readonly onShowInputs: (shows: boolean) => void
  readonly onStatus: (status: SessionStatus) => void
}

const TONES: Readonly<Record<SessionStatus, Tone>> = {
  idle: 'plain',
  running: 'info',
  awaiting_input: 'warning',
  completed: 'success',
  failed: 'error',
}

export function Chat(props: ChatProps) {
  const t = useText()
  const { sessionId, name, workflow, context, inputs, inputNodes, showsInputs, onShowInputs, onStatus } = props
  const { client, caller } = context
  const report = useReport()
  const { conversation, line, error, loadOlder, send, retry } = useConversation(client, sessionId)
  const { status, isLoaded } = conversation
  const [showsLogs, setShowsLogs] = useState(true)
  const [isResetting, setResetting] = useState(false)
  const [isStopping, setStopping] = useState(false)
  const mayRun = caller === undefined || caller.permissions.includes('run')
  const complain = (failure: unknown) => report(failure, 'executeWorkflow', { text: problemText(failure) })
  useEffect(() => {
    if (isLoaded) onStatus(status)
  }, [isLoaded, status, onStatus])
  if (line === 'gone' || error?.status === 404) {
    return (
      <EmptyState icon="mdi:message-off-outline" title={t.playground.gone}>
        {t.playground.goneText}
      </EmptyState>
    )
  }
  if (error !== undefined && !isLoaded) {
    return (
      <EmptyState
        icon="mdi:lan-disconnect"
        title={error.message}
        actions={<Button onClick={retry}>{t.ui.retry}</Button>}
      />
    )
  }
  const given = filledInputs(inputs)
  const sendText = (text: string) =>
    send({ ...(text.trim() === '' ? {} : { content: text }), ...(given === undefined ? {} : { inputs: given }) }).then(
      () => true,
      (failure: unknown) => {
        complain(failure)
        return false
      },
    )
  const stop = () => {
    setStopping(true)
    client
      .stopPlaygroundSession({ sessionId })
      .catch(complain)
      .finally(() => setStopping(false))
  }
  const count = inputCount(inputs)
  return (
    <section className="mr-chat" aria-label={name}>
      <header className="mr-chat__head">
        <h1 className="mr-clip">{name}</h1>
        <span aria-live="polite">
          {status !== 'idle' && <Badge tone={TONES[status]}>{t.status.session[status]}</Badge>}
        </span>
        <span className="mr-grow" />
        {(line === 'polling' || line === 'offline') && (
          <Badge tone="warning" icon="mdi:lan-disconnect">
            {t.playground[line]}
          </Badge>
        )}
        <IconButton
          icon={showsLogs ? 'mdi:text-box-outline' : 'mdi:text-box-remove-outline'}
          label={showsLogs ? t.playground.hideLogs : t.playground.showLogs}
          aria-pressed={showsLogs}
          onClick={() => setShowsLogs(!showsLogs)}
        />
        <IconButton
          icon="mdi:restart"
          label={t.playground.reset}
          disabled={!mayRun}
          onClick={() => setResetting(true)}
        />
        {inputNodes.length > 0 && (
          <Button
            icon="mdi:tune-variant"
            look="ghost"
            aria-pressed={showsInputs}
            onClick={() => onShowInputs(!showsInputs)}
          >
            {t.playground.inputs}
            {count > 0 && <Badge tone="accent">{t.playground.inputsSet(count)}</Badge>}
          </Button>
        )}
      </header>
      <MessageLog
        conversation={conversation}
        showsLogs={showsLogs}
        context={context}
        loadOlder={loadOlder}
        empty={workflow && <EmptyConversation workflow={workflow} />}
      />
      <Composer
        status={status}
        mayRun={mayRun}
        hasInputs={given !== undefined}
        isStopping={isStopping}
        onSend={sendText}
        onStop={stop}
      />
      {isResetting && (
        <Dialog
          title={t.playground.resetTitle}
          onClose={() => setResetting(false)}
          footer={
            <>
              <Button onClick={() => setResetting(false)}>{t.ui.cancel}</Button>
              <Button
                look="primary"
                onClick={() => {
                  setResetting(false)
                  client.resetPlaygroundSession({ sessionId }).catch(complain)
                }}
              >
                {t.playground.reset}
              </Button>
            </>
          }
        >
          <p>{t.playground.resetText}</p>
        </Dialog>
      )}
    </section>
  )
}

/** A workflow that cannot run is refused with a list of what is wrong with it. */
function problemText(failure: unknown): string {
  const { message, details } = asApiError(failure)
  const more = details.flatMap((detail) =>
    detail.message && !message.includes(detail.message) ? [detail.message] : [],
  )
  return [message, ...more.slice(0, 3)].join(' ')
}
