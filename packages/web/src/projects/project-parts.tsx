/** Components that show and choose projects. They are loaded only if there is more than one project. */
import type { Project } from '@millrace/client'
import { DEFAULT_PROJECT, type WorkflowSummary } from '@millrace/model'
import { useState } from 'react'
import type { Texts } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Select } from '../ui/select.tsx'
import { projectsWithRole } from './project-roles.ts'
import { projectTexts } from './project-texts.ts'

/** The default project has the name of the language of the page. */
export function projectName(list: readonly Project[], id: string, t: Texts): string {
  return id === DEFAULT_PROJECT ? projectTexts(t).standard : (list.find((one) => one.id === id)?.name ?? id)
}

const optionsOf = (list: readonly Project[], t: Texts) =>
  list.map(({ id }) => ({ value: id, label: projectName(list, id, t) }))

interface ProjectSwitcherProps {
  readonly list: readonly Project[]
  /** Undefined for all projects. */
  readonly chosen: string | undefined
  readonly onChange: (project: string | undefined) => void
}

/** Chooses the project that a list shows, or all of them. */
export function ProjectSwitcher({ list, chosen, onChange }: ProjectSwitcherProps) {
  const t = useText()
  const text = projectTexts(t)
  const isListed = chosen === undefined || list.some(({ id }) => id === chosen)
  return (
    <Select
      label={text.project}
      value={chosen ?? ''}
      options={[
        { value: '', label: text.all },
        ...(isListed ? [] : [{ value: chosen, label: chosen }]),
        ...optionsOf(list, t),
      ]}
      onChange={(id) => onChange(id || undefined)}
    />
  )
}

interface ProjectFieldProps {
  readonly list: readonly Project[]
  /** Empty for all projects, if they are offered. */
  readonly value: string
  readonly hasAll?: boolean
  readonly onChange: (project: string) => void
}

/** The project in a form. */
export function ProjectField({ list, value, hasAll = false, onChange }: ProjectFieldProps) {
  const t = useText()
  const text = projectTexts(t)
  const all = hasAll ? [{ value: '', label: text.all }] : []
  return (
    <Field label={text.project}>
      {(ids) => <Select ids={ids} value={value} options={[...all, ...optionsOf(list, t)]} onChange={onChange} />}
    </Field>
  )
}

interface ProjectTagProps {
  readonly list: readonly Project[]
  readonly id: string
  readonly onChoose: (project: string) => void
}

/** The project of a workflow in a list of all projects; a click shows only that project. */
export function ProjectTag({ list, id, onChoose }: ProjectTagProps) {
  const t = useText()
  const name = projectName(list, id, t)
  return (
    <button type="button" className="mr-home__tag" data-tip={projectTexts(t).only(name)} onClick={() => onChoose(id)}>
      <Icon name="mdi:folder-outline" size={12} />
      {name}
    </button>
  )
}

/** The projects that the caller may move a workflow to: a move needs the role `admin` in both projects. */
function moveTargets(list: readonly Project[], { project }: WorkflowSummary): readonly Project[] {
  const own = projectsWithRole(list, 'admin')
  return own.some(({ id }) => id === project) ? own.filter(({ id }) => id !== project) : []
}

/** The menu item that moves a workflow; undefined if the caller must not. */
export function moveItem(list: readonly Project[], workflow: WorkflowSummary, t: Texts, run: () => void) {
  if (moveTargets(list, workflow).length === 0) return undefined
  return { label: projectTexts(t).moveTo, icon: 'mdi:folder-outline', run }
}

interface MoveDialogProps {
  readonly list: readonly Project[]
  readonly workflow: WorkflowSummary
  /** Receives the id of the project, and the text that reports success. */
  readonly onMove: (project: string, done: string) => void
  readonly onClose: () => void
}

/** Chooses another project for a workflow. */
export function MoveDialog({ list, workflow, onMove, onClose }: MoveDialogProps) {
  const t = useText()
  const text = projectTexts(t)
  const targets = moveTargets(list, workflow)
  const [target, setTarget] = useState(targets[0]?.id ?? '')
  return (
    <Dialog
      title={text.moveTitle(workflow.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button
            look="primary"
            onClick={() => {
              onMove(target, text.moved(workflow.name, projectName(list, target, t)))
              onClose()
            }}
          >
            {text.move}
          </Button>
        </>
      }
    >
      <div className="mr-stack">
        <p>{text.moveText}</p>
        <ProjectField list={targets} value={target} onChange={setTarget} />
      </div>
    </Dialog>
  )
}
