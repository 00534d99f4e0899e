import type { Workflow } from '@millrace/model'
import { useCallback } from 'react'
import { useText } from '../i18n/use-text.ts'
import { executionPath } from '../navigation/links.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { goTo, hrefOf } from '../navigation/router.ts'
import { Icon } from '../ui/icon.tsx'
import { Playground } from './playground.tsx'

/** The playground of a workflow; the URL contains the open session. */
export function PlaygroundPage({ params, query }: PageProps) {
  const { client } = usePage()
  const { id = '' } = params
  const path = `/workflows/${encodeURIComponent(id)}/playground`
  const keepSession = useCallback(
    (session: string | undefined) => {
      // The user may have navigated elsewhere.
      if (!window.location.hash.startsWith(hrefOf(path))) return
      goTo(session === undefined ? path : `${path}?session=${encodeURIComponent(session)}`, { replace: true })
    },
    [path],
  )
  const initialSession = query.get('session') ?? undefined
  return (
    <Playground
      client={client}
      workflowId={id}
      initialSessionId={initialSession}
      onSessionChange={keepSession}
      executionHref={executionHref}
      head={(workflow) => <Head id={id} workflow={workflow} />}
    />
  )
}

const executionHref = (id: string) => hrefOf(executionPath(id))

function Head({ id, workflow }: { id: string; workflow: Workflow | undefined }) {
  const t = useText()
  return (
    <a
      className="mr-playground__workflow"
      href={hrefOf(`/workflows/${encodeURIComponent(id)}`)}
      data-tip={t.playground.openEditor}
    >
      <Icon name="mdi:sitemap-outline" size={16} />
      <span className="mr-clip">{workflow?.name ?? t.playground.title}</span>
    </a>
  )
}
