/** Mounts the playground in a page of a host. */

import type { SessionStatus } from '@millrace/model'
import { createClient } from '../api/client.ts'
import { clientOptionsOf } from '../api/endpoint-config.ts'
import type { EditorOptions } from '../editor/editor-options.ts'
import { Playground } from '../playground/playground.tsx'
import { textSource } from '../ui/language.ts'
import { OnApiErrorContext } from '../ui/report.ts'
import { type Container, checkedContainer, mountRoot } from './mount-root.tsx'

/** Endpoint, appearance and size have the same options as the editor. */
type Shared =
  | 'baseUrl'
  | 'token'
  | 'apiKey'
  | 'headers'
  | 'authProvider'
  | 'endpointConfig'
  | 'onApiError'
  | 'theme'
  | 'language'
  | 'strings'
  | 'width'
  | 'height'

export interface PlaygroundOptions extends Pick<EditorOptions, Shared> {
  readonly workflowId: string
  /** The session to open first; by default the newest. */
  readonly initialSessionId?: string | undefined
  readonly onSessionChange?: ((sessionId: string | undefined) => void) | undefined
  readonly onSessionStatusChange?: ((status: SessionStatus, sessionId: string) => void) | undefined
}

export interface PlaygroundHandle {
  /** Unmounts the playground; a second call does nothing. */
  readonly destroy: () => void
}

/** Mounts the playground of a workflow. Throws one of the four mount exceptions immediately. */
export function mountPlayground(container: Container, options: PlaygroundOptions): PlaygroundHandle {
  const element = checkedContainer(container, options)
  if (typeof options?.workflowId !== 'string' || options.workflowId === '')
    throw new Error('mountPlayground needs a workflowId')
  const { workflowId, initialSessionId } = options
  const text = textSource(options)
  const client = createClient({ ...clientOptionsOf(options), text })
  const unmount = mountRoot(
    element,
    <OnApiErrorContext value={options.onApiError}>
      <Playground
        client={client}
        workflowId={workflowId}
        initialSessionId={initialSessionId}
        onSessionChange={options.onSessionChange}
        onSessionStatusChange={options.onSessionStatusChange}
      />
    </OnApiErrorContext>,
    options,
  )
  let isGone = false
  return {
    destroy() {
      if (isGone) return
      isGone = true
      unmount()
    },
  }
}
