/** What the pages of the site do in the browser. Without it they can be read, but not searched. */
import { enableCopying } from './copying.ts'
import { enableSearch } from './search.ts'
import { applyTheme, storedTheme, storeTheme, THEMES } from './themes.ts'

const WIDE = matchMedia('(min-width: 76rem)')

enableMenu()
enableThemes()
enableCopying()
enableSearch()
followContents()
focusScrollers()

/** On narrow screens the navigation is hidden until the button is pressed. */
function enableMenu(): void {
  const button = document.querySelector<HTMLButtonElement>('button.menu')
  const show = (isOpen: boolean) => {
    button?.setAttribute('aria-expanded', String(isOpen))
    document.documentElement.classList.toggle('has-menu', isOpen)
  }
  button?.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button?.getAttribute('aria-expanded') !== 'true') return
    show(false)
    button.focus()
  })
  // Not scrollIntoView, which would scroll the page too. A negative value is 0.
  const nav = document.querySelector<HTMLElement>('.sidebar')
  const current = nav?.querySelector<HTMLElement>('[aria-current]')
  if (nav && current) nav.scrollTop = current.offsetTop - nav.clientHeight / 2
}

function enableThemes(): void {
  const button = document.querySelector<HTMLButtonElement>('button.theme')
  const label = button?.querySelector('span:last-child')
  const show = () => {
    const theme = storedTheme()
    applyTheme(theme)
    if (label) label.textContent = `Theme: ${theme}`
  }
  button?.addEventListener('click', () => {
    storeTheme(THEMES[(THEMES.indexOf(storedTheme()) + 1) % THEMES.length] ?? 'system')
    show()
  })
  // Another tab, or the editor, has changed it.
  addEventListener('storage', show)
  show()
}

/** The table of contents is closed on narrow screens and marks the section that is read. */
function followContents(): void {
  const contents = document.querySelector('.contents details')
  const adapt = () => contents?.toggleAttribute('open', WIDE.matches)
  WIDE.addEventListener('change', adapt)
  adapt()
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.contents a')].map((link) => [link.hash.slice(1), link]),
  )
  const seen = new IntersectionObserver(
    (entries) => {
      const top = entries.find(({ isIntersecting }) => isIntersecting)?.target
      if (top === undefined) return
      for (const [id, link] of links) link.toggleAttribute('data-current', id === top.id)
    },
    { rootMargin: '-80px 0px -70% 0px' },
  )
  for (const id of links.keys()) {
    const heading = document.getElementById(id)
    if (heading) seen.observe(heading)
  }
}

/** Blocks that scroll sideways can be scrolled with the keyboard. */
function focusScrollers(): void {
  for (const block of document.querySelectorAll<HTMLElement>('pre, .table')) {
    if (block.scrollWidth <= block.clientWidth) continue
    block.tabIndex = 0
    block.setAttribute('role', 'region')
    block.setAttribute('aria-label', block.tagName === 'PRE' ? 'Code' : 'Table')
  }
}
