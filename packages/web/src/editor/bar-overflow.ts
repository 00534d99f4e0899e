import type { MenuItem } from '../ui/menu.ts'

/** Menu entries for the controls of the top bar that its width hides; each entry presses the hidden control. */
export function hiddenControls(bar: Element | null): MenuItem[] {
  const groups = [...(bar?.querySelectorAll('.mr-bar__group') ?? [])]
  return groups
    .filter((group) => getComputedStyle(group).display === 'none')
    .flatMap((group): MenuItem[] => {
      const controls = [...group.querySelectorAll<HTMLElement>('button, a')]
      const items = controls.map((control) => ({
        label: control.ariaLabel ?? control.textContent,
        icon: control.querySelector<SVGElement>('[data-icon]')?.dataset.icon,
        disabled: control instanceof HTMLButtonElement && control.disabled,
        run: () => control.click(),
      }))
      return items.length === 0 ? [] : [...items, { line: true }]
    })
}
