import { LIMITS } from '@millrace/model'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Field } from '../ui/field.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { tagsOf } from './editor-document.ts'

/** With nothing selected: the workflow itself. */
export function WorkflowInspector() {
  const t = useText()
  const { edit } = useEditor()
  const document = useEditorState((state) => state.log.document)
  const isEditable = useEditorState((state) => state.isEditable)
  const [tags, setTags] = useState(() => tagsOf(document).join(', '))
  const { nodes, edges, name, description } = document
  const keepTags = () => {
    const list = [
      ...new Set(
        tags
          .split(',')
          .map((tag) => tag.trim().slice(0, LIMITS.tagLength))
          .filter(Boolean),
      ),
    ].slice(0, LIMITS.tags)
    if (list.join() !== tagsOf(document).join())
      edit({ verb: 'document', set: { metadata: { ...document.metadata, tags: list } } })
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
              onChange={(event) => edit({ verb: 'document', set: { name: event.target.value } }, { key: 'name' })}
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
              onChange={(event) =>
                edit({ verb: 'document', set: { description: event.target.value } }, { key: 'description' })
              }
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
      </div>
    </>
  )
}
