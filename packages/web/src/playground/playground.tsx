/** Sessions of a workflow at the left, the conversation of one in the middle, its inputs at the right. */

import type { Caller } from '@millrace/client'
import type { SessionStatus, Workflow } from '@millrace/model'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Client } from '../api/client.ts'
import { LEAN } from '../api/lean.ts'
import { useText } from '../i18n/use-text.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useReport } from '../ui/report.ts'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { Chat } from './chat.tsx'
import { InputsPanel } from './inputs-panel.tsx'
import type { PlaygroundContextValue } from './playground-context.ts'
import { SessionList } from './session-list.tsx'
import { hasNode, inputNodes, type TurnInputs } from './turn-inputs.ts'
import { useSessions } from './use-sessions.ts'

export interface PlaygroundProps {
  readonly client: Client
  readonly workflowId: string
  readonly initialSessionId?: string | undefined
  readonly onSessionChange?: ((id: string | undefined) => void) | undefined
  readonly onSessionStatusChange?: ((status: SessionStatus, sessionId: string) => void) | undefined
  readonly executionHref?: ((id: string) => string) | undefined
  /** Stands above the sessions: the name of the workflow, a way back. */
  readonly head?: ((workflow: Workflow | undefined) => React.ReactNode) | undefined
}

export function Playground(props: PlaygroundProps) {
  const t = useText()
  const { client, workflowId, initialSessionId, onSessionChange, onSessionStatusChange, executionHref, head } = props
  const sessions = useSessions(client, workflowId, initialSessionId)
  const workflow = useWorkflow(client, workflowId)
  const caller = useCaller(client)
  const [inputs, setInputs] = useState<TurnInputs>({})
  const [round, setRound] = useState(0)
  const [wantsInputs, setWantsInputs] = useState<boolean>()
  const nodes = useMemo(() => (workflow === undefined ? [] : inputNodes(workflow, t)), [workflow, t])
  const context = useMemo<PlaygroundContextValue>(
    () => ({ client, workflowId, caller, executionHref }),
    [client, workflowId, caller, executionHref],
  )
  // Only where there is no room for both.
  const [isListOpen, setListOpen] = useState(false)
  const { selected, setStatus } = sessions
  // Nothing is returned: what a host's handler gives back is not for React to call.
  useEffect(() => {
    onSessionChange?.(selected)
  }, [selected, onSessionChange])
  const onStatus = useCallback(
    (status: SessionStatus) => {
      if (selected === undefined) return
      setStatus(selected, status)
      onSessionStatusChange?.(status, selected)
    },
    [selected, setStatus, onSessionStatusChange],
  )
  const mayRun = caller === undefined || caller.permissions.includes('run')
  // A workflow that cannot hear is fed by its inputs, so they are open from the beginning.
  const showsInputs = nodes.length > 0 && (wantsInputs ?? (workflow !== undefined && !hasNode(workflow, 'chat_input')))
  const name = sessions.list?.find(({ id }) => id === selected)?.name ?? ''
  return (
    <div className="mr-playground">
      <IconButton
        className="mr-playground__toggle"
        icon={isListOpen ? 'mdi:close' : 'mdi:menu'}
        label={isListOpen ? t.playground.hideSessions : t.playground.showSessions}
        aria-expanded={isListOpen}
        onClick={() => setListOpen(!isListOpen)}
      />
      <div className="mr-playground__side" data-open={isListOpen}>
        {head?.(workflow)}
        <SessionList
          sessions={sessions.list ?? []}
          selected={selected}
          hasMore={sessions.hasMore}
          mayRun={mayRun}
          onSelect={(id) => {
            setListOpen(false)
            sessions.select(id)
          }}
          onCreate={() => {
            setListOpen(false)
            sessions.create()
          }}
          onDelete={sessions.remove}
          onMore={sessions.more}
        />
      </div>
      <div className="mr-playground__main">
        {selected !== undefined && (
          <Chat
            key={selected}
            sessionId={selected}
            name={name || t.playground.title}
            workflow={workflow}
            context={context}
            inputs={inputs}
            inputNodes={nodes}
            showsInputs={showsInputs}
            onShowInputs={setWantsInputs}
            onStatus={onStatus}
          />
        )}
        {selected === undefined && sessions.list === undefined && (
          <div className="mr-page__centre">
            <Spinner />
          </div>
        )}
        {selected === undefined && sessions.list !== undefined && (
          <div className="mr-page__centre">
            <EmptyState
              icon="mdi:forum-outline"
              title={t.playground.noSession}
              actions={
                <Button look="primary" icon="mdi:plus" disabled={!mayRun} onClick={sessions.create}>
                  {t.playground.start}
                </Button>
              }
            >
              {mayRun ? t.playground.noSessionText : t.playground.readOnly}
            </EmptyState>
          </div>
        )}
      </div>
      {showsInputs && selected !== undefined && (
        <InputsPanel
          nodes={nodes}
          inputs={inputs}
          round={round}
          onChange={setInputs}
          onClear={() => {
            setInputs({})
            setRound((before) => before + 1)
          }}
          onClose={() => setWantsInputs(false)}
        />
      )}
    </div>
  )
}

function useWorkflow(client: Client, id: string): Workflow | undefined {
  const report = useReport()
  const [workflow, setWorkflow] = useState<Workflow>()
  useEffect(() => {
    client.getWorkflow({ id, ...LEAN }).then(setWorkflow, (error: unknown) => report(error, 'loadWorkflow'))
  }, [client, id, report])
  return workflow
}

/** Who is asked; a service that does not say is taken to allow everything and to refuse by itself. */
function useCaller(client: Client): Caller | undefined {
  const [caller, setCaller] = useState<Caller>()
  useEffect(() => {
    client.getSession().then(setCaller, () => undefined)
  }, [client])
  return caller
}
