/** The search dialog: `/` or Ctrl+K opens it, arrow keys choose a result, Enter opens it. */
import MiniSearch, { type SearchResult } from 'minisearch'
import { SEARCH_OPTIONS } from './search-options.ts'

const MAX_RESULTS = 12

interface Dialog {
  readonly frame: HTMLDialogElement
  readonly input: HTMLInputElement
  readonly list: HTMLElement
  readonly status: HTMLElement
}

let loading: Promise<MiniSearch> | undefined

/** Loaded with the first search: most readers follow links. */
function loadIndex(): Promise<MiniSearch> {
  loading ??= fetch(inSite(document.documentElement.dataset.search ?? ''))
    .then((response) => (response.ok ? response.text() : Promise.reject(new Error(response.statusText))))
    .then((text) => MiniSearch.loadJSON(text, SEARCH_OPTIONS))
  // The next search tries again.
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

const inSite = (path: string) => `${document.documentElement.dataset.root}/${path}`

export function enableSearch(): void {
  const dialog = createDialog()
  const open = () => {
    if (dialog.frame.open) return
    dialog.frame.showModal()
    dialog.input.select()
    void showResults(dialog)
  }
  document.querySelector('button.search')?.addEventListener('click', open)
  document.addEventListener('keydown', (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
    if (!isCommand && (event.key !== '/' || isTyping || event.ctrlKey || event.altKey || event.metaKey)) return
    event.preventDefault()
    open()
  })
}

function createDialog(): Dialog {
  const frame = document.createElement('dialog')
  frame.className = 'search-dialog'
  frame.setAttribute('aria-label', 'Search the guide')
  frame.innerHTML = `<input type="search" role="combobox" aria-label="Search the guide" aria-autocomplete="list"
    aria-controls="results" aria-expanded="false" autocomplete="off" spellcheck="false" placeholder="Search the guide">
    <div id="results" role="listbox" aria-label="Results"></div><p role="status"></p>`
  const [input, list, status] = ['input', 'div', 'p'].map((name) => frame.querySelector(name))
  const dialog = { frame, input, list, status } as Dialog
  dialog.input.addEventListener('input', () => void showResults(dialog))
  dialog.input.addEventListener('keydown', (event) => onKey(event, dialog))
  // A click on the backdrop has the dialog itself as its target.
  frame.addEventListener('click', ({ target }) => target === frame && frame.close())
  // A result on the same page does not leave it.
  dialog.list.addEventListener('click', () => frame.close())
  document.body.append(frame)
  return dialog
}

async function showResults(dialog: Dialog): Promise<void> {
  const wanted = dialog.input.value.trim()
  try {
    const index = await loadIndex()
    // The user has typed on.
    if (wanted !== dialog.input.value.trim()) return
    const results = wanted === '' ? [] : index.search(wanted).slice(0, MAX_RESULTS)
    dialog.list.replaceChildren(...results.map(resultItem))
    dialog.input.setAttribute('aria-expanded', String(results.length > 0))
    select(dialog, 0)
    dialog.status.textContent = wanted === '' ? 'Type to search all pages.' : countText(results.length)
  } catch {
    dialog.status.textContent = 'The search index could not be loaded.'
  }
}

function countText(count: number): string {
  if (count === 0) return 'No results.'
  return count === 1 ? '1 result' : `${count === MAX_RESULTS ? `The best ${count}` : count} results`
}

function resultItem(result: SearchResult, at: number): HTMLElement {
  const link = document.createElement('a')
  link.id = `result-${at}`
  link.setAttribute('role', 'option')
  link.href = inSite(result.href)
  link.tabIndex = -1
  const parts = [
    ['strong', result.heading],
    ['span', result.page === result.heading ? '' : result.page],
    ['small', result.excerpt],
  ].filter(([, text]) => text !== '')
  for (const [name = '', text = ''] of parts) {
    const part = document.createElement(name)
    part.textContent = text
    link.append(part)
  }
  return link
}

function onKey(event: KeyboardEvent, dialog: Dialog): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const items = [...dialog.list.querySelectorAll('a')]
  const selected = items.findIndex((item) => item.getAttribute('aria-selected') === 'true')
  if (step !== undefined && items.length > 0) {
    event.preventDefault()
    select(dialog, (selected + step + items.length) % items.length)
  } else if (event.key === 'Enter') {
    event.preventDefault()
    items[selected]?.click()
  }
}

function select({ input, list }: Dialog, wanted: number): void {
  for (const [at, item] of [...list.children].entries()) {
    item.setAttribute('aria-selected', String(at === wanted))
    if (at === wanted) item.scrollIntoView({ block: 'nearest' })
  }
  const id = list.children[wanted]?.id
  if (id === undefined) input.removeAttribute('aria-activedescendant')
  else input.setAttribute('aria-activedescendant', id)
}
