import type { WorkflowNode } from '@millrace/model'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/icon.tsx'
import { InputPane, OutputPane } from './data-panes.tsx'

/** The last input and output below the settings, each collapsed until it is opened. */
export function DataFolds({ node }: { node: WorkflowNode }) {
  const t = useText()
  return (
    <div className="mr-folds">
      <Fold title={t.viewer.input}>
        <InputPane node={node} />
      </Fold>
      <Fold title={t.viewer.output}>
        <OutputPane node={node} />
      </Fold>
    </div>
  )
}

/** Which folds are open is kept while other nodes are selected. */
const open = new Set<string>()

function Fold({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(() => open.has(title))
  const toggle = () => {
    if (isOpen) open.delete(title)
    else open.add(title)
    setOpen(!isOpen)
  }
  return (
    <section className="mr-folds__one" data-open={isOpen || undefined}>
      <button type="button" className="mr-folds__head" aria-expanded={isOpen} onClick={toggle}>
        <Icon name="mdi:chevron-right" size={15} className="mr-folds__mark" />
        {title}
      </button>
      {isOpen && <div className="mr-folds__body mr-scroll">{children}</div>}
    </section>
  )
}
