/** One session: its conversation, its inputs and its actions. */
import type { ApiError } from '@millrace/client'
import { isSessionBusy, type SessionStatus, type Workflow } from '@millrace/model'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { ChatHeader, InputsToggle, LogsToggle } from './chat-header.tsx'
import { Composer } from './composer.tsx'
import { EmptyConversation } from './empty-conversation.tsx'
import type { Again } from './message-actions.tsx'
import { MessageLog } from './message-log.tsx'
import type { PlaygroundContextValue } from './playground-context.ts'
import { ResetDialog } from './reset-dialog.tsx'
import { filledInputs } from './turn-inputs.ts'
import { type Sent, useConversation } from './use-conversation.ts'
import { useSessionCommands } from './use-session-commands.ts'
import type { TurnInputsState } from './use-turn-inputs.ts'

interface ChatProps {
  readonly sessionId: string
  readonly name: string
  readonly workflow: Workflow | undefined
  readonly context: PlaygroundContextValue
  readonly inputs: TurnInputsState
  readonly onStatus: (status: SessionStatus) => void
}

export function Chat({ sessionId, name, workflow, context, inputs, onStatus }: ChatProps) {
  const t = useText()
  const { client, caller } = context
  const { conversation, line, error, loadOlder, send, retry } = useConversation(client, sessionId)
  const { stop, isStopping, reset, reportFailure } = useSessionCommands(client, sessionId)
  const { status, isLoaded } = conversation
  const [showsLogs, setShowsLogs] = useState(true)
  const [isResetting, setResetting] = useState(false)
  const mayRun = caller === undefined || caller.permissions.includes('run')
  useEffect(() => {
    if (isLoaded) onStatus(status)
  }, [isLoaded, status, onStatus])
  if (line === 'gone' || error?.status === 404) return <SessionGone />
  if (error !== undefined && !isLoaded) return <SessionNotLoaded error={error} onRetry={retry} />
  const given = filledInputs(inputs.values)
  const sendBody = (body: Sent) =>
    send({ ...body, ...(context.canvas === undefined ? {} : { workflow: context.canvas() }) }).then(
      () => true,
      (failure: unknown) => {
        reportFailure(failure)
        return false
      },
    )
  const sendText = (text: string) =>
    sendBody({ ...(text.trim() === '' ? {} : { content: text }), ...(given === undefined ? {} : { inputs: given }) })
  const again: Again | undefined =
    !mayRun || isSessionBusy(status)
      ? undefined
      : {
          edit: ({ id }, content) => void sendBody({ content, replaces: id }),
          regenerate: ({ parentMessageId }) => {
            if (parentMessageId !== null) void sendBody({ replaces: parentMessageId })
          },
        }
  return (
    <section className="mr-chat" aria-label={name}>
      <ChatHeader name={name} status={status} line={line}>
        <LogsToggle isOn={showsLogs} onToggle={() => setShowsLogs(!showsLogs)} />
        <IconButton
          icon="mdi:restart"
          label={t.playground.reset}
          disabled={!mayRun}
          onClick={() => setResetting(true)}
        />
        <InputsToggle inputs={inputs} />
      </ChatHeader>
      <MessageLog
        conversation={conversation}
        showsLogs={showsLogs}
        context={context}
        again={again}
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
      {isResetting && <ResetDialog onReset={reset} onClose={() => setResetting(false)} />}
    </section>
  )
}

function SessionGone() {
  const t = useText()
  return (
    <EmptyState icon="mdi:message-off-outline" title={t.playground.gone}>
      {t.playground.goneText}
    </EmptyState>
  )
}

function SessionNotLoaded({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useText()
  return (
    <EmptyState
      icon="mdi:lan-disconnect"
      title={error.message}
      actions={<Button onClick={onRetry}>{t.ui.retry}</Button>}
    />
  )
}
