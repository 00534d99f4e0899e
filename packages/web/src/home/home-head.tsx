import type { ReactNode } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { chooseFiles } from './home-actions.ts'
import type { HomeActions } from './use-home-actions.ts'

interface HomeHeadProps {
  readonly total: number | undefined
  readonly mayWrite: boolean
  readonly work: HomeActions
  /** Chooses the project; absent if there is only one. */
  readonly switcher: ReactNode
  /** Opens the templates; absent if they are already shown. */
  readonly onTemplates: (() => void) | undefined
}

/** The title, and the buttons for a new workflow. */
export function HomeHead({ total, mayWrite, work, switcher, onTemplates }: HomeHeadProps) {
  const t = useText()
  return (
    <div className="mr-home__head">
      <h1>{t.home.title}</h1>
      {total !== undefined && total > 0 && <span className="mr-muted">{t.home.count(total)}</span>}
      {switcher !== undefined && <div className="mr-home__projects">{switcher}</div>}
      <span className="mr-grow" />
      {mayWrite && (
        <>
          <Button icon="mdi:tray-arrow-down" data-tip={t.home.importHint} onClick={() => chooseFiles(work.importFiles)}>
            {t.home.import}
          </Button>
          {onTemplates !== undefined && (
            <Button icon="mdi:shape-outline" onClick={onTemplates}>
              {t.home.fromTemplate}
            </Button>
          )}
          <Button look="primary" icon="mdi:plus" disabled={work.busy !== undefined} onClick={work.createEmpty}>
            {t.home.newWorkflow}
          </Button>
        </>
      )}
    </div>
  )
}
