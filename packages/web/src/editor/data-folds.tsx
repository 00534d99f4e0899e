import type { WorkflowNode } from '@millrace/model'
import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { InputPane, OutputPane } from './data-panes.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'

/** The last input and output below the settings, each collapsed until it is opened. */
export function DataFolds({ node }: { node: WorkflowNode }) {
  const t = useText()
  return (
    <div className="mr-folds">
      <Fold side="input" title={t.viewer.input}>
        <InputPane node={node} />
      </Fold>
      <Fold side="output" title={t.viewer.output}>
        <OutputPane node={node} />
      </Fold>
    </div>
  )
}

interface FoldProps {
  readonly side: 'input' | 'output'
  readonly title: string
  readonly children: ReactNode
}

function Fold({ side, title, children }: FoldProps) {
  const session = useEditor()
  const folds = useEditorState((state) => state.view.dataFolds)
  const isOpen = folds[side]
  return (
    <section className="mr-folds__one" data-open={isOpen || undefined}>
      <button
        type="button"
        className="mr-folds__head"
        aria-expanded={isOpen}
        onClick={() => session.setView({ dataFolds: { ...folds, [side]: !isOpen } })}
      >
        <Icon name="mdi:chevron-right" size={15} className="mr-folds__mark" />
        {title}
      </button>
      {isOpen && <div className="mr-folds__body mr-scroll">{children}</div>}
    </section>
  )
}
