import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { mayIn } from '../api/may-in.ts'
import { EditorApp } from '../editor/editor-app.tsx'
import { load } from '../editor/load.ts'
import { createSession } from '../editor/session.ts'
import { EDITOR_EXTENSIONS } from '../mount/editor-extensions.ts'
import { NEW_WORKFLOW } from '../navigation/links.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { goTo, hrefOf } from '../navigation/router.ts'
import { LeaveDialog } from './leave-dialog.tsx'

/** The page of the editor. A new workflow has an address of its own until its first edit creates it. */
export function EditorPage({ params, query }: PageProps) {
  const id = params.id ?? ''
  const [created, setCreated] = useState<string>()
  const [visit, setVisit] = useState(0)
  if (id === NEW_WORKFLOW && created !== undefined) {
    setCreated(undefined)
    setVisit(visit + 1)
  }
  const create = (made: string) => {
    // One render with both: a render with only one of them would mount another editor.
    flushSync(() => {
      setCreated(made)
      goTo(`/workflows/${made}`, { replace: true })
    })
  }
  // The editor stays mounted when the address of its new workflow replaces the one of new workflows.
  const key = id === created ? NEW_WORKFLOW : id
  const project = query.get('project') ?? undefined
  return (
    <Editor key={`${key} ${visit}`} id={id === NEW_WORKFLOW ? undefined : id} project={project} onCreated={create} />
  )
}

interface EditorProps {
  /** Undefined for a new workflow. */
  readonly id: string | undefined
  /** The project of a new workflow. */
  readonly project: string | undefined
  readonly onCreated: (id: string) => void
}

function Editor({ id, project, onCreated }: EditorProps) {
  const { caller, client } = usePage()
  const [session] = useState(() =>
    createSession(
      {
        baseUrl: client.baseUrl,
        ...(id === undefined ? {} : { workflowId: id }),
        ...(project === undefined ? {} : { project }),
        mode: caller.permissions.includes('write') ? 'edit' : 'readonly',
        features: { checksOnService: true, createsOnEdit: true },
        drafts: 'service',
        // Browsers can be shared: a draft is only for the person who made it.
        draftStorageKey: caller.id,
        onCreated,
      },
      (workflow) => mayIn(caller, workflow.project ?? project, 'write'),
    ),
  )
  useEffect(() => {
    void load(session)
  }, [session])
  return (
    <>
      <EditorApp session={session} extensions={EDITOR_EXTENSIONS} backHref={hrefOf('/')} />
      <LeaveDialog session={session} />
    </>
  )
}
