import { useEffect, useState } from 'react'
import { EditorApp } from '../editor/editor-app.tsx'
import { load } from '../editor/load.ts'
import { keepDraft } from '../editor/save.ts'
import { createSession } from '../editor/session.ts'
import { EDITOR_EXTENSIONS } from '../mount/editor-extensions.ts'
import { usePage } from '../navigation/page-context.tsx'
import type { PageProps } from '../navigation/page-props.ts'
import { hrefOf } from '../navigation/router.ts'

/** The page of the editor. */
export function EditorPage({ params }: PageProps) {
  const { caller } = usePage()
  const [session] = useState(() =>
    createSession({
      workflowId: params.id ?? '',
      mode: caller.permissions.includes('write') ? 'edit' : 'readonly',
      features: { checksOnService: true },
    }),
  )
  useEffect(() => {
    void load(session)
    return () => keepDraft(session)
  }, [session])
  return <EditorApp session={session} extensions={EDITOR_EXTENSIONS} backHref={hrefOf('/')} />
}
