import { Tooltip, useTooltipStore } from '@ariakit/react/tooltip'
import { useLayoutEffect } from 'react'
import { useLayer } from './layer.tsx'
import type { Tip } from './popup-props.ts'

/** The open tooltip. Hidden from screen readers: its text is already the accessible name of its target. */
export function TooltipPopup({ tip: { text, target }, onHide }: { tip: Tip; onHide: () => void }) {
  const store = useTooltipStore({ open: true, setOpen: (open) => open || onHide(), placement: 'bottom' })
  useLayer(true)
  useLayoutEffect(() => store.setAnchorElement(target), [store, target])
  return (
    <Tooltip
      store={store}
      portal={false}
      gutter={6}
      overflowPadding={6}
      hideOnInteractOutside={false}
      hideOnHoverOutside={false}
      className="mr-tooltip"
      aria-hidden="true"
    >
      {text}
    </Tooltip>
  )
}
