import { configOf, isAnnotationType, isObject, type NodeType, type WorkflowNode } from '@millrace/model'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { upstreamVariables } from '../data/upstream-variables.ts'
import type { FieldSchema } from '../forms/field-schema.ts'
import { fieldsOf } from '../forms/field-schema.ts'
import { FormContext } from '../forms/form-context.tsx'
import { SchemaForm } from '../forms/schema-form.tsx'
import { typeOf } from '../graph/node-look.ts'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { DataFolds } from './data-folds.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import { NodeActions } from './node-actions.tsx'
import { settingStep, useNodeExpressions } from './node-expressions.ts'
import { PortsTab } from './ports-tab.tsx'
import { fieldProblems, unparsedSettings } from './problem-marks.ts'
import { RunTab } from './run-tab.tsx'
import { SettingsPanels } from './settings-panels.tsx'
import { useProject } from './use-project.ts'

type TabKey = 'settings' | 'ports' | 'run'

/** The panel of a node: its name, actions, settings, and its last input and output. */
export function NodeInspector({ node }: { node: WorkflowNode }) {
  const t = useText()
  const session = useEditor()
  const catalogue = useEditorState((state) => state.catalogue)
  const type = typeOf(node, catalogue.types)
  const runs = !isAnnotationType(type)
  return (
    <>
      <Head node={node} type={type}>
        {runs && (
          <div className="mr-inspector__acts">
            <NodeActions node={node.id} />
            <IconButton
              small
              icon="mdi:arrow-expand"
              label={t.nodeData.openNodeView}
              onClick={() => session.setView({ nodeView: node.id })}
            />
          </div>
        )}
      </Head>
      <NodeSettings node={node} />
      {runs && <DataFolds node={node} />}
    </>
  )
}

/** The settings of a node in tabs. */
export function NodeSettings({ node }: { node: WorkflowNode }) {
  const t = useText()
  const session = useEditor()
  const catalogue = useEditorState((state) => state.catalogue)
  const type = typeOf(node, catalogue.types)
  const [tab, setTab] = useState<TabKey>('settings')
  const isAnnotation = isAnnotationType(type)
  const hasPorts = (type?.inputs.length ?? 0) + (type?.outputs.length ?? 0) > 0
  useFocusedField(node.id, () => setTab('settings'))
  if (isAnnotation && !hasPorts) {
    return (
      <div className="mr-inspector__panel mr-scroll">
        <SettingsTab node={node} type={type} />
      </div>
    )
  }
  return (
    <Tabs
      label={t.editor.panel.settings}
      selected={tab}
      onSelect={setTab}
      panelClassName="mr-inspector__panel mr-scroll"
      tabs={[
        { key: 'settings', label: t.editor.panel.settings },
        { key: 'ports', label: t.editor.panel.ports },
        // Annotations never run, so they have no retries.
        ...(isAnnotation ? [] : [{ key: 'run' as const, label: t.editor.panel.retries }]),
      ]}
    >
      {tab === 'settings' && <SettingsTab node={node} type={type} />}
      {tab === 'ports' && <PortsTab node={node} type={type} />}
      {tab === 'run' && <RunTab node={node} session={session} />}
    </Tabs>
  )
}

interface HeadProps {
  readonly node: WorkflowNode
  readonly type: NodeType | undefined
  readonly children: ReactNode
}

function Head({ node, type, children }: HeadProps) {
  const t = useText()
  const { transact } = useEditor()
  const isEditable = useEditorState((state) => state.isEditable)
  const title = configOf(node).instanceTitle
  const label = typeof title === 'string' && title !== '' ? title : (node.data?.label ?? '')
  return (
    <div className="mr-inspector__head" style={{ '--node-color': type?.color } as React.CSSProperties}>
      <div className="mr-row">
        <span className="mr-type__tile">
          <Icon name={type?.iconUrl ?? type?.icon} size={17} />
        </span>
        <input
          className="mr-inspector__label"
          aria-label={t.editor.panel.label}
          value={label}
          placeholder={type?.name ?? node.id}
          readOnly={!isEditable}
          maxLength={200}
          onChange={(event) => {
            const next = event.target.value
            // An empty label is allowed while typing; the name of the type is then shown.
            if (next === '') return
            transact('renameNode', (tx) => tx.rename({ node: node.id, label: next }), { coalesce: `label:${node.id}` })
          }}
        />
      </div>
      <p className="mr-inspector__about">{type === undefined ? t.editor.panel.unknown : type.description}</p>
      <p className="mr-inspector__id mr-mono mr-clip">{node.id}</p>
      {children}
    </div>
  )
}

/** Fields that other tabs show. */
const OTHER_TABS = new Set(['nodeType', 'ports', 'variant'])

function SettingsTab({ node, type }: { node: WorkflowNode; type: NodeType | undefined }) {
  const t = useText()
  const { client, transact, store } = useEditor()
  const project = useProject()
  const isEditable = useEditorState((state) => state.isEditable)
  const problems = useEditorState((state) => state.problems)
  const document = useEditorState((state) => state.history.document)
  const catalogue = useEditorState((state) => state.catalogue)
  const config = configOf(node)
  const messages = useMemo(() => fieldProblems(problems, node.id, t.message), [problems, node.id, t])
  const unparsed = useMemo(() => unparsedSettings(problems, node.id), [problems, node.id])
  const expressions = useNodeExpressions(node, type)
  const samples = expressions?.preview.data.inputs
  const variables = useMemo(
    () => upstreamVariables(document, node, catalogue.types, samples),
    [document, node, catalogue, samples],
  )
  const context = useMemo(
    () => ({
      client,
      project,
      isReadOnly: !isEditable,
      problems: messages,
      unparsed,
      values: config,
      variables,
      expressions,
    }),
    [client, project, isEditable, messages, unparsed, config, variables, expressions],
  )
  const schema = useMemo(() => schemaOf(type), [type])
  if (fieldsOf(schema).length === 0) return <p className="mr-muted">{t.editor.panel.noSettings}</p>
  return (
    <FormContext value={context}>
      <SettingsPanels node={node} />
      <SchemaForm
        schema={schema}
        value={config}
        onChange={(key, value) => {
          const change = value === undefined ? { drop: [key] } : { set: { [key]: value } }
          const moved = expressions?.takeMove() ?? []
          transact(
            'configureNode',
            (tx) => {
              tx.configure({ node: node.id, config: change })
              for (const command of moved) tx.run(command)
            },
            { coalesce: settingStep(node.id, key) },
          )
          store.set({ focus: undefined })
        }}
      />
    </FormContext>
  )
}

function schemaOf(type: NodeType | undefined): FieldSchema {
  const given: FieldSchema = type?.configSchema ?? {}
  const properties = isObject(given.properties) ? given.properties : {}
  return {
    ...given,
    properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !OTHER_TABS.has(key))) as Record<
      string,
      FieldSchema
    >,
  }
}

/** Scrolls to and focuses the field of a selected problem. */
function useFocusedField(node: string, open: () => void): void {
  const { store } = useEditor()
  const focus = useEditorState((state) => state.focus)
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (focus?.node !== node) return
    latest.current()
    const frame = requestAnimationFrame(() => {
      let path = focus.path
      while (path !== '') {
        const field = document.querySelector<HTMLElement>(`.mr-inspector [data-path="${CSS.escape(path)}"]`)
        if (field !== null) {
          field.scrollIntoView({ block: 'center' })
          field
            .querySelector<HTMLElement>('input, select, textarea, button, [contenteditable=true]')
            ?.focus({ preventScroll: true })
          break
        }
        path = path.slice(0, path.lastIndexOf('/'))
      }
      store.set({ focus: undefined })
    })
    return () => cancelAnimationFrame(frame)
  }, [focus, node, store])
}
