import {
  configOf,
  isObject,
  type NodePort,
  type NodeType,
  parseHandle,
  portsOf,
  titleOf,
  type WorkflowNode,
} from '@millrace/model'
import { checkConnection } from '../graph/connection-check.ts'
import { typeOf, visualOf } from '../graph/node-look.ts'
import { useText } from '../i18n/use-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import type { MenuItem } from '../ui/menu.ts'
import { useOverlays } from '../ui/overlays.tsx'
import { Select } from '../ui/select.tsx'
import { useEditor, useEditorState } from './editor-context.tsx'
import type { EditorSession } from './session.ts'

type Side = 'inputs' | 'outputs'

/** The ports of a node: data types, connections, and a menu to connect them without a mouse. */
export function PortsTab({ node, type }: { node: WorkflowNode; type: NodeType | undefined }) {
  const t = useText()
  const { transact } = useEditor()
  const isEditable = useEditorState((state) => state.isEditable)
  if (type === undefined) return <p className="mr-muted">{t.editor.panel.unknown}</p>
  const ports = portsOf(type, configOf(node))
  return (
    <div className="mr-form">
      {type.supportedTypes.length > 1 && (
        <Field label={t.editor.panel.look}>
          {(ids) => (
            <Select
              ids={ids}
              disabled={!isEditable}
              value={visualOf(node, type)}
              options={type.supportedTypes.map((one) => ({ value: one, label: one }))}
              onChange={(nodeType) =>
                transact('configureNode', (tx) => tx.configure({ node: node.id, config: { set: { nodeType } } }))
              }
            />
          )}
        </Field>
      )}
      <PortList title={t.editor.panel.inputs} node={node} side="inputs" ports={[...ports.inputs.values()]} />
      <PortList title={t.editor.panel.outputs} node={node} side="outputs" ports={[...ports.outputs.values()]} />
    </div>
  )
}

interface PortListProps {
  readonly title: string
  readonly node: WorkflowNode
  readonly side: Side
  readonly ports: readonly NodePort[]
}

function PortList({ title, node, side, ports }: PortListProps) {
  if (ports.length === 0) return null
  return (
    <section className="mr-stack">
      <h3 className="mr-field__label">{title}</h3>
      <ul role="list" className="mr-ports">
        {ports.map((port) => (
          <PortRow key={port.id} node={node} side={side} port={port} />
        ))}
      </ul>
    </section>
  )
}

function PortRow({ node, side, port }: { node: WorkflowNode; side: Side; port: NodePort }) {
  const t = useText()
  const session = useEditor()
  const { openMenu } = useOverlays()
  const rules = useEditorState((state) => state.rules)
  const isEditable = useEditorState((state) => state.isEditable)
  const document = useEditorState((state) => state.history.document)
  const links = linksOf(document, node.id, { side, port: port.id })
  const isShown = exposureOf(node, side, port)
  return (
    <li className="mr-port">
      <div className="mr-row">
        <span
          className="mr-port__dot"
          style={{ background: port.id === 'error' ? 'var(--mr-error)' : rules.colorOf(port.dataType) }}
        />
        <span className="mr-grow mr-clip" data-tip={port.description}>
          {port.name}
          {port.required && <span className="mr-field__required"> *</span>}
        </span>
        <span className="mr-muted mr-port__type">{rules.nameOf(port.dataType)}</span>
        {isEditable && port.id !== 'error' && links.length === 0 && (
          <IconButton
            small
            icon={isShown ? 'mdi:eye-outline' : 'mdi:eye-off-outline'}
            label={`${t.editor.panel.showPort}: ${port.name}`}
            aria-pressed={isShown}
            onClick={() => expose(session, node, { side, port: port.id, isShown: !isShown })}
          />
        )}
        {isEditable && (
          <IconButton
            small
            icon="mdi:connection"
            label={`${t.editor.panel.connect}: ${port.name}`}
            aria-haspopup="menu"
            onClick={(event) =>
              openMenu({
                at: event.currentTarget,
                label: t.editor.panel.connect,
                items: partners(session, node, { side, port: port.id }),
              })
            }
          />
        )}
      </div>
      {links.map(({ edge, other, otherPort }) => (
        <div key={edge} className="mr-row mr-port__link">
          <button
            type="button"
            className="mr-link mr-clip"
            aria-label={t.editor.panel.jump(other.title)}
            onClick={() => session.reveal([other.id])}
          >
            {side === 'inputs' ? '← ' : '→ '}
            {other.title} · {otherPort}
          </button>
          {isEditable && (
            <IconButton
              small
              icon="mdi:close"
              label={`${t.editor.actions.disconnect}: ${other.title}`}
              onClick={() => session.transact('disconnect', (tx) => tx.remove({ nodes: [], edges: [edge] }))}
            />
          )}
        </div>
      ))}
    </li>
  )
}

interface PortPlace {
  readonly side: Side
  readonly port: string
}

type Document = ReturnType<EditorSession['store']['get']>['history']['document']

function linksOf({ nodes, edges }: Document, id: string, { side, port }: PortPlace) {
  const isIn = side === 'inputs'
  return edges.flatMap((edge) => {
    const own = isIn
      ? parseHandle(edge.targetHandle ?? '', edge.target, 'input')
      : parseHandle(edge.sourceHandle ?? '', edge.source, 'output')
    if ((isIn ? edge.target : edge.source) !== id || own !== port) return []
    const otherId = isIn ? edge.source : edge.target
    const node = nodes.find((one) => one.id === otherId)
    const otherPort = isIn
      ? parseHandle(edge.sourceHandle ?? '', edge.source, 'output')
      : parseHandle(edge.targetHandle ?? '', edge.target, 'input')
    return [
      { edge: edge.id, other: { id: otherId, title: (node && titleOf(node)) || otherId }, otherPort: otherPort ?? '' },
    ]
  })
}

const MAX_PARTNERS = 60

/** Menu of all compatible ports of other nodes. */
function partners(session: EditorSession, node: WorkflowNode, { side, port }: PortPlace): MenuItem[] {
  const { history, catalogue, rules } = session.store.get()
  const context = { graph: history.document, types: catalogue.types, rules }
  const items = history.document.nodes.flatMap((other): MenuItem[] => {
    const type = typeOf(other, catalogue.types)
    if (other.id === node.id || type === undefined) return []
    const ports = portsOf(type, configOf(other))
    const list = [...(side === 'inputs' ? ports.outputs : ports.inputs).values()]
    const ends = list.map((one) => {
      const [own, their] = [
        { node: node.id, port },
        { node: other.id, port: one.id },
      ]
      return { one, ...(side === 'inputs' ? { source: their, target: own } : { source: own, target: their }) }
    })
    const fitting = ends.filter(({ source, target }) => checkConnection(source, target, context).ok)
    if (fitting.length === 0) return []
    return [
      { title: titleOf(other) || other.id },
      ...fitting.map(({ one, source, target }) => ({
        label: one.name,
        run: () => void session.transact('connect', (tx) => tx.connect({ source, target })),
      })),
    ]
  })
  return items.length === 0 ? [{ title: session.text().editor.panel.noPartner }] : items.slice(0, MAX_PARTNERS)
}

function exposureOf(node: WorkflowNode, side: Side, port: NodePort): boolean {
  const given = isObject(configOf(node).ports) ? (configOf(node).ports as Record<string, unknown>)[side] : undefined
  const entry = Array.isArray(given) ? given.filter(isObject).find((one) => one.id === port.id) : undefined
  return typeof entry?.exposed === 'boolean' ? entry.exposed : port.exposedByDefault !== false
}

function expose(
  { transact }: EditorSession,
  node: WorkflowNode,
  { side, port, isShown }: PortPlace & { isShown: boolean },
): void {
  const ports = isObject(configOf(node).ports) ? (configOf(node).ports as Record<string, unknown>) : {}
  const list = Array.isArray(ports[side]) ? ports[side].filter(isObject) : []
  const rest = list.some((one) => one.id === port)
    ? list.map((one) => (one.id === port ? { ...one, exposed: isShown } : one))
    : [...list, { id: port, exposed: isShown }]
  const config = { set: { ports: { ...ports, [side]: rest } } }
  transact('changePorts', (tx) => tx.configure({ node: node.id, config }))
}
