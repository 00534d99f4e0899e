/**
 * Shows the value of a port in a run while the pointer is over it. Works on top of any canvas: the handles of the
 * canvas library have the node and handle in their attributes.
 */

import { type Graph, type PipelineDetail, parseHandle } from '@millrace/model'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { isCut, isNotKept } from './cut-value.ts'
import { portValueOf } from './port-value.ts'
import { shortValueText } from './value-text.ts'

interface PortValuesProps {
  /** The element that contains the canvas. */
  readonly element: HTMLElement | null
  readonly detail: Pick<PipelineDetail, 'jobs'> | undefined
  readonly workflow: Pick<Graph, 'edges'>
}

interface Pointed {
  readonly node: string
  readonly port: string
  readonly direction: 'input' | 'output'
  readonly target: Element
}

export function PortValues({ element, detail, workflow }: PortValuesProps) {
  const t = useText()
  const [pointed, setPointed] = useState<Pointed>()
  const ref = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 0, top: -1000 })
  useEffect(() => {
    if (element === null) return
    const over = (event: Event) => setPointed(pointedAt(event.target))
    const out = () => setPointed(undefined)
    element.addEventListener('pointerover', over)
    element.addEventListener('pointerleave', out)
    element.addEventListener('pointerdown', out)
    element.addEventListener('wheel', out, { passive: true })
    return () => {
      element.removeEventListener('pointerover', over)
      element.removeEventListener('pointerleave', out)
      element.removeEventListener('pointerdown', out)
      element.removeEventListener('wheel', out)
    }
  }, [element])
  const found = pointed && detail && portValueOf(detail, pointed, workflow)
  // The value may arrive while the pointer stays: then the popup is placed as well.
  const isShown = found !== undefined
  useLayoutEffect(() => {
    const [popup, frame] = [ref.current, element?.getBoundingClientRect()]
    if (!isShown || popup === null || frame === undefined || pointed === undefined) return
    const box = pointed.target.getBoundingClientRect()
    const isLeft = pointed.direction === 'input'
    const left = isLeft ? box.left - popup.offsetWidth - 8 : box.right + 8
    const top = box.top - popup.offsetHeight - 4
    setPlace({
      left: Math.min(Math.max(left, frame.left + 6), Math.max(frame.left + 6, frame.right - popup.offsetWidth - 6)),
      top: top < frame.top + 6 ? box.bottom + 6 : top,
    })
  }, [pointed, element, isShown])
  if (pointed === undefined || found === undefined) return null
  const { value, label } = found
  return (
    <div ref={ref} className="mr-port-value" style={place} aria-hidden="true">
      <span className="mr-port-value__name">
        {label} · {pointed.direction === 'input' ? t.viewer.input : t.viewer.output} {pointed.port}
      </span>
      <pre>{isNotKept(value) ? t.viewer.notKept(value.characters) : textOf(value)}</pre>
    </div>
  )
}

function textOf(value: unknown): string {
  return isCut(value) ? `${value.preview.slice(0, 240)} …` : shortValueText(value)
}

function pointedAt(target: EventTarget | null): Pointed | undefined {
  const handle = target instanceof Element ? target.closest('[data-handleid][data-nodeid]') : null
  const node = handle?.getAttribute('data-nodeid') ?? ''
  const id = handle?.getAttribute('data-handleid') ?? ''
  if (handle === null) return undefined
  for (const direction of ['input', 'output'] as const) {
    const port = parseHandle(id, node, direction)
    if (port !== undefined && id.includes(`-${direction}-`)) return { node, port, direction, target: handle }
  }
  return undefined
}
