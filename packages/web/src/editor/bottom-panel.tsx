import type { ValidationProblem } from '@millrace/model'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { useExtensions } from './editor-extension.ts'
import type { EditorSession } from './session.ts'

const ICONS = { error: 'mdi:alert-circle', warning: 'mdi:alert', suggestion: 'mdi:lightbulb-outline' }

/** The panel below the canvas: problems and panels of extensions. */
export function BottomPanel() {
  const t = useText()
  const session = useEditor()
  const bottom = useEditorState((state) => state.view.bottom) ?? 'problems'
  // Must match the count in the top bar: suggestions do not count as problems.
  const count = useEditorState(({ problems }) => problems.filter((one) => one.severity !== 'suggestion').length)
  const others = useExtensions().flatMap(({ key, bottom: panel }) =>
    panel === undefined ? [] : [{ key, component: panel.component, label: panel.label(t) }],
  )
  const Other = others.find(({ key }) => key === bottom)?.component
  return (
    <section className="mr-bottom" aria-label={t.editor.problems.title}>
      <Tabs
        label={t.editor.problems.title}
        selected={bottom}
        onSelect={(key) => session.setView({ bottom: key })}
        tabs={[{ key: 'problems', label: `${t.editor.problems.title} ${count > 0 ? count : ''}` }, ...others]}
        panelClassName="mr-bottom__panel mr-scroll"
      >
        {Other === undefined ? <Problems /> : <Other />}
      </Tabs>
      <IconButton
        className="mr-bottom__close"
        small
        icon="mdi:close"
        label={t.ui.close}
        onClick={() => session.setView({ bottom: undefined })}
      />
    </section>
  )
}

/** Maximum number of problems shown. */
const MAX_PROBLEMS = 500
const ORDER = { error: 0, warning: 1, suggestion: 2 }

function Problems() {
  const t = useText()
  const session = useEditor()
  const problems = useEditorState((state) => state.problems)
  if (problems.length === 0) return <EmptyState title={t.editor.problems.none}>{t.editor.problems.noneText}</EmptyState>
  const sorted = [...problems].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]).slice(0, MAX_PROBLEMS)
  return (
    <ul role="list" className="mr-problems">
      {sorted.map((problem, at) => (
        // The list is rebuilt on every change.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={at}>
          <button
            type="button"
            className={`mr-problem mr-problem--${problem.severity}`}
            onClick={() => goTo(session, problem)}
          >
            <Icon name={ICONS[problem.severity]} size={14} />
            <span>{t.message(problem.message)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Selects the node or edge of a problem, scrolls it into view and opens its field. */
export function goTo(session: EditorSession, { nodeId, edgeId, path }: ValidationProblem): void {
  const { edges } = session.store.get().history.document
  if (nodeId !== undefined) {
    session.reveal([nodeId])
    session.setView({ hasInspector: undefined, side: undefined })
    session.store.set({ focus: path === undefined ? undefined : { node: nodeId, path } })
    return
  }
  const edge = edges.find((one) => one.id === edgeId)
  if (edge === undefined) return
  session.reveal([edge.source, edge.target])
  session.select({ edges: new Set([edge.id]) })
}
