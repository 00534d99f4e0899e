/** All popups, in one chunk. */
export { DialogWindow } from './dialog-window.tsx'
export { MenuPopup } from './menu-popup.tsx'
export { SelectList } from './select-list.tsx'
export { TooltipPopup } from './tooltip-popup.tsx'
