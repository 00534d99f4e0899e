import type { Workflow } from '@millrace/model'
import { homeStrings as t } from '../i18n/home.ts'
import { goTo } from '../page/router.ts'
import type { MenuItem } from '../ui/menu.tsx'
import type { HomeWork } from './use-home-work.ts'

interface Row {
  readonly workflow: Workflow
  readonly work: HomeWork
  readonly permissions: readonly string[]
  /** Asks before it is deleted. */
  readonly onDelete: () => void
}

/** What can be done with one workflow of the list, by those who may. */
export function rowMenu({ workflow, work, permissions, onDelete }: Row): MenuItem[] {
  const [mayRun, mayWrite] = [permissions.includes('run'), permissions.includes('write')]
  const when = (condition: boolean, ...items: MenuItem[]) => (condition ? items : [])
  return [
    { label: t.open, icon: 'mdi:open-in-app', run: () => goTo(`/workflows/${workflow.id}`) },
    { label: t.playground, icon: 'mdi:forum-outline', run: () => goTo(`/workflows/${workflow.id}/playground`) },
    ...when(mayRun, { label: t.run, icon: 'mdi:play', run: () => work.run(workflow) }),
    ...when(mayWrite, { label: t.duplicate, icon: 'mdi:content-copy', run: () => work.duplicate(workflow) }),
    { line: true },
    { label: t.exportJson, icon: 'mdi:code-json', run: () => work.download(workflow, 'json') },
    { label: t.exportYaml, icon: 'mdi:file-document-outline', run: () => work.download(workflow, 'yaml') },
    ...when(work.hasAgentSpec, {
      label: t.exportAgentSpec,
      icon: 'mdi:file-export-outline',
      run: () => work.download(workflow, 'agentspec'),
    }),
    ...when(mayWrite, { line: true }, { label: t.delete, icon: 'mdi:trash-can-outline', danger: true, run: onDelete }),
  ]
}
