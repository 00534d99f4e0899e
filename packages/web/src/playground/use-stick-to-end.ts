/**
 * The scrolling of a conversation: it stays at its end while the reader is there, it stands still when the reader has
 * gone up, and what is put in above does not move what is being read.
 */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const NEAR_PX = 48

export interface StickToEnd {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly contentRef: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  readonly toEnd: (behavior?: ScrollBehavior) => void
  /** Called before rows are put in above. */
  readonly holdPlace: () => void
}

/** `firstKey` names the first row: when it changes after `holdPlace`, the place is kept. */
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
      // A shorter content moves the scroll bar by itself; only the reader's own moves count.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first row is what has to be made up for
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
    holdPlace: useCallback(() => {
      const frame = ref.current
      if (frame !== null) held.current = frame.scrollHeight - frame.scrollTop
    }, []),
  }
}
