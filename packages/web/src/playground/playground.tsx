/** The sessions of a workflow, the conversation of one of them, and its inputs. */

import type { Caller } from '@millrace/client'
import type { SessionStatus, Workflow } from '@millrace/model'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Client } from '../api/client.ts'
import { LEAN } from '../api/lean.ts'
import { callerIn } from '../api/may-in.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { useReport } from '../ui/report.ts'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { Chat } from './chat.tsx'
import { InputsPanel } from './inputs-panel.tsx'
import type { PlaygroundContextValue } from './playground-context.ts'
import { SessionsSide } from './sessions-side.tsx'
import { type Sessions, useSessions } from './use-sessions.ts'
import { useTurnInputs } from './use-turn-inputs.ts'

export interface PlaygroundProps {
  readonly client: Client
  readonly workflowId: string
  readonly initialSessionId?: string | undefined
  readonly onSessionChange?: ((id: string | undefined) => void) | undefined
  readonly onSessionStatusChange?: ((status: SessionStatus, sessionId: string) => void) | undefined
  readonly executionHref?: ((id: string) => string) | undefined
  /** The document to run instead of the stored workflow. */
  readonly canvas?: PlaygroundContextValue['canvas']
  /** Rendered above the sessions: the workflow name and a back link. */
  readonly head?: ((workflow: Workflow | undefined) => React.ReactNode) | undefined
}

export function Playground(props: PlaygroundProps) {
  const t = useText()
  const { client, workflowId, initialSessionId, executionHref, canvas, head } = props
  const sessions = useSessions(client, workflowId, initialSessionId)
  const workflow = useWorkflow(client, workflowId)
  const everywhere = useCaller(client)
  const project = workflow?.project
  const caller = useMemo(() => callerIn(everywhere, project), [everywhere, project])
  const inputs = useTurnInputs(workflow)
  const context = useMemo<PlaygroundContextValue>(
    () => ({ client, workflowId, caller, executionHref, canvas }),
    [client, workflowId, caller, executionHref, canvas],
  )
  const onStatus = useHostEvents(sessions, props)
  const { selected } = sessions
  const mayRun = caller === undefined || caller.permissions.includes('run')
  const name = sessions.list?.find(({ id }) => id === selected)?.name ?? ''
  return (
    <div className="mr-playground">
      <SessionsSide sessions={sessions} mayRun={mayRun} head={head?.(workflow)} />
      <div className="mr-playground__main">
        {selected === undefined ? (
          <NoSession isLoading={sessions.list === undefined} mayRun={mayRun} onCreate={sessions.create} />
        ) : (
          <Chat
            key={selected}
            sessionId={selected}
            name={name || t.playground.title}
            workflow={workflow}
            context={context}
            inputs={inputs}
            onStatus={onStatus}
          />
        )}
      </div>
      {inputs.isShown && selected !== undefined && <InputsPanel inputs={inputs} />}
    </div>
  )
}

interface NoSessionProps {
  readonly isLoading: boolean
  readonly mayRun: boolean
  readonly onCreate: () => void
}

/** Shown instead of the conversation until a session is selected. */
function NoSession({ isLoading, mayRun, onCreate }: NoSessionProps) {
  const t = useText()
  return (
    <div className="mr-page__centre">
      {isLoading ? (
        <Spinner />
      ) : (
        <EmptyState
          icon="mdi:forum-outline"
          title={t.playground.noSession}
          actions={
            <Button look="primary" icon="mdi:plus" disabled={!mayRun} onClick={onCreate}>
              {t.playground.start}
            </Button>
          }
        >
          {mayRun ? t.playground.noSessionText : t.playground.readOnly}
        </EmptyState>
      )}
    </div>
  )
}

type HostEvents = Pick<PlaygroundProps, 'onSessionChange' | 'onSessionStatusChange'>

/** Reports the selected session to the host. Returns the handler for its status, which also updates the list. */
function useHostEvents({ selected, setStatus }: Sessions, { onSessionChange, onSessionStatusChange }: HostEvents) {
  // The braces drop the host's return value: React would call it as a cleanup.
  useEffect(() => {
    onSessionChange?.(selected)
  }, [selected, onSessionChange])
  return useCallback(
    (status: SessionStatus) => {
      if (selected === undefined) return
      setStatus(selected, status)
      onSessionStatusChange?.(status, selected)
    },
    [selected, setStatus, onSessionStatusChange],
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

/**
 * The caller; if the service does not report one, everything is offered and the service rejects what is not allowed.
 */
function useCaller(client: Client): Caller | undefined {
  const [caller, setCaller] = useState<Caller>()
  useEffect(() => {
    client.getSession().then(setCaller, () => undefined)
  }, [client])
  return caller
}
