import { LIMITS } from '@millrace/model'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Field } from '../ui/field.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { tagsOf } from './editor-document.ts'
import { ErrorWorkflowSetting } from './error-workflow-setting.tsx'
import { KeepValuesSetting } from './keep-values-setting.tsx'
import { PublishSettings } from './publish-controls.tsx'

/** Settings of the workflow, shown if nothing is selected. */
export function WorkflowInspector() {
  const t = useText()
  const { transact } = useEditor()
  const document = useEditorState((state) => state.history.document)
  const isEditable = useEditorState((state) => state.isEditable)
  const [tags, setTags] = useState(() => tagsOf(document).join(', '))
  const { nodes, edges, name, description } = document
  /** Typing into one field is one undo step. */
  const change = (set: Record<string, unknown>, coalesce?: string) =>
    transact('editWorkflow', (tx) => tx.document({ set }), coalesce === undefined ? {} : { coalesce })
  const keepTags = () => {
    const list = [
      ...new Set(
        tags
          .split(',')
          .map((tag) => tag.trim().slice(0, LIMITS.tagLength))
          .filter(Boolean),
      ),
    ].slice(0, LIMITS.tags)
    if (list.join() !== tagsOf(document).join()) change({ metadata: { ...document.metadata, tags: list } })
  }
  return (
    <>
      <div className="mr-inspector__head">
        <h2 className="mr-inspector__title">{t.editor.panel.workflow}</h2>
        <p className="mr-muted">{t.editor.panel.size(nodes.length, edges.length)}</p>
      </div>
      <div className="mr-inspector__panel mr-scroll mr-form">
        <Field label={t.editor.panel.name}>
          {(ids) => (
            <input
              {...ids}
              className="mr-input"
              value={name}
              readOnly={!isEditable}
              maxLength={LIMITS.nameLength}
              onChange={(event) => change({ name: event.target.value }, 'name')}
            />
          )}
        </Field>
        <Field label={t.editor.panel.description}>
          {(ids) => (
            <textarea
              {...ids}
              className="mr-input mr-scroll"
              rows={5}
              value={description}
              readOnly={!isEditable}
              maxLength={LIMITS.descriptionLength}
              onChange={(event) => change({ description: event.target.value }, 'description')}
            />
          )}
        </Field>
        <Field label={t.editor.panel.tags} hint={t.editor.panel.tagsHint}>
          {(ids) => (
            <input
              {...ids}
              className="mr-input"
              value={tags}
              readOnly={!isEditable}
              onChange={(event) => setTags(event.target.value)}
              onBlur={keepTags}
            />
          )}
        </Field>
        <ErrorWorkflowSetting />
        <KeepValuesSetting />
        <PublishSettings />
      </div>
    </>
  )
}
