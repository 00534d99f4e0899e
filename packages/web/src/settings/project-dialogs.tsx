import type { Project, ProjectMember } from '@millrace/client'
import { ROLES, type Role } from '@millrace/model'
import { useCallback, useState } from 'react'
import { asApiError } from '../api/api-error.ts'
import { useText } from '../i18n/use-text.ts'
import { usePage } from '../navigation/page-context.tsx'
import { projectTexts } from '../projects/project-texts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Badge } from '../ui/small-parts.tsx'
import { WhenLoaded } from './part-frame.tsx'
import { SelectField } from './select-field.tsx'
import { useLoaded } from './use-loaded.ts'

interface ProjectNameDialogProps {
  /** The project to rename; undefined for a new one. */
  readonly project: Project | undefined
  readonly report: (change: Promise<string>) => Promise<void>
  readonly onClose: () => void
}

/** Creates or renames a project. */
export function ProjectNameDialog({ project, report, onClose }: ProjectNameDialogProps) {
  const t = useText()
  const text = projectTexts(t)
  const { client } = usePage()
  const [name, setName] = useState(project?.name ?? '')
  const isComplete = name.trim() !== ''
  const save = () => {
    const body = { name: name.trim() }
    const change =
      project === undefined
        ? client.createProject({ body }).then(() => text.made(body.name))
        : client.updateProject({ id: project.id, body }).then(() => text.renamed(body.name))
    void report(change)
    onClose()
  }
  return (
    <FormDialog
      title={project === undefined ? text.createTitle : text.renameTitle(project.name)}
      submit={text.save}
      canSubmit={isComplete}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label={text.name} required>
        {(ids) => (
          <input
            {...ids}
            className="mr-input"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

const KINDS = ['person', 'group'] as const
const MAX_MEMBERS = 100

interface MembersDialogProps {
  readonly project: Project
  readonly onClose: () => void
  readonly onChange: () => void
}

/** Adds members to a project and removes them. */
export function MembersDialog({ project, onClose, onChange }: MembersDialogProps) {
  const t = useText()
  const text = projectTexts(t)
  const { client } = usePage()
  const { id } = project
  const load = useCallback(() => client.listProjectMembers({ id, limit: MAX_MEMBERS }), [client, id])
  const [loaded, reload] = useLoaded(load)
  const [error, setError] = useState<string>()
  const change = (changing: Promise<unknown>) =>
    changing.then(
      () => {
        setError(undefined)
        reload()
        onChange()
        return true
      },
      (failure: unknown) => {
        setError(asApiError(failure).message)
        return false
      },
    )
  const remove = ({ kind, subject }: ProjectMember) => void change(client.removeProjectMember({ id, kind, subject }))
  return (
    <Dialog
      title={text.membersTitle(project.name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text.close}</Button>}
    >
      <p>{text.membersText}</p>
      <WhenLoaded loaded={loaded} onRetry={reload}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="mr-muted">{text.noMembers}</p>
          ) : (
            <MemberTable members={items} onRemove={remove} />
          )
        }
      </WhenLoaded>
      <MemberForm error={error} onAdd={(member) => change(client.setProjectMember({ id, body: member }))} />
    </Dialog>
  )
}

interface MemberTableProps {
  readonly members: readonly ProjectMember[]
  readonly onRemove: (member: ProjectMember) => void
}

function MemberTable({ members, onRemove }: MemberTableProps) {
  const t = useText()
  const text = projectTexts(t)
  return (
    <table className="mr-settings__table">
      <tbody>
        {members.map((member) => {
          const name = member.email ?? member.name ?? member.subject
          return (
            <tr key={`${member.kind} ${member.subject}`}>
              <td>
                <strong className="mr-settings__name">{name}</strong>{' '}
                <span className="mr-muted">{text.kinds[member.kind]}</span>
              </td>
              <td>
                <Badge tone="plain">{t.settings.tokens.roleNames[member.role]}</Badge>
              </td>
              <td>
                <IconButton
                  icon="mdi:trash-can-outline"
                  label={text.removeMember(name)}
                  onClick={() => onRemove(member)}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

interface NewMember {
  readonly kind: (typeof KINDS)[number]
  readonly subject: string
  readonly role: Role
}

interface MemberFormProps {
  readonly error: string | undefined
  /** Resolves to whether it was added. */
  readonly onAdd: (member: NewMember) => Promise<boolean>
}

function MemberForm({ error, onAdd }: MemberFormProps) {
  const t = useText()
  const text = projectTexts(t)
  const [kind, setKind] = useState<NewMember['kind']>('person')
  const [subject, setSubject] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const isComplete = subject.trim() !== ''
  const add = () => {
    if (!isComplete) return
    void onAdd({ kind, subject: subject.trim(), role }).then((isAdded) => isAdded && setSubject(''))
  }
  return (
    <form
      className="mr-stack mr-settings__form"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <SelectField label={text.kind} value={kind} options={KINDS} names={text.kinds} onChange={setKind} />
      <Field label={text.subject} error={error} required>
        {(ids) => (
          <input
            {...ids}
            className="mr-input"
            maxLength={254}
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
        )}
      </Field>
      <SelectField label={text.role} value={role} options={ROLES} names={t.settings.tokens.roles} onChange={setRole} />
      <Button look="primary" disabled={!isComplete} onClick={add}>
        {text.add}
      </Button>
      <button type="submit" hidden />
    </form>
  )
}
