/**
 * Scrolling of a conversation: it stays at the end while the user is there, does not move when the user has scrolled
 * up, and keeps its position when older messages are inserted above.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const NEAR_PX = 48

export interface StickToEnd {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly contentRef: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  readonly toEnd: (behavior?: ScrollBehavior) => void
  /** Must be called before rows are inserted above. */
  readonly keepPosition: () => void
}

/** `firstKey` is the key of the first row: when it changes after `keepPosition`, the scroll position is kept. */
export function useStickToEnd(firstKey: string | undefined): StickToEnd {
  const ref = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const held = useRef<number>(undefined)
  const sticks = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)
  const toEnd = useCallback((behavior: ScrollBehavior = 'auto') => {
    const frame = ref.current
    sticks.current = true
    frame?.scrollTo({ top: frame.scrollHeight, behavior })
  }, [])
  useEffect(() => {
    const [frame, content] = [ref.current, contentRef.current]
    if (frame === null || content === null) return
    let height = frame.scrollHeight
    const look = () => {
      // Shorter content moves the scroll bar; only scrolling by the user counts.
      const isNear = frame.scrollHeight - frame.scrollTop - frame.clientHeight < NEAR_PX
      if (isNear || frame.scrollHeight === height) sticks.current = isNear
      height = frame.scrollHeight
      setAtEnd(isNear)
    }
    const grow = new ResizeObserver(() => {
      if (sticks.current) frame.scrollTop = frame.scrollHeight
      look()
    })
    grow.observe(content)
    grow.observe(frame)
    frame.addEventListener('scroll', look, { passive: true })
    return () => {
      grow.disconnect()
      frame.removeEventListener('scroll', look)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps the position when the first row changes
  useLayoutEffect(() => {
    const frame = ref.current
    if (frame === null || held.current === undefined) return
    frame.scrollTop = frame.scrollHeight - held.current
    held.current = undefined
  }, [firstKey])
  return {
    ref,
    contentRef,
    isAtEnd,
    toEnd,
    keepPosition: useCallback(() => {
      const frame = ref.current
      if (frame !== null) held.current = frame.scrollHeight - frame.scrollTop
    }, []),
  }
}
