import { useEffect, useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useOverlays } from '../ui/overlays.tsx'
import { EmptyState, Spinner } from '../ui/small-parts.tsx'
import { startBackgroundTasks } from './background-tasks.ts'
import { BottomPanel } from './bottom-panel.tsx'
import { CatalogueRail } from './catalogue-rail.tsx'
import { CatalogueSidebar } from './catalogue-sidebar.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DraftBanner } from './drafts/draft-banner.tsx'
import { OtherDraftDialog } from './drafts/other-draft-dialog.tsx'
import { EditorContext, useEditorState } from './editor-context.tsx'
import { type EditorExtension, EditorExtensionsContext, useExtensions } from './editor-extension.ts'
import { useEditorKeys } from './editor-keys.ts'
import { ExtractDialog } from './extract-dialog.tsx'
import { useFreshNodes } from './fresh-nodes.ts'
import { Inspector } from './inspector.tsx'
import { load } from './load.ts'
import { hasSidebar } from './narrow-view.ts'
import { NodeView } from './node-view.tsx'
import { QuickAddPopup } from './quick-add.tsx'
import { SearchBox } from './search-box.tsx'
import type { EditorSession } from './session.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { TopBar } from './top-bar.tsx'
import { useHasInspector } from './use-has-inspector.ts'
import { useNarrow } from './use-narrow.ts'
import { WorkflowCanvas } from './workflow-canvas.tsx'
import { WorkflowDialog } from './workflow-dialog.tsx'

interface EditorAppProps {
  readonly session: EditorSession
  readonly extensions: readonly EditorExtension[]
  /** Target of the back arrow in the top bar; without it there is no arrow. */
  readonly backHref?: string | undefined
}

/** The whole editor: top bar, catalogue, canvas, settings and panels. */
export function EditorApp({ session, extensions, backHref }: EditorAppProps) {
  const { toast } = useOverlays()
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    session.showToasts(toast)
    return () => session.showToasts(undefined)
  }, [session, toast])
  useEffect(() => startBackgroundTasks(session), [session])
  useEditorKeys(session, root, extensions)
  useFreshNodes(session, root)
  useNarrow(session, root)
  return (
    <EditorContext value={session}>
      <EditorExtensionsContext value={extensions}>
        <div className="mr-editor" ref={root}>
          <EditorHeading />
          <TopBar backHref={backHref} />
          <Body session={session} />
          <Dialogs />
        </div>
      </EditorExtensionsContext>
    </EditorContext>
  )
}

/** Heading for screen readers; the visible name is an input in the top bar. */
function EditorHeading() {
  const t = useText()
  const name = useEditorState((state) => state.history.document.name)
  return <h1 className="mr-visually-hidden">{name || t.editor.bar.untitled}</h1>
}

function Body({ session }: { session: EditorSession }) {
  const t = useText()
  const phase = useEditorState((state) => state.phase)
  const failure = useEditorState((state) => state.failure)
  const { narrow, side, bottom } = useEditorState((state) => state.view)
  const isCatalogueOpen = useEditorState((state) => hasSidebar(state.view))
  const hasInspector = useHasInspector()
  const isEditable = useEditorState((state) => state.isEditable)
  const extensions = useExtensions()
  if (phase === 'loading') {
    return (
      <div className="mr-editor__centre">
        <Spinner />
      </div>
    )
  }
  if (phase === 'failed') {
    return (
      <div className="mr-editor__centre">
        <EmptyState
          icon="mdi:cloud-off-outline"
          title={failure ?? ''}
          actions={<Button onClick={() => void load(session)}>{t.ui.retry}</Button>}
        />
      </div>
    )
  }
  const extension = extensions.find(({ key }) => key === side)?.side
  return (
    <div className="mr-editor__body">
      {isEditable &&
        session.options.disableSidebar !== true &&
        (isCatalogueOpen ? <CatalogueSidebar /> : narrow === undefined && <CatalogueRail />)}
      <div className="mr-editor__middle">
        <div className="mr-editor__canvas">
          <WorkflowCanvas />
          <DraftBanner />
          <SearchBox />
        </div>
        {bottom !== undefined && (
          <ErrorBoundary key={bottom}>
            <BottomPanel />
          </ErrorBoundary>
        )}
      </div>
      {/* A panel whose code cannot be loaded now must not take the canvas with it. */}
      <ErrorBoundary key={side}>
        {extension !== undefined ? <extension.component /> : hasInspector && <Inspector />}
      </ErrorBoundary>
      {extensions.map(({ key, background: Background }) => Background && <Background key={key} />)}
    </div>
  )
}

function Dialogs() {
  const { quickAdd, dialog, nodeView } = useEditorState((state) => state.view)
  const conflict = useEditorState((state) => state.conflict)
  const other = useEditorState(({ drafts }) => (drafts.isAsking ? drafts.others[0] : undefined))
  return (
    <>
      {quickAdd !== undefined && <QuickAddPopup request={quickAdd} />}
      {dialog === 'shortcuts' && <ShortcutsDialog />}
      {dialog === 'settings' && <WorkflowDialog />}
      {dialog === 'extract' && <ExtractDialog />}
      {nodeView !== undefined && (
        <ErrorBoundary>
          <NodeView nodeId={nodeView} />
        </ErrorBoundary>
      )}
      {/* One question at a time: which draft, then whether it replaces the saved version. */}
      {other !== undefined && <OtherDraftDialog other={other} />}
      {conflict !== undefined && other === undefined && <ConflictDialog theirs={conflict} />}
    </>
  )
}
