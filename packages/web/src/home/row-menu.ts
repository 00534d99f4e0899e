import type { WorkflowSummary } from '@millrace/model'
import type { Texts } from '../i18n/texts.ts'
import { goTo } from '../navigation/router.ts'
import type { MenuItem } from '../ui/menu.ts'
import type { HomeActions } from './use-home-actions.ts'

interface Row {
  readonly workflow: WorkflowSummary
  readonly work: HomeActions
  /** Those in the project of the workflow. */
  readonly permissions: readonly string[]
  /** Moves it to another project. */
  readonly move: MenuItem | undefined
  /** Opens the confirmation dialog. */
  readonly onDelete: () => void
}

/** The actions for one workflow of the list, by permission. */
export function rowMenu({ workflow, work, permissions, move, onDelete }: Row, t: Texts): MenuItem[] {
  const [mayRun, mayWrite] = [permissions.includes('run'), permissions.includes('write')]
  const when = (condition: boolean, ...items: MenuItem[]) => (condition ? items : [])
  return [
    { label: t.home.open, icon: 'mdi:open-in-app', run: () => goTo(`/workflows/${workflow.id}`) },
    { label: t.home.playground, icon: 'mdi:forum-outline', run: () => goTo(`/workflows/${workflow.id}/playground`) },
    ...when(mayRun, { label: t.home.run, icon: 'mdi:play', run: () => work.run(workflow) }),
    ...when(mayWrite, { label: t.home.duplicate, icon: 'mdi:content-copy', run: () => work.duplicate(workflow) }),
    ...(move === undefined ? [] : [move]),
    ...when(mayWrite, { line: true }, ...stateItems(workflow, work, t)),
    { line: true },
    { label: t.home.exportJson, icon: 'mdi:code-json', run: () => work.download(workflow, 'json') },
    { label: t.home.exportYaml, icon: 'mdi:file-document-outline', run: () => work.download(workflow, 'yaml') },
    ...when(work.hasAgentSpec, {
      label: t.home.exportAgentSpec,
      icon: 'mdi:file-export-outline',
      run: () => work.download(workflow, 'agentspec'),
    }),
    ...when(
      mayWrite,
      { line: true },
      { label: t.home.delete, icon: 'mdi:trash-can-outline', danger: true, run: onDelete },
    ),
  ]
}

/** Publishing, if the newest version is not live, and the switch of the triggers. */
function stateItems(workflow: WorkflowSummary, work: HomeActions, t: Texts): MenuItem[] {
  const { active, has_unpublished_changes } = workflow
  return [
    ...(has_unpublished_changes
      ? [{ label: t.home.publish, icon: 'mdi:cloud-upload-outline', run: () => work.publish(workflow) }]
      : []),
    active
      ? { label: t.home.deactivate, icon: 'mdi:pause-circle-outline', run: () => work.setActive(workflow, false) }
      : { label: t.home.activate, icon: 'mdi:play-circle-outline', run: () => work.setActive(workflow, true) },
  ]
}
