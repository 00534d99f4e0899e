import { type RefObject, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Tip } from './popup-props.ts'
import { useLoadedPopups } from './use-popups.ts'

const DELAY_MS = 450
const HIDING = ['pointerdown', 'focusout', 'wheel', 'pointerleave']

/**
 * Shows the `data-tip` of the element below `root` that is hovered or focused by keyboard. One listener for the whole
 * instance: a large canvas has thousands of ports with a tooltip.
 */
export function TooltipLayer({ root }: { root: RefObject<HTMLElement | null> }) {
  const [tip, hide] = useTip(root)
  const popups = useLoadedPopups()
  return tip && popups && <popups.TooltipPopup tip={tip} onHide={hide} />
}

function useTip(root: RefObject<HTMLElement | null>): [tip: Tip | undefined, hide: () => void] {
  const [tip, setTip] = useState<Tip>()
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const listening = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setTip(undefined)
    }
    const show = (event: Event) => {
      hide()
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
      if (target === null) return
      timer = setTimeout(() => {
        const text = target.dataset.tip
        if (text && target.isConnected) setTip({ text, target })
      }, DELAY_MS)
    }
    const options = { passive: true, signal: listening.signal }
    // A drag shows its own hints at the pointer.
    element.addEventListener('pointerover', (event) => (event.buttons === 0 ? show(event) : hide()), options)
    element.addEventListener(
      'focusin',
      (event) => {
        if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event)
      },
      options,
    )
    for (const name of HIDING) element.addEventListener(name, hide, options)
    // Hide it before the key is handled: Escape closes the topmost popup, which must not be the tooltip.
    element.addEventListener('keydown', () => flushSync(hide), { ...options, capture: true })
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [root])
  return [tip, () => setTip(undefined)]
}
