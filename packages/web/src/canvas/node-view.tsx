import { type NodeProps, NodeResizer } from '@xyflow/react'
import { memo } from 'react'
import type { FlowNodeData } from '../graph/flow-graph.ts'
import { isErrorPort, isHeaderPort, isSecondaryPort } from '../graph/geometry.ts'
import { STATUS_GROUPS, STATUS_ICONS } from '../graph/step-status.ts'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { LazyMarkdown } from '../ui/lazy-markdown.tsx'
import { useCanvas, useDetail } from './canvas-state.ts'
import type { FlowNode } from './flow-types.ts'
import { GroupView } from './group-view.tsx'
import { NodeTitle } from './node-title.tsx'
import { PortHandle } from './port-handle.tsx'

/** One node of any visual type. Zoomed out it is a block with a title; zoomed in it shows everything. */
export const NodeView = memo(function NodeView({ data, selected }: NodeProps<FlowNode>) {
  const detail = useDetail()
  const { look, mark } = data
  const status = mark?.status
  const className = classNames(
    'mr-node',
    `mr-node--${look.visual}`,
    selected && 'mr-node--selected',
    !look.isKnown && 'mr-node--unknown',
    look.isDisabled && 'mr-node--disabled',
    mark?.severity && `mr-node--${mark.severity}`,
    status && `mr-node--status mr-node--${STATUS_GROUPS[status]} mr-node--is-${status}`,
    mark?.change && `mr-node--${mark.change}`,
    detail !== 'full' && 'mr-node--compact',
    detail === 'far' && 'mr-node--far',
  )
  return (
    <div className={className} style={{ '--node-color': look.color } as React.CSSProperties}>
      {look.visual === 'group' ? (
        <GroupView data={data} selected={selected} />
      ) : detail === 'far' ? (
        <FarBody data={data} />
      ) : (
        <NearBody data={data} selected={selected} detail={detail} />
      )}
      {look.visual === 'group' && mark !== undefined && <Corner data={data} />}
    </div>
  )
})

function FarBody({ data: { node, look, geometry } }: { data: FlowNodeData }) {
  // A low node has space for its title only.
  const summary = geometry.height >= FAR_SUMMARY_HEIGHT ? look.summary : undefined
  return (
    <div className="mr-node__far">
      <NodeTitle node={node.id} title={look.title} className="mr-node__far-title" />
      {summary !== undefined && <span className="mr-node__far-summary">{summary}</span>}
    </div>
  )
}

const FAR_SUMMARY_HEIGHT = 66

/** Annotations are text themselves, so they stay as they are. */
const ALWAYS_FULL = new Set(['note', 'idea', 'square'])

function NearBody({ data, selected, detail }: BodyProps & { detail: 'full' | 'compact' }) {
  const t = useText()
  const isFull = detail === 'full' || ALWAYS_FULL.has(data.look.visual)
  const Body = isFull ? (BODIES[data.look.visual] ?? CardBody) : FarBody
  return (
    <>
      <Body data={data} selected={selected} />
      {data.geometry.handles.map((place) => (
        <PortHandle
          key={`${place.port.type}:${place.port.id}`}
          place={place}
          node={data.node.id}
          isWired={data.wired.has(`${place.port.type === 'input' ? 'in' : 'out'}:${place.port.id}`)}
          isNamed={data.look.visual === 'default' || data.look.visual === 'gateway'}
          isSecondary={isSecondaryPort(place.port, data.look)}
          isEditable={data.isEditable}
        />
      ))}
      {data.look.isPinned && (
        <span className="mr-node__pin" data-tip={t.editor.canvas.pinned}>
          <Icon name="mdi:pin-outline" size={12} />
          <span className="mr-visually-hidden">{t.editor.canvas.pinned}</span>
        </span>
      )}
      {data.look.isDisabled ? (
        <span className="mr-node__off" data-tip={t.disabled.tip}>
          <Icon name="mdi:power" size={11} />
          {t.disabled.badge}
        </span>
      ) : (
        <Corner data={data} />
      )}
    </>
  )
}

interface BodyProps {
  readonly data: FlowNodeData
  readonly selected: boolean
}

const BODIES: Partial<Record<FlowNodeData['look']['visual'], (props: BodyProps) => React.ReactNode>> = {
  simple: LineBody,
  tool: LineBody,
  terminal: LineBody,
  square: SquareBody,
  note: NoteBody,
  idea: IdeaBody,
}

function CardBody({ data: { node, look, wired } }: BodyProps) {
  const isHidden = (port: (typeof look.inputs)[number] | undefined) =>
    port !== undefined && isSecondaryPort(port, look) && !wired.has(`out:${port.id}`)
  const inRow = (port: (typeof look.inputs)[number]) => !isHeaderPort(port) && !isErrorPort(port)
  const [inputs, outputs] = [look.inputs.filter(inRow), look.outputs.filter(inRow)]
  const rows = Math.max(inputs.length, outputs.length)
  return (
    <>
      <div className="mr-node__head">
        <span className="mr-node__tile">
          <Icon name={look.icon} size={17} />
        </span>
        <span className="mr-node__titles">
          <NodeTitle node={node.id} title={look.title} className="mr-node__title" />
          <span className="mr-node__subtitle">{look.subtitle}</span>
        </span>
        {look.badge !== undefined && <span className="mr-node__badge">{look.badge}</span>}
      </div>
      {rows > 0 && (
        <div className="mr-node__ports">
          {Array.from({ length: rows }, (_, at) => {
            const [input, output] = [inputs[at], outputs[at]]
            return (
              // Rows have no identity of their own; their number is what they are.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <div className="mr-node__row" key={at}>
                <span className={classNames('mr-node__port', input?.required && 'mr-node__port--required')}>
                  {input?.name}
                </span>
                <span
                  className={classNames(
                    'mr-node__port mr-node__port--out',
                    isHidden(output) && 'mr-node__port--secondary',
                  )}
                >
                  {output?.name}
                </span>
              </div>
            )
          })}
        </div>
      )}
    </>
  )
}

function LineBody({ data: { node, look } }: BodyProps) {
  return (
    <div className="mr-node__line">
      <span className="mr-node__tile">
        <Icon name={look.icon} size={17} />
      </span>
      <span className="mr-node__titles">
        <NodeTitle node={node.id} title={look.title} className="mr-node__title" />
        {look.summary !== undefined && <span className="mr-node__subtitle">{look.summary}</span>}
      </span>
      {look.badge !== undefined && <span className="mr-node__badge">{look.badge}</span>}
    </div>
  )
}

function SquareBody({ data: { node, look } }: BodyProps) {
  return (
    <div className="mr-node__square">
      <Icon name={look.icon} size={26} />
      <NodeTitle node={node.id} title={look.title} className="mr-node__under" />
    </div>
  )
}

function NoteBody({ data: { node, look, isEditable }, selected }: BodyProps) {
  const { onResize } = useCanvas()
  const config = node.data?.config ?? {}
  const text = typeof config.content === 'string' ? config.content : look.title
  const kind = typeof config.noteType === 'string' ? config.noteType : 'info'
  return (
    <>
      {isEditable && onResize !== undefined && (
        <NodeResizer
          isVisible={selected}
          minWidth={120}
          minHeight={60}
          onResizeEnd={(_, { x, y, width, height }) => onResize(node.id, { x, y, width, height })}
        />
      )}
      <div className="mr-note mr-scroll" data-kind={kind}>
        <LazyMarkdown text={text} />
      </div>
    </>
  )
}

function IdeaBody({ data: { node, look } }: BodyProps) {
  const config = node.data?.config ?? {}
  const text = (key: string) => (typeof config[key] === 'string' ? String(config[key]) : '')
  return (
    <div className="mr-idea">
      <Icon name={text('icon') || look.icon} size={18} />
      <div className="mr-grow">
        <div className="mr-node__title">{text('instanceTitle') || text('title') || look.title}</div>
        <p className="mr-idea__text">{text('description')}</p>
      </div>
    </div>
  )
}

function Corner({ data: { mark, look } }: { data: FlowNodeData }) {
  const t = useText()
  if (mark?.status !== undefined) {
    return (
      <span className="mr-node__corner mr-node__corner--status" data-tip={mark.tip ?? t.status.step[mark.status]}>
        {mark.rounds !== undefined && <span className="mr-node__rounds">×{mark.rounds}</span>}
        {mark.note !== undefined && <span className="mr-node__note">{mark.note}</span>}
        <Icon name={STATUS_ICONS[mark.status]} size={15} />
        <span className="mr-visually-hidden">{t.status.step[mark.status]}</span>
      </span>
    )
  }
  if (mark?.severity === undefined && look.isKnown) return null
  const tip = mark?.tip ?? t.editor.canvas.unknownType
  return (
    <span
      className={classNames('mr-node__corner', mark?.severity === 'warning' && 'mr-node__corner--warning')}
      data-tip={tip}
    >
      <Icon name={mark?.severity === 'warning' ? 'mdi:alert' : 'mdi:alert-circle'} size={15} />
      <span className="mr-visually-hidden">{tip}</span>
    </span>
  )
}
