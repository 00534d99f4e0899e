import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const WAIT_MS = 450

interface Tip {
  readonly text: string
  readonly target: Element
}

/** Shows the `data-tip` of whatever is pointed at or focused by keyboard, below `root`. One for the whole instance. */
export function TooltipLayer({ root }: { root: RefObject<HTMLElement | null> }) {
  const [tip, setTip] = useState<Tip>()
  const ref = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 0, top: -1000 })
  useEffect(() => {
    const element = root.current
    if (element === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setTip(undefined)
    }
    const show = (event: Event, waitMs: number) => {
      hide()
      const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null
      if (target === null) return
      timer = setTimeout(() => {
        const text = target.getAttribute('data-tip')
        if (text && target.isConnected) setTip({ text, target })
      }, waitMs)
    }
    // Whoever drags something is told other things at the pointer.
    const over = (event: PointerEvent) => (event.buttons === 0 ? show(event, WAIT_MS) : hide())
    const focus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event, WAIT_MS)
    }
    element.addEventListener('pointerover', over)
    element.addEventListener('focusin', focus)
    for (const name of ['pointerdown', 'focusout', 'keydown', 'wheel', 'pointerleave']) {
      element.addEventListener(name, hide, { passive: true })
    }
    return () => {
      clearTimeout(timer)
      element.removeEventListener('pointerover', over)
      element.removeEventListener('focusin', focus)
      for (const name of ['pointerdown', 'focusout', 'keydown', 'wheel', 'pointerleave']) {
        element.removeEventListener(name, hide)
      }
    }
  }, [root])
  useLayoutEffect(() => {
    const [popup, frame] = [ref.current, root.current?.getBoundingClientRect()]
    if (tip === undefined || popup === null || frame === undefined) return
    const box = tip.target.getBoundingClientRect()
    const left = box.left + box.width / 2 - popup.offsetWidth / 2
    const below = box.bottom + 6
    const top = below + popup.offsetHeight > frame.bottom ? box.top - 6 - popup.offsetHeight : below
    setPlace({
      left: Math.min(Math.max(left, frame.left + 6), frame.right - popup.offsetWidth - 6) - frame.left,
      top: top - frame.top,
    })
  }, [tip, root])
  if (tip === undefined) return null
  // The name is on the element itself already; a reader need not hear it twice.
  return (
    <div ref={ref} className="mr-tooltip" aria-hidden="true" style={place}>
      {tip.text}
    </div>
  )
}
