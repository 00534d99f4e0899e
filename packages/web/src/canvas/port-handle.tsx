import { printHandle } from '@millrace/model'
import { Handle } from '@xyflow/react'
import { memo } from 'react'
import { type HandlePlace, isErrorPort } from '../graph/geometry.ts'
import { useText } from '../i18n/use-text.ts'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/store.ts'
import { useCanvas } from './canvas-state.ts'
import { SIDES } from './flow-types.ts'

interface PortHandleProps {
  readonly place: HandlePlace
  readonly node: string
  readonly isWired: boolean
  /** True if the name is shown next to the port; otherwise it is shown on hover. */
  readonly isNamed: boolean
  /** True for ports that are drawn only while the user is at the node, or if they are connected. */
  readonly isSecondary: boolean
  readonly isEditable: boolean
}

/** The colored dot of a port. While a connection is dragged it shows whether it is compatible. */
export const PortHandle = memo(function PortHandle(props: PortHandleProps) {
  const { place, node, isWired, isNamed, isSecondary, isEditable } = props
  const t = useText()
  const { store, checkPort, colorOf, typeNameOf } = useCanvas()
  const { port, side, x, y } = place
  const direction = port.type === 'input' ? 'input' : 'output'
  const fit = useStore(store, ({ connecting }) => {
    if (connecting === undefined || (connecting.node === node && connecting.port === port.id)) return undefined
    if (connecting.direction === direction) return 'no'
    return checkPort(connecting, node, port.id).ok ? 'yes' : 'no'
  })
  const isError = isErrorPort(port)
  const about = [
    isNamed ? undefined : port.name,
    typeNameOf(port.dataType) + (port.required ? `, ${t.editor.canvas.required}` : ''),
    port.carries === undefined ? undefined : t.connections.passesValue,
    port.description,
  ]
  return (
    <Handle
      id={printHandle({ node, port: port.id }, direction)}
      type={direction === 'input' ? 'target' : 'source'}
      position={SIDES[side]}
      isConnectable={isEditable}
      className={classNames(
        'mr-handle',
        isWired && 'mr-handle--wired',
        isError && 'mr-handle--error',
        isSecondary && !isWired && 'mr-handle--secondary',
        fit !== undefined && `mr-handle--fits-${fit}`,
      )}
      data-kind={port.dataType === 'trigger' || port.dataType === 'tool' ? port.dataType : 'data'}
      data-tip={about.filter(Boolean).join(' · ')}
      style={
        { left: x, top: y, '--port-color': isError ? 'var(--mr-error)' : colorOf(port.dataType) } as React.CSSProperties
      }
    >
      {!isNamed && (
        <span className="mr-handle__name" aria-hidden="true">
          {port.name}
        </span>
      )}
    </Handle>
  )
})
