import type { MenuItem } from '../ui/menu.ts'

/** Menu entries for the controls of the top bar that its width hides; each entry presses the hidden control. */
export function hiddenControls(bar: Element | null): MenuItem[] {
  const groups = [...(bar?.querySelectorAll('.mr-bar__group') ?? [])]
  return groups
    .filter((group) => getComputedStyle(group).display === 'none')
    .flatMap((group): MenuItem[] => {
      const controls = [...group.querySelectorAll<HTMLElement>('button, a, input[role=switch]')]
      const items = controls.map((control) => ({
        label: nameOf(control),
        icon: iconOf(control),
        disabled: (control instanceof HTMLButtonElement || control instanceof HTMLInputElement) && control.disabled,
        run: () => control.click(),
      }))
      return items.length === 0 ? [] : [...items, { line: true }]
    })
}

function nameOf(control: HTMLElement): string {
  if (control.ariaLabel !== null) return control.ariaLabel
  return (control instanceof HTMLInputElement ? control.closest('label') : control)?.textContent ?? ''
}

function iconOf(control: HTMLElement): string | undefined {
  if (control instanceof HTMLInputElement)
    return control.checked ? 'mdi:toggle-switch' : 'mdi:toggle-switch-off-outline'
  return control.querySelector<SVGElement>('[data-icon]')?.dataset.icon
}
